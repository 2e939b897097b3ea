import { translate } from '../../lib/i18n/i18n.ts'
import { dateTime, shortTime } from '../../lib/time.ts'
import type { ChartFigures } from '../../ui/chart/chart-figures.ts'

/** In milliseconds. From this length on, the time axis shows days besides hours. */
const DAY_MS = 86_400_000

/** Formats a time of a chart in the specification's pattern: `MM/DD/YYYY, HH:mm`. */
export const chartTime = (time: string | number): string => dateTime(time).slice(0, -':ss'.length)

/** Returns the properties of a chart over time besides its series. @param points points of the chart, oldest first */
export function timeAxis(
  points: readonly { readonly createdAt: string }[],
): Pick<ChartFigures, 'kind' | 'categoryTitle' | 'categories' | 'ticks'> {
  const first = points[0]?.createdAt ?? ''
  const last = points.at(-1)?.createdAt ?? ''
  const ofDays = Date.parse(last) - Date.parse(first) > DAY_MS
  const tick = (time: string): string =>
    ofDays ? `${dateTime(time).slice(0, 'MM/DD'.length)} ${shortTime(time)}` : shortTime(time)
  return {
    kind: 'lines',
    categoryTitle: translate('reports:chart.time'),
    categories: points.map(({ createdAt }) => chartTime(createdAt)),
    ticks: points.map(({ createdAt }) => tick(createdAt)),
  }
}
