import type { UsagePoint } from '@wardtrack/contracts'
import { translate } from '../../lib/i18n/i18n.ts'
import { dateTime, shortTime } from '../../lib/time.ts'
import type { ChartFigures } from '../../ui/chart/chart-figures.ts'
import type { ReportDefinition } from '../reports/index.ts'

/** The report of utilisation, before anything is chosen on its page. */
export const UTILISATION: ReportDefinition = {
  route: 'report/utilisation',
  page: 'utilisation',
  period: 'last-7-days',
  defaultType: 'Equipment',
  sorting: { sortField: 'InUse', sortDirection: -1 },
  hasHours: true,
}

/** From here on the time axis names days beside hours. Milliseconds. */
const DAY_MS = 86_400_000

const minutes = (time: string): string => dateTime(time).slice(0, -':ss'.length)

/** How many pieces were in which use over time, stacked up to all that are owned. */
export function usageFigures(points: readonly UsagePoint[]): ChartFigures {
  const first = points[0]?.createdAt ?? ''
  const last = points.at(-1)?.createdAt ?? ''
  const ofDays = Date.parse(last) - Date.parse(first) > DAY_MS
  const tick = (time: string): string =>
    ofDays ? `${dateTime(time).slice(0, 'MM/DD'.length)} ${shortTime(time)}` : shortTime(time)
  return {
    kind: 'lines',
    categoryTitle: translate('analyses:utilisation.time'),
    categories: points.map(({ createdAt }) => minutes(createdAt)),
    ticks: points.map(({ createdAt }) => tick(createdAt)),
    series: [
      {
        name: translate('analyses:column.infusing'),
        step: 4,
        values: points.map(({ infusing }) => infusing),
      },
      { name: translate('analyses:column.moving'), step: 3, values: points.map(({ moving }) => moving) },
      { name: translate('analyses:column.idle'), step: 1, values: points.map(({ idle }) => idle) },
    ],
  }
}
