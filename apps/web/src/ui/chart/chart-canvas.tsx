import { BarChart, LineChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import * as echarts from 'echarts/core'
import { type EChartsType, use as registerModules } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import EChart from 'echarts-for-react/esm/core'
import { type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { usePhone } from '../../lib/use-media.ts'
import { useTokens } from '../scheme.ts'
import { bandAt, type ChartFigures, type ChartReading } from './chart-figures.ts'
import { canvasMeasure, nameRoom, pageFont } from './chart-font.ts'
import type { ChartPicture } from './chart-frame.tsx'
import { chartOptions, TICK_SIZE } from './chart-options.ts'
import styles from './chart-panel.module.css'

/** Distance in CSS pixels below which a press and release of the mouse is a click. */
const DRAG_THRESHOLD = 6

/** Pointer event of echarts: the position on the canvas, and the browser's event. */
interface PointerEvent {
  readonly offsetX: number
  readonly offsetY: number
  readonly event: Event & { readonly zrByTouch?: boolean }
}

/** Range of the time axis, in CSS pixels from the left of the canvas. */
interface Stretch {
  readonly left: number
  readonly width: number
}

/** Current state of a chart for the handling of pointer events. */
interface PointerSubject {
  readonly figures: ChartFigures
  readonly pointing: ChartReading | undefined
  /** Shows the range during selection; undefined hides it. */
  readonly onStretch: (stretch: Stretch | undefined) => void
}

/**
 * Follows the pointer on a chart. Moving reads a category, dragging with a mouse selects a range of categories, and a
 * click chooses a band. A dragging finger scrolls the page.
 * @param subject is called at each event
 */
function followPointer(chart: EChartsType, subject: () => PointerSubject): void {
  const canvas = chart.getZr()
  let pressedAt: number | undefined
  const locate = ({ offsetX, offsetY }: PointerEvent): { category: number; height: number } | undefined => {
    const { categories } = subject().figures
    if (!chart.containPixel({ gridIndex: 0 }, [offsetX, offsetY])) return undefined
    const [category = 0, height = 0] = chart.convertFromPixel({ gridIndex: 0 }, [offsetX, offsetY])
    return { category: Math.min(Math.max(category, 0), categories.length - 1), height }
  }
  const xOf = (category: number): number => chart.convertToPixel({ xAxisIndex: 0 }, category)
  const drop = (): void => {
    if (pressedAt !== undefined) subject().onStretch(undefined)
    pressedAt = undefined
  }
  const draw = (from: number, to: number): void =>
    subject().onStretch({ left: Math.min(from, to), width: Math.abs(to - from) })
  const move = (event: PointerEvent): void => {
    const found = locate(event)
    const { pointing } = subject()
    pointing?.onPoint(found?.category)
    if (pressedAt !== undefined && found && pointing?.onRange && !event.event.zrByTouch)
      draw(xOf(pressedAt), xOf(found.category))
  }
  const release = (event: PointerEvent): void => {
    const { figures, pointing } = subject()
    const from = pressedAt
    const found = locate(event)
    drop()
    if (from === undefined || !found || !pointing) return
    const isDrag = Math.abs(xOf(found.category) - xOf(from)) >= DRAG_THRESHOLD && !event.event.zrByTouch
    if (isDrag) {
      pointing.onRange?.(Math.min(from, found.category), Math.max(from, found.category))
      return
    }
    const series = bandAt(figures, found.category, found.height)
    if (series) pointing.onBand?.(series, found.category)
  }
  canvas.on('mousemove', move)
  canvas.on('mousedown', (event: PointerEvent) => {
    pressedAt = locate(event)?.category
  })
  canvas.on('mouseup', release)
  canvas.on('globalout', () => {
    drop()
    subject().pointing?.onPoint(undefined)
  })
}

registerModules([
  AriaComponent,
  BarChart,
  CanvasRenderer,
  GridComponent,
  LegendComponent,
  LineChart,
  TooltipComponent,
])

/** Maximum width for the name of a bar, in CSS pixels. */
const NAME_WIDTH = { phone: 130, desktop: 280 }

interface ChartCanvasProps {
  readonly figures: ChartFigures
  readonly patterns: boolean
  /** In CSS pixels, or the height of the parent element. */
  readonly height: number | '100%'
  readonly pointing?: ChartReading | undefined
  readonly ref?: Ref<ChartPicture>
}

/** The drawn chart. echarts is large, so this file is loaded when a chart is first shown. */
export function ChartCanvas({ figures, patterns, height, pointing, ref }: ChartCanvasProps) {
  const tokens = useTokens()
  const most = usePhone() ? NAME_WIDTH.phone : NAME_WIDTH.desktop
  const drawn = useRef<EChartsType>(undefined)
  useImperativeHandle(ref, () => ({
    png: () => drawn.current?.getDataURL({ pixelRatio: 2, backgroundColor: tokens.surface }),
  }))
  const pointed = pointing !== undefined
  // The object stays the same without changes, so that moving the pointer does not redraw the chart.
  const option = useMemo(() => {
    const font = pageFont()
    const nameWidth = nameRoom(figures.categories, most, canvasMeasure(font, TICK_SIZE))
    return chartOptions(figures, tokens, { font, patterns, pointed, nameWidth })
  }, [figures, tokens, patterns, pointed, most])
  const [stretch, setStretch] = useState<Stretch>()
  const subject = useRef<PointerSubject>({ figures, pointing, onStretch: setStretch })
  useEffect(() => {
    subject.current = { figures, pointing, onStretch: setStretch }
  }, [figures, pointing])
  const category = pointing?.category
  useEffect(() => {
    if (!pointed) return
    drawn.current?.dispatchAction(
      category === undefined ? { type: 'hideTip' } : { type: 'showTip', seriesIndex: 0, dataIndex: category },
    )
  }, [pointed, category, option])
  return (
    <div className={styles.drawing} style={{ height }}>
      <EChart
        echarts={echarts}
        option={option}
        notMerge
        style={{ height }}
        onChartReady={(chart: EChartsType) => {
          drawn.current = chart
          if (pointed) followPointer(chart, () => subject.current)
        }}
      />
      {stretch ? <div className={styles.stretch} style={stretch} /> : null}
    </div>
  )
}
