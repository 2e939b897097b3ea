import type { RestingGroup } from '@wardtrack/contracts'
import { translate } from '../../lib/i18n/i18n.ts'
import type { ChartFigures, ChartStep } from '../../ui/chart/chart-figures.ts'

/** Groups that have a bar of their own. */
const MOST_GROUPS = 12
/** The longer, the weaker: what rests longest asks for a look first. */
const STEPS: readonly ChartStep[] = [4, 2, 0]

/** What a report of resting assets tells besides its rows. */
export interface RestingAnswer {
  readonly bounds?: readonly number[]
  readonly groups?: readonly RestingGroup[]
}

/** How the groups are drawn: a bar for each, parted by how long its assets rest. */
export function restingFigures(
  { bounds = [], groups = [] }: RestingAnswer,
  categoryTitle: string,
  nameOf: (group: string) => string,
): ChartFigures {
  const shown = groups.slice(0, MOST_GROUPS)
  const smallGroups = groups.slice(MOST_GROUPS)
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
      ...(smallGroups.length > 0 ? [translate('analyses:resting.others')] : []),
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
    ? translate('analyses:resting.atLeast', { from })
    : translate('analyses:resting.between', { from, to: until - 1 })
