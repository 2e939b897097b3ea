import type { UsagePoint } from '@wardtrack/contracts'
import { translate } from '../../lib/i18n/i18n.ts'
import type { ChartFigures } from '../../ui/chart/chart-figures.ts'
import { type ReportDefinition, timeAxis } from '../reports/index.ts'

/** The report of utilisation, before anything is chosen on its page. */
export const UTILISATION: ReportDefinition = {
  route: 'report/utilisation',
  page: 'utilisation',
  period: 'last-7-days',
  defaultType: 'Equipment',
  sorting: { sortField: 'InUse', sortDirection: -1 },
  hasHours: true,
}

/** How many pieces were in which use over time, stacked up to all that are owned. */
export const usageFigures = (points: readonly UsagePoint[]): ChartFigures => ({
  ...timeAxis(points),
  series: [
    { name: translate('analyses:column.infusing'), step: 4, values: points.map(({ infusing }) => infusing) },
    { name: translate('analyses:column.moving'), step: 3, values: points.map(({ moving }) => moving) },
    { name: translate('analyses:column.idle'), step: 1, values: points.map(({ idle }) => idle) },
  ],
})
