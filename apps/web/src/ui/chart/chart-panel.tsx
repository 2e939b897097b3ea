import { lazy, type ReactNode } from 'react'
import { type DataColumn, DataTable } from '../data-table/index.ts'
import { useTokens } from '../scheme.ts'
import { type ChartFigures, type ChartPointing, isEmptyChart } from './chart-figures.ts'
import { ChartFrame, type ChartSurround } from './chart-frame.tsx'
import styles from './chart-panel.module.css'

interface ChartLegendProps {
  readonly figures: ChartFigures
  readonly pointing: ChartPointing
}

/** Legend of the colours with the values at the pointer, or the last values without a pointer. */
function ChartLegend({ figures, pointing }: ChartLegendProps) {
  const { chart } = useTokens()
  const category = pointing.category ?? figures.categories.length - 1
  return (
    <ul className={styles.legend}>
      {figures.series.map((series) => (
        <li key={series.name}>
          <button
            type="button"
            disabled={category < 0}
            title={pointing.bandLabel(series)}
            onClick={() => pointing.onBand(series, category)}
          >
            <span className={styles.swatch} style={{ background: chart[series.step] }} aria-hidden />
            {series.name} <b>{series.values[category] ?? '--'}</b>
          </button>
        </li>
      ))}
    </ul>
  )
}

const ChartCanvas = lazy(async () => ({ default: (await import('./chart-canvas.tsx')).ChartCanvas }))

interface ChartPanelProps {
  readonly title: string
  readonly figures: ChartFigures
  /** Frame of the chart; a panel if absent. */
  readonly frame?: ChartSurround
  /** In CSS pixels. */
  readonly height?: number
  readonly extra?: ReactNode
  /** True while the data is fetched; the series are known but empty. */
  readonly isLoading?: boolean
  /** Pointer state of the page; the legend shows the values at the pointer. */
  readonly pointing?: ChartPointing
}

/** A chart in a panel, with its data as a table, patterns, and download of the picture. */
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

/** Table of the chart's data. */
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
