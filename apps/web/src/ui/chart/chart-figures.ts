/** One colour of the chart scale, from weak (0) to strong (4). */
export type ChartStep = 0 | 1 | 2 | 3 | 4

/** A row of values, one per category; null if unknown. */
export interface ChartSeries {
  readonly name: string
  readonly step: ChartStep
  readonly values: readonly (number | null)[]
}

/** Data of a chart, shared by picture and table. */
export interface ChartFigures {
  /** `bars` are horizontal, one below the other; `lines` are stacked areas over time. */
  readonly kind: 'bars' | 'lines'
  /** Name of the categories, and heading of the table's first column. */
  readonly categoryTitle: string
  readonly categories: readonly string[]
  /** Shorter texts for the axis, one per category. */
  readonly ticks?: readonly string[]
  /** Stacked in this order, the worst first. */
  readonly series: readonly ChartSeries[]
  /** Reference values, drawn as dashed lines across the chart. */
  readonly marks?: readonly ChartMark[]
}

/** Reference value of a chart. */
export interface ChartMark {
  readonly name: string
  readonly value: number
}

/** Pointer state of a chart. Charts that share it show the values of the same category. */
export interface ChartReading {
  /** Category under the pointer; undefined if there is none. */
  readonly category: number | undefined
  readonly onPoint: (category: number | undefined) => void
  /** Called when a range of categories was selected with the mouse; both ends are included. */
  readonly onRange?: (from: number, to: number) => void
  /** Called when a band was chosen at a category. */
  readonly onBand?: (series: ChartSeries, category: number) => void
}

/** Pointer state of a chart, and actions of the pointer. */
export interface ChartPointing extends ChartReading {
  readonly onRange: (from: number, to: number) => void
  readonly onBand: (series: ChartSeries, category: number) => void
  /** Returns the button label for choosing a band. */
  readonly bandLabel: (series: ChartSeries) => string
}

/** True when there is nothing to draw. */
export const isEmptyChart = ({ categories, series }: ChartFigures): boolean =>
  categories.length === 0 || series.every(({ values }) => values.every((value) => value === null))

/** Returns the series whose band contains a height of the value axis at a category; undefined outside all bands. */
export function bandAt({ series }: ChartFigures, category: number, height: number): ChartSeries | undefined {
  if (height < 0) return undefined
  let top = 0
  return series.find(({ values }) => {
    top += values[category] ?? 0
    return height < top
  })
}
