import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartFigures } from '../../ui/chart/chart-figures.ts'
import { ChartPanel } from '../../ui/chart/chart-panel.tsx'
import { LoadingPanel } from '../../ui/loading-panel.tsx'
import styles from './report-chart.module.css'
import type { ReportRows } from './reports.query.ts'

/** In CSS pixels: height of a bar with its gap, and of everything around the bars. */
const BAR = 26
const AROUND_BARS = 76
const FEWEST_BARS = 3
const LINES_HEIGHT = 260

const heightOf = ({ kind, categories }: ChartFigures): number =>
  kind === 'bars' ? AROUND_BARS + BAR * Math.max(FEWEST_BARS, categories.length) : LINES_HEIGHT

interface ReportChartProps<Row> {
  readonly title: string
  readonly figures: ChartFigures
  /** Query of the report that the figures come from. */
  readonly query: UseQueryResult<ReportRows<Row>>
  /** Unit of the figures, beside the tools of the chart. */
  readonly note?: string
}

/** Chart of a report, as high as its bars need: skeleton, error, or the chart. */
export function ReportChart<Row>({ title, figures, query, note }: ReportChartProps<Row>) {
  const { t } = useTranslation('reports')
  if (!query.data)
    return (
      <LoadingPanel title={title} query={query} failed={t('failed')}>
        {() => null}
      </LoadingPanel>
    )
  return (
    <ChartPanel
      title={title}
      figures={figures}
      height={heightOf(figures)}
      extra={note === undefined ? null : <ChartNote>{note}</ChartNote>}
    />
  )
}

/** Short note beside the tools of a chart. */
export const ChartNote = ({ children }: { readonly children: ReactNode }) => (
  <span className={styles.note}>{children}</span>
)

/** Parts of a report in a column: its charts, then its rows. */
export const ReportParts = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.parts}>{children}</div>
)
