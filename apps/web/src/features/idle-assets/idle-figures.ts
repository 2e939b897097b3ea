import type { ReportMore } from '@wardtrack/contracts'
import { translate } from '../../lib/i18n/i18n.ts'
import type { ChartFigures, ChartStep } from '../../ui/chart/chart-figures.ts'

/** Number of groups that have a separate bar. */
const MAX_GROUPS = 12
/** Colours from longest to shortest; assets that rest longest need attention first. */
const STEPS: readonly ChartStep[] = [4, 2, 0]

/** Returns the chart of the groups: one bar each, divided by how long its assets have rested. */
export function idleFigures(
  { bounds, groups }: Pick<ReportMore<'unmoved'>, 'bounds' | 'groups'>,
  categoryTitle: string,
  nameOf: (group: string) => string,
): ChartFigures {
  const shown = groups.slice(0, MAX_GROUPS)
  const smallGroups = groups.slice(MAX_GROUPS)
  const countsOf = (step: number): number[] => [
    ...shown.map(({ counts }) => counts[step] ?? 0),
    ...(smallGroups.length > 0
      ? [smallGroups.reduce((sum, { counts }) => sum + (counts[step] ?? 0), 0)]
      : []),
  ]
  return {
    kind: 'bars',
    categoryTitle,
    categories: [
      ...shown.map(({ name }) => nameOf(name)),
      ...(smallGroups.length > 0 ? [translate('analyses:idle.others')] : []),
    ],
    series: bounds.map((from, step) => ({
      name: spanText(from, bounds[step + 1]),
      step: STEPS[step] ?? 0,
      values: countsOf(step),
    })),
  }
}

const spanText = (from: number, until: number | undefined): string =>
  until === undefined
    ? translate('analyses:idle.atLeast', { from })
    : translate('analyses:idle.between', { from, to: until - 1 })
