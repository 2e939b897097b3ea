import type { UsagePoint } from '@wardtrack/contracts'
import { translate } from '../../lib/i18n/i18n.ts'
import type { ChartFigures } from '../../ui/chart/chart-figures.ts'
import { reportDefinition, timeAxis } from '../reports/index.ts'

/** Report of utilisation with the default settings of its page. */
export const UTILISATION = reportDefinition('utilisation', {
  hasHours: true,
})

/** Returns the number of assets in each use over time, stacked up to all owned assets. */
export const usageFigures = (points: readonly UsagePoint[]): ChartFigures => ({
  ...timeAxis(points),
  series: [
    { name: translate('analyses:column.infusing'), step: 4, values: points.map(({ infusing }) => infusing) },
    { name: translate('analyses:column.moving'), step: 3, values: points.map(({ moving }) => moving) },
    { name: translate('analyses:column.idle'), step: 1, values: points.map(({ idle }) => idle) },
  ],
})
