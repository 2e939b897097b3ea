import { lazy, type ReactNode } from 'react'
import { type DataColumn, DataTable } from '../data-table/index.ts'
import { type ChartFigures, type ChartPointing, isEmptyChart } from './chart-figures.ts'
import { ChartFrame, type ChartSurround } from './chart-frame.tsx'
import { ChartLegend } from './chart-legend.tsx'

const ChartCanvas = lazy(async () => ({ default: (await import('./chart-canvas.tsx')).ChartCanvas }))

interface ChartPanelProps {
  readonly title: string
  readonly figures: ChartFigures
  /** What it stands in; a panel when left out. */
  readonly frame?: ChartSurround
  /** CSS pixels. */
  readonly height?: number
  readonly extra?: ReactNode
  /** The figures are fetched: their series are known, and hold nothing yet. */
  readonly isLoading?: boolean
  /** The page follows the pointer: the values that it reads stand in the legend. */
  readonly pointing?: ChartPointing
}

/** A chart in a panel, with the same figures as a table, patterns beside colours, and the picture to keep. */
export const ChartPanel = ({
  title,
  frame,
  figures,
  height = 320,
  extra,
  isLoading = false,
  pointing,
}: ChartPanelProps) => (
  <ChartFrame
    title={title}
    frame={frame}
    extra={extra}
    height={height}
    empty={!isLoading && isEmptyChart(figures)}
    isLoading={isLoading}
    hasPatterns
    drawing={({ patterns, ref }) => (
      <ChartCanvas ref={ref} figures={figures} patterns={patterns} height={height} pointing={pointing} />
    )}
    legend={pointing ? <ChartLegend figures={figures} pointing={pointing} /> : null}
    table={<FiguresTable title={title} figures={figures} />}
  />
)

/** The figures as text. */
function FiguresTable({ title, figures }: { readonly title: string; readonly figures: ChartFigures }) {
  const { categories, categoryTitle, series, marks = [] } = figures
  const columns: DataColumn<number>[] = [
    { title: categoryTitle, cell: (index) => categories[index], onPhone: 'main' },
    ...series.map(
      ({ name, values }): DataColumn<number> => ({ title: name, cell: (index) => values[index] ?? '--' }),
    ),
    ...marks.map(({ name, value }): DataColumn<number> => ({ title: name, cell: () => value })),
  ]
  return (
    <DataTable
      label={title}
      columns={columns}
      rows={categories.map((_, index) => index)}
      rowKey={String}
      empty=""
    />
  )
}
