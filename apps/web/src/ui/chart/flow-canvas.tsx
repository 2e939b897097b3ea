import { SankeyChart } from 'echarts/charts'
import { AriaComponent, TooltipComponent } from 'echarts/components'
import * as echarts from 'echarts/core'
import { type EChartsType, use as registerModules } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import EChart from 'echarts-for-react/esm/core'
import { type Ref, useImperativeHandle, useMemo, useRef } from 'react'
import { usePhone } from '../../lib/use-media.ts'
import { useTokens } from '../scheme.ts'
import { pageFont } from './chart-font.ts'
import type { ChartPicture } from './chart-frame.tsx'
import type { FlowFigures } from './flow-figures.ts'
import { flowOptions } from './flow-options.ts'

registerModules([AriaComponent, CanvasRenderer, SankeyChart, TooltipComponent])

/** Width for the name of a place, in CSS pixels. */
const LABEL_WIDTH = { phone: 120, desktop: 260 }

interface FlowCanvasProps {
  readonly figures: FlowFigures
  /** In CSS pixels. */
  readonly height: number
  readonly ref: Ref<ChartPicture>
}

/** The drawn flows. echarts is large, so this file is loaded when flows are first shown. */
export function FlowCanvas({ figures, height, ref }: FlowCanvasProps) {
  const tokens = useTokens()
  const labelWidth = usePhone() ? LABEL_WIDTH.phone : LABEL_WIDTH.desktop
  const drawn = useRef<EChartsType>(undefined)
  useImperativeHandle(ref, () => ({
    png: () => drawn.current?.getDataURL({ pixelRatio: 2, backgroundColor: tokens.surface }),
  }))
  const option = useMemo(
    () => flowOptions(figures, tokens, labelWidth, pageFont()),
    [figures, tokens, labelWidth],
  )
  return (
    <EChart
      echarts={echarts}
      option={option}
      notMerge
      style={{ height }}
      onChartReady={(chart: EChartsType) => {
        drawn.current = chart
      }}
    />
  )
}
