import { SankeyChart } from 'echarts/charts'
import { AriaComponent, TooltipComponent } from 'echarts/components'
import * as echarts from 'echarts/core'
import { type EChartsCoreOption, type EChartsType, use as registerModules } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import EChart from 'echarts-for-react/esm/core'
import { type Ref, useImperativeHandle, useMemo, useRef } from 'react'
import { usePhone } from '../../lib/use-media.ts'
import { useTokens } from '../scheme.ts'
import type { Tokens } from '../tokens.ts'
import { pageFont } from './chart-font.ts'
import type { ChartPicture } from './chart-frame.tsx'
import type { FlowFigures } from './flow-figures.ts'

/** Left and right nodes have different names: a place may be on both sides, and the diagram allows no cycles. */
const nodeName = (side: 'from' | 'to', place: string): string => `${side} ${place}`

/** In CSS pixels. */
const NODE_WIDTH = 10
const NODE_GAP = 10

/**
 * Creates the echarts options of a flow diagram in one colour scheme.
 * @param labelWidth width for the name of a place, in CSS pixels
 * @param font font of the page
 */
export function flowOptions(
  { flows, nameOf }: FlowFigures,
  t: Tokens,
  labelWidth: number,
  font: string,
): EChartsCoreOption {
  const nodes = (side: 'from' | 'to', colour: string, position: 'left' | 'right') =>
    [...new Set(flows.map((flow) => flow[side]))].map((place) => ({
      name: nodeName(side, place),
      itemStyle: { color: colour, borderWidth: 0 },
      label: { position, formatter: nameOf(place).replaceAll(/[{}]/g, '') },
    }))
  return {
    animation: false,
    aria: { enabled: true },
    textStyle: { fontFamily: font },
    tooltip: {
      // Draws on the canvas. The other mode writes HTML, which the page's content security policy refuses.
      renderMode: 'richText',
      backgroundColor: t.raised,
      borderColor: t.line,
      textStyle: { color: t.text, fontSize: 13 },
    },
    series: [
      {
        type: 'sankey',
        left: 4,
        right: 4,
        top: 8,
        bottom: 8,
        nodeWidth: NODE_WIDTH,
        nodeGap: NODE_GAP,
        draggable: false,
        emphasis: { focus: 'adjacency' },
        label: { color: t.text, fontSize: 12, width: labelWidth, overflow: 'truncate' },
        lineStyle: { color: 'source', opacity: 0.3, curveness: 0.5 },
        data: [...nodes('from', t.chart[2], 'right'), ...nodes('to', t.chart[3], 'left')],
        links: flows.map(({ from, to, count }) => ({
          source: nodeName('from', from),
          target: nodeName('to', to),
          value: count,
          tooltip: { formatter: `${nameOf(from)} > ${nameOf(to)}: ${count}` },
        })),
      },
    ],
  }
}

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
