import { Button, Skeleton } from 'antd'
import { ChartColumn, Download, Grid2x2, type LucideIcon, Table2 } from 'lucide-react'
import { type ComponentType, type ReactNode, type Ref, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveLink } from '../../lib/save-file.ts'
import { Panel } from '../panel.tsx'
import styles from './chart-panel.module.css'

/** What can be asked of a drawn chart. */
export interface ChartPicture {
  /** The chart as a PNG, as a data URL. */
  readonly png: () => string | undefined
}

/** How a chart is drawn. */
interface Drawing {
  readonly patterns: boolean
  readonly ref: Ref<ChartPicture>
}

/** What a chart stands in: its content, and its tools at the right of the heading. */
export type ChartSurround = ComponentType<{
  readonly title: string
  readonly extra: ReactNode
  readonly children: ReactNode
}>

interface ChartFrameProps {
  readonly title: string
  /** What the chart and its tools stand in; a panel when left out. */
  readonly frame?: ChartSurround | undefined
  readonly extra?: ReactNode
  /** CSS pixels. */
  readonly height: number
  /** Whether there is nothing to draw. */
  readonly empty: boolean
  /** The figures are fetched: nothing is drawn yet, in the room that the drawing takes. */
  readonly isLoading?: boolean
  /** Whether its series can be told apart by patterns. */
  readonly hasPatterns?: boolean
  readonly drawing: (drawing: Drawing) => ReactNode
  /** Stands below the drawing. */
  readonly legend?: ReactNode
  /** The same as text. */
  readonly table: ReactNode
}

/** What every chart stands in: its heading, the choice between picture and table, patterns, the picture to keep. */
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
