import type { BalanceSummary, LevelsPoint, StockPoint, StockRow } from '@wardtrack/contracts'
import { translate } from '../../lib/i18n/i18n.ts'
import type { ChartFigures } from '../../ui/chart/chart-figures.ts'
import { reportDefinition, timeAxis } from '../reports/index.ts'

/** Report of PAR levels with the default settings of its page. */
export const PAR_LEVELS = reportDefinition('par-levels')

/** Returns the numbers of levels that were short, below and met over time. */
export const levelsFigures = (points: readonly LevelsPoint[]): ChartFigures => ({
  ...timeAxis(points),
  series: [
    { name: translate('par-levels:chart.short'), step: 0, values: points.map(({ short }) => short) },
    { name: translate('par-levels:chart.below'), step: 1, values: points.map(({ below }) => below) },
    { name: translate('par-levels:chart.met'), step: 3, values: points.map(({ met }) => met) },
  ],
})

/** Returns the stock of a unit over time, with its levels. */
export const stockFigures = (
  points: readonly StockPoint[],
  { Minimum, Par }: Pick<StockRow, 'Minimum' | 'Par'>,
): ChartFigures => ({
  ...timeAxis(points),
  series: [
    {
      name: translate('par-levels:column.available'),
      step: 4,
      values: points.map(({ available }) => available),
    },
    {
      name: translate('par-levels:notAvailable'),
      step: 1,
      values: points.map(({ there, available }) => Math.round((there - available) * 10) / 10),
    },
  ],
  marks: [
    { name: translate('par-levels:chart.par', { value: Par }), value: Par },
    { name: translate('par-levels:chart.minimum', { value: Minimum }), value: Minimum },
  ],
})

/** Returns the numbers of levels in each category that are short and below, before and after all transfers. */
export function balanceFigures(
  categories: readonly BalanceSummary[],
  categoryName: (code: string) => string,
): ChartFigures {
  const rows = categories.flatMap(({ Category, ...counts }) => [
    {
      name: translate('par-levels:before', { category: categoryName(Category) }),
      short: counts.shortBefore,
      below: counts.belowBefore - counts.shortBefore,
    },
    {
      name: translate('par-levels:after', { category: categoryName(Category) }),
      short: counts.shortAfter,
      below: counts.belowAfter - counts.shortAfter,
    },
  ])
  return {
    kind: 'bars',
    categoryTitle: translate('reports:column.category'),
    categories: rows.map(({ name }) => name),
    series: [
      { name: translate('par-levels:chart.short'), step: 0, values: rows.map(({ short }) => short) },
      { name: translate('par-levels:chart.below'), step: 1, values: rows.map(({ below }) => below) },
    ],
  }
}
