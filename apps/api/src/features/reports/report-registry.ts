import type { ReportPage } from './report-page.ts'
import type { ReportParts } from './report-parts.ts'
import { movementVsTimePage } from './rows/away-assets.ts'
import { balancingPage } from './rows/balancing-page.ts'
import { cleaningPage } from './rows/cleaning-page.ts'
import { customReportPages } from './rows/custom-report-pages.ts'
import { mednetAlarmPage, rtlsAlarmPage } from './rows/device-alarm-pages.ts'
import { dwellPage } from './rows/dwell-page.ts'
import { exportedLists } from './rows/exported-lists.ts'
import { fenceStatusPage } from './rows/fence-status.ts'
import { idleAssetPages } from './rows/idle-assets.ts'
import { pumpMovementPage } from './rows/moves.ts'
import { nearbyPumpPage } from './rows/nearby-assets.ts'
import { parLevelsPage } from './rows/par-levels-page.ts'
import { placedAssetPages } from './rows/placed-asset-pages.ts'
import { rtlsAlertPage } from './rows/rtls-alert.ts'
import { statusVsTimePage } from './rows/status-vs-time-page.ts'
import { utilisationPage } from './rows/utilisation-page.ts'

/** Registry of report pages by name and alias. */
export type ReportRegistry = { find(name: string): ReportPage | undefined }

/** Creates the pages of reports. A new page is a module in `rows` and a line here. */
export function createReportRegistry(parts: ReportParts): ReportRegistry {
  const pages: ReportPage[] = [
    ...exportedLists(parts),
    ...placedAssetPages(parts),
    ...customReportPages(parts),
    statusVsTimePage(parts.chart),
    pumpMovementPage(parts),
    movementVsTimePage(parts),
    fenceStatusPage(parts),
    nearbyPumpPage(parts),
    rtlsAlertPage(parts),
    rtlsAlarmPage(parts),
    mednetAlarmPage(parts),
    ...idleAssetPages(parts),
    utilisationPage(parts),
    dwellPage(parts),
    cleaningPage(parts),
    parLevelsPage(parts),
    balancingPage(parts),
  ]
  const byName = new Map(pages.flatMap((page) => namesOf(page).map((name) => [name, page] as const)))
  return { find: (name) => byName.get(name) }
}

const namesOf = ({ name, aliases = [] }: ReportPage): string[] => [name, ...aliases]
