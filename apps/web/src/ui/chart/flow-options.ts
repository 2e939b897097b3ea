import type { EChartsCoreOption } from 'echarts/core'
import type { Tokens } from '../tokens.ts'
import type { FlowFigures } from './flow-figures.ts'

/** Left and right side are apart: a place may give and take, and a picture of flows must not go round. */
const nodeName = (side: 'from' | 'to', place: string): string => `${side} ${place}`

/** CSS pixels. */
const NODE_WIDTH = 10
const NODE_GAP = 10

/**
 * Flows as echarts takes them, in the colours of one scheme.
 * @param labelWidth room for the name of a place, CSS pixels
 * @param font of the page
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
      // Drawn on the canvas: the other way writes HTML, which the page's policy refuses.
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
