import { BarChart, LineChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import * as echarts from 'echarts/core'
import { type EChartsType, use as registerModules } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import EChart from 'echarts-for-react/esm/core'
import { type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { usePhone } from '../../lib/use-media.ts'
import { useTokens } from '../scheme.ts'
import type { ChartFigures, ChartReading } from './chart-figures.ts'
import { canvasMeasure, nameRoom, pageFont } from './chart-font.ts'
import type { ChartPicture } from './chart-frame.tsx'
import { chartOptions, TICK_SIZE } from './chart-options.ts'
import styles from './chart-panel.module.css'
import { followPointer, type PointerSubject, type Stretch } from './chart-pointer.ts'

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
