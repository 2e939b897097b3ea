import { Button } from 'antd'
import { ChartColumn, Download, Grid2x2, Table2 } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveLink } from '../../lib/save-file.ts'
import { type DataColumn, DataTable } from '../data-table/index.ts'
import { Panel } from '../panel.tsx'
import type { ChartPicture } from './chart-canvas.tsx'
import { type ChartFigures, isEmptyChart } from './chart-figures.ts'
import styles from './chart-panel.module.css'

const ChartCanvas = lazy(async () => ({ default: (await import('./chart-canvas.tsx')).ChartCanvas }))

interface ChartPanelProps {
  readonly title: string
  readonly figures: ChartFigures
  /** CSS pixels. */
  readonly height?: number
  readonly extra?: ReactNode
}

/** A chart in a panel, with the same figures as a table, patterns beside colours, and the picture to keep. */
export function ChartPanel({ title, figures, height = 320, extra }: ChartPanelProps) {
  const { t } = useTranslation('common')
  const [asTable, setAsTable] = useState(false)
  const [patterns, setPatterns] = useState(false)
  const picture = useRef<ChartPicture>(null)
  const empty = isEmptyChart(figures)
  const save = (): void => {
    const png = picture.current?.png()
    if (png) saveLink(png, `${title}.png`)
  }
  const otherView = asTable ? t('blocks.chart.asChart') : t('blocks.chart.asTable')
  const Other = asTable ? ChartColumn : Table2
  const tools = (
    <span className={styles.tools}>
      {extra}
      {empty ? null : (
        <>
          {asTable ? null : (
            <>
              <Button
                type="text"
                size="small"
                aria-label={t('blocks.chart.patterns')}
                title={t('blocks.chart.patterns')}
                aria-pressed={patterns}
                onClick={() => setPatterns(!patterns)}
                icon={<Grid2x2 size={16} strokeWidth={1.8} aria-hidden />}
              />
              <Button
                type="text"
                size="small"
                aria-label={t('blocks.chart.save', { title })}
                title={t('blocks.chart.save', { title })}
                onClick={save}
                icon={<Download size={16} strokeWidth={1.8} aria-hidden />}
              />
            </>
          )}
          <Button
            type="text"
            size="small"
            aria-label={otherView}
            title={otherView}
            onClick={() => setAsTable(!asTable)}
            icon={<Other size={16} strokeWidth={1.8} aria-hidden />}
          />
        </>
      )}
    </span>
  )
  return (
    <Panel title={title} extra={tools}>
      {empty ? (
        <p className={styles.empty} style={{ height }}>
          {t('blocks.chart.empty')}
        </p>
      ) : asTable ? (
        <FiguresTable title={title} figures={figures} />
      ) : (
        <div className={styles.canvas} style={{ minHeight: height }}>
          <Suspense fallback={null}>
            <ChartCanvas ref={picture} figures={figures} patterns={patterns} height={height} />
          </Suspense>
        </div>
      )}
    </Panel>
  )
}

/** The figures as text. */
function FiguresTable({ title, figures }: { readonly title: string; readonly figures: ChartFigures }) {
  const { categories, categoryTitle, series } = figures
  const columns: DataColumn<number>[] = [
    { title: categoryTitle, cell: (index) => categories[index], onPhone: 'main' },
    ...series.map(
      ({ name, values }): DataColumn<number> => ({ title: name, cell: (index) => values[index] ?? '--' }),
    ),
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
