import {
  type Condition,
  type ExportedListName,
  REPORT_PERIODS,
  type ReportName,
  type ReportSettings,
  type ReportTraits,
  reports,
  routes,
} from '@wardtrack/contracts'
import { lastHours, reportSettings } from './report-criteria.ts'
import { DAYS } from './report-fields.ts'
import type { NamedPage, PageOf, ReportPage, ReportParts } from './report-page.ts'
import { mednetAlarmPage, rtlsAlarmPage, rtlsAlertPage } from './rows/alert-pages.ts'
import { allAssetsPage, heatMapPage } from './rows/asset-rows.ts'
import { movementVsTimePage } from './rows/away-assets.ts'
import { balancingPage } from './rows/balancing-page.ts'
import { cleaningPage } from './rows/cleaning-page.ts'
import { customReportPage } from './rows/custom-report-pages.ts'
import { exportedList } from './rows/exported-lists.ts'
import { fenceStatusPage } from './rows/fence-status.ts'
import { dwellPage, statusVsTimePage, utilisationPage } from './rows/figures.ts'
import { notSeenPage, unmovedPage } from './rows/idle-assets.ts'
import { pumpMovementPage } from './rows/moves.ts'
import { nearbyPumpPage } from './rows/nearby-assets.ts'
import { parLevelsPage } from './rows/par-levels-page.ts'

/** Pages of reports by name. */
export type ReportRegistry = {
  /** finds a report or an exported list by name or alias */
  find(name: string): NamedPage | undefined
  report(name: ReportName): NamedPage
}

/** Creates the pages of reports: for each declaration of the contract, the reader of its rows. */
export function createReportRegistry(parts: ReportParts): ReportRegistry {
  const pages: { [N in ReportName]: PageOf<N> } = {
    'status-vs-time': statusVsTimePage(parts),
    'pump-movement': pumpMovementPage(parts),
    'movement-vs-time': movementVsTimePage(parts),
    'nearby-pump': nearbyPumpPage(parts),
    'rtls-alert': rtlsAlertPage(parts),
    'rtls-alarm': rtlsAlarmPage(parts),
    'mednet-alarm': mednetAlarmPage(parts),
    'fence-status': fenceStatusPage(parts),
    'battery-heat': heatMapPage(parts, 'battery-heat'),
    'wifi-heat': heatMapPage(parts, 'wifi-heat'),
    'all-assets-map-view': allAssetsPage(parts),
    unmoved: unmovedPage(parts),
    'not-seen': notSeenPage(parts),
    utilisation: utilisationPage(parts),
    dwell: dwellPage(parts),
    cleaning: cleaningPage(parts),
    'par-levels': parLevelsPage(parts),
    balancing: balancingPage(parts),
    'custom-report': customReportPage(parts, 'List'),
    'heat-map-report': customReportPage(parts, 'Heat Map'),
  }
  const lists: Record<ExportedListName, NamedPage> = {
    devices: exportedList(parts, 'devices'),
    assetlist: exportedList(parts, 'assetlist'),
  }
  const report = (name: ReportName): NamedPage => namedPage(name, pages[name])
  const byName = new Map<string, NamedPage>(Object.entries(lists))
  for (const name of Object.keys(pages) as ReportName[])
    for (const called of [name, ...(reports[name].aliases ?? [])]) byName.set(called, report(name))
  return { find: (name) => byName.get(name), report }
}

function namedPage(name: ReportName, page: ReportPage): NamedPage {
  const { label = name, columns, call = 'readReport' }: ReportTraits = reports[name]
  const settings = reportSettings(name)
  return {
    describe: async ({ now }) => ({
      label,
      columns: [...columns],
      defaultItems: defaultItems(settings, now),
    }),
    ...page,
    name,
    filterUrl: routes[call].path.slice(1).replace('{page}', name),
    waitsForUser: settings.waitsForUser === true,
  }
}

/** Returns the conditions that apply when the criteria name no type, period or days. */
const defaultItems = (
  { defaultType, period = 'any-time', days }: Partial<ReportSettings>,
  now: Date,
): Condition[] => [
  ...(defaultType === undefined ? [] : [{ AssetType: defaultType }]),
  ...(period === 'any-time' ? [] : [lastHours(now, REPORT_PERIODS[period])]),
  ...(days === undefined ? [] : [{ [DAYS]: days }]),
]
