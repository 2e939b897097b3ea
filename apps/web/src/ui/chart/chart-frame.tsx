import { Button, Skeleton } from 'antd'
import { ChartColumn, Download, Grid2x2, type LucideIcon, Table2 } from 'lucide-react'
import { type ComponentType, type ReactNode, type Ref, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveLink } from '../../lib/save-file.ts'
import { Panel } from '../panel.tsx'
import styles from './chart-panel.module.css'

/** Functions of a drawn chart. */
export interface ChartPicture {
  /** Returns the chart as a PNG data URL. */
  readonly png: () => string | undefined
}

/** Settings of the drawing. */
interface Drawing {
  readonly patterns: boolean
  readonly ref: Ref<ChartPicture>
}

/** Frame of a chart: its content, with tools at the right of the heading. */
export type ChartSurround = ComponentType<{
  readonly title: string
  readonly extra: ReactNode
  readonly children: ReactNode
}>

interface ChartFrameProps {
  readonly title: string
  /** Frame of the chart and its tools; a panel if absent. */
  readonly frame?: ChartSurround | undefined
  readonly extra?: ReactNode
  /** In CSS pixels. */
  readonly height: number
  /** True when there is nothing to draw. */
  readonly empty: boolean
  /** True while the data is fetched; the drawing's space stays empty. */
  readonly isLoading?: boolean
  /** True if the series can have patterns. */
  readonly hasPatterns?: boolean
  readonly drawing: (drawing: Drawing) => ReactNode
  /** Content below the drawing. */
  readonly legend?: ReactNode
  /** The data as a table. */
  readonly table: ReactNode
}

/** Frame of every chart: heading, choice of picture or table, patterns, and download of the picture. */
export function ChartFrame(props: ChartFrameProps) {
  const {
    title,
    frame: Frame = Panel,
    extra,
    height,
    empty,
    isLoading = false,
    hasPatterns = false,
    drawing,
    legend,
    table,
  } = props
  const { t } = useTranslation('common')
  const [asTable, setAsTable] = useState(false)
  const [patterns, setPatterns] = useState(false)
  const picture = useRef<ChartPicture>(null)
  const save = (): void => {
    const png = picture.current?.png()
    if (png) saveLink(png, `${title}.png`)
  }
  const tools = (
    <span className={styles.tools}>
      {extra}
      {empty || asTable ? null : (
        <>
          {hasPatterns ? (
            <Tool
              label={t('blocks.chart.patterns')}
              Icon={Grid2x2}
              pressed={patterns}
              disabled={isLoading}
              onClick={() => setPatterns(!patterns)}
            />
          ) : null}
          <Tool
            label={t('blocks.chart.save', { title })}
            Icon={Download}
            disabled={isLoading}
            onClick={save}
          />
        </>
      )}
      {empty ? null : (
        <Tool
          label={asTable ? t('blocks.chart.asChart') : t('blocks.chart.asTable')}
          Icon={asTable ? ChartColumn : Table2}
          disabled={isLoading}
          onClick={() => setAsTable(!asTable)}
        />
      )}
    </span>
  )
  return (
    <Frame title={title} extra={tools}>
      {empty ? (
        <p className={styles.empty} style={{ height }}>
          <span>{t('blocks.chart.empty')}</span>
        </p>
      ) : asTable ? (
        table
      ) : (
        <>
          <div className={isLoading ? styles.waiting : styles.canvas} style={{ minHeight: height }}>
            {isLoading ? (
              <Skeleton.Node active style={{ width: '100%', height }} />
            ) : (
              <Suspense fallback={null}>{drawing({ patterns, ref: picture })}</Suspense>
            )}
          </div>
          {legend}
        </>
      )}
    </Frame>
  )
}

interface ToolProps {
  readonly label: string
  readonly Icon: LucideIcon
  readonly pressed?: boolean
  readonly disabled: boolean
  readonly onClick: () => void
}

const Tool = ({ label, Icon, pressed, disabled, onClick }: ToolProps) => (
  <Button
    type="text"
    size="small"
    aria-label={label}
    title={label}
    disabled={disabled}
    {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
    onClick={onClick}
    icon={<Icon size={16} strokeWidth={1.8} aria-hidden />}
  />
)
