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
  /** Shorter texts of the categories for the axis, as many. */
  readonly ticks?: readonly string[]
  /** Stacked upon each other in this order, the worst first. */
  readonly series: readonly ChartSeries[]
  /** Values that the series are to be compared with, drawn as dashed lines across. */
  readonly marks?: readonly ChartMark[]
}

/** A value that a chart is compared with. */
export interface ChartMark {
  readonly name: string
  readonly value: number
}

/** What a pointer reads on a chart; charts that are given the same one are read together. */
export interface ChartReading {
  /** The category that is pointed at; undefined while none is. */
  readonly category: number | undefined
  readonly onPoint: (category: number | undefined) => void
  /** A stretch of categories was drawn with the mouse, both ends included. */
  readonly onRange?: (from: number, to: number) => void
  /** A band was chosen at a category, by its series. */
  readonly onBand?: (series: ChartSeries, category: number) => void
}

/** What a pointer reads and does on a chart. */
export interface ChartPointing extends ChartReading {
  readonly onRange: (from: number, to: number) => void
  readonly onBand: (series: ChartSeries, category: number) => void
  /** What choosing a band does, for its button. */
  readonly bandLabel: (series: ChartSeries) => string
}

/** Whether there is nothing to draw. */
export const isEmptyChart = ({ categories, series }: ChartFigures): boolean =>
  categories.length === 0 || series.every(({ values }) => values.every((value) => value === null))

/** The series whose band holds a height of the value axis at a category; undefined above and below all of them. */
export function bandAt({ series }: ChartFigures, category: number, height: number): ChartSeries | undefined {
  if (height < 0) return undefined
  let top = 0
  return series.find(({ values }) => {
    top += values[category] ?? 0
    return height < top
  })
}
