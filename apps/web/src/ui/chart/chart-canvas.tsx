import { BarChart, LineChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import * as echarts from 'echarts/core'
import { type EChartsType, use as registerModules } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import EChart from 'echarts-for-react/esm/core'
import { type Ref, useImperativeHandle, useRef } from 'react'
import { useTokens } from '../scheme.ts'
import type { ChartFigures } from './chart-figures.ts'
import { chartOptions } from './chart-options.ts'

registerModules([
  AriaComponent,
  BarChart,
  CanvasRenderer,
  GridComponent,
  LegendComponent,
  LineChart,
  TooltipComponent,
])

/** What can be asked of a drawn chart. */
export interface ChartPicture {
  /** The chart as a PNG, as a data URL. */
  readonly png: () => string | undefined
}

interface ChartCanvasProps {
  readonly figures: ChartFigures
  readonly patterns: boolean
  /** CSS pixels. */
  readonly height: number
  readonly ref: Ref<ChartPicture>
}

/** The drawn chart. echarts is large: this file is loaded once a chart is shown. */
export function ChartCanvas({ figures, patterns, height, ref }: ChartCanvasProps) {
  const tokens = useTokens()
  const drawn = useRef<EChartsType>(undefined)
  useImperativeHandle(ref, () => ({
    png: () => drawn.current?.getDataURL({ pixelRatio: 2, backgroundColor: tokens.surface }),
  }))
  return (
    <EChart
      echarts={echarts}
      option={chartOptions(figures, tokens, patterns)}
      notMerge
      style={{ height }}
      onChartReady={(chart: EChartsType) => {
        drawn.current = chart
      }}
    />
  )
}
