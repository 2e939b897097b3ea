/** One colour of the chart scale, from weak (0) to strong (4). */
export type ChartStep = 0 | 1 | 2 | 3 | 4

/** One row of numbers of a chart, as long as its categories; null where nothing is known. */
export interface ChartSeries {
  readonly name: string
  readonly step: ChartStep
  readonly values: readonly (number | null)[]
}

/** What a chart shows, the same for the picture and the table. */
export interface ChartFigures {
  /** Bars lie on their side, one below the other; lines are stacked areas along time. */
  readonly kind: 'bars' | 'lines'
  /** Names the categories: the head of the table's first column. */
  readonly categoryTitle: string
  readonly categories: readonly string[]
  /** Stacked upon each other in this order, the worst first. */
  readonly series: readonly ChartSeries[]
}

/** Whether there is nothing to draw. */
export const isEmptyChart = ({ categories, series }: ChartFigures): boolean =>
  categories.length === 0 || series.every(({ values }) => values.every((value) => value === null))
