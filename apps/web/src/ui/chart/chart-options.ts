import type { EChartsCoreOption } from 'echarts/core'
import type { Tokens } from '../tokens.ts'
import type { ChartFigures, ChartMark, ChartSeries } from './chart-figures.ts'

/** Font size of the axes, in CSS pixels. */
export const TICK_SIZE = 12
/** In CSS pixels. */
const MAX_BAR = 18
/** Line height of a bar's name, which has at most two lines because more would not fit beside the bar. */
const NAME_LINE = 13
const NAME_LINES = 2
/** Approximate number of labels on the time axis. */
const NAMED_TICKS = 6

const seriesOption = (kind: ChartFigures['kind'], { name, step, values }: ChartSeries, t: Tokens) => ({
  name,
  type: kind === 'bars' ? 'bar' : 'line',
  stack: 'all',
  data: [...values],
  color: t.chart[step],
  ...(kind === 'bars'
    ? { barMaxWidth: MAX_BAR }
    : {
        showSymbol: false,
        symbol: 'circle',
        symbolSize: 8,
        lineStyle: { width: 2 },
        areaStyle: { opacity: 0.26 },
        emphasis: { itemStyle: { color: t.surface, borderColor: t.chart[step], borderWidth: 2 } },
      }),
})

/** Dash patterns of the reference lines, in turn: in the chart, and in the legend. */
const DASHES = [
  { type: [7, 5], icon: 'path://M0,5h5v2h-5zM7,5h5v2h-5z' },
  { type: [2, 4], icon: 'path://M0,5h2v2h-2zM5,5h2v2h-2zM10,5h2v2h-2z' },
] as const
const dashOf = (index: number) => DASHES[Math.min(index, DASHES.length - 1)] ?? DASHES[0]

/** Creates a reference line across the chart, distinguished by its dashes. */
const markOption = ({ name, value }: ChartMark, index: number, length: number, t: Tokens) => ({
  name,
  type: 'line',
  data: Array.from({ length }, () => value),
  color: t.text,
  showSymbol: false,
  symbol: 'none',
  lineStyle: { width: 1.5, type: [...dashOf(index).type] },
})

/** Look of a chart. */
interface ChartLook {
  /** Font of the page. */
  readonly font: string
  /** Adds a pattern to each series, so that the series differ without colour. */
  readonly patterns: boolean
  /** Width for the names of bars, in CSS pixels. */
  readonly nameWidth: number
  /** True if the page shows the values at the pointer. The chart then draws only the pointer's line and no legend. */
  readonly pointed?: boolean
}

/** Creates the echarts options of a chart in one colour scheme. */
export function chartOptions(
  { kind, categories, ticks, series, marks = [] }: ChartFigures,
  t: Tokens,
  { font, patterns, nameWidth, pointed = false }: ChartLook,
): EChartsCoreOption {
  const text = { color: t.text3, fontSize: TICK_SIZE }
  const category = {
    type: 'category',
    data: [...(ticks ?? categories)],
    axisLine: { lineStyle: { color: t.line } },
    axisTick: { show: false },
    axisLabel: {
      ...text,
      ...(kind === 'bars'
        ? {
            width: nameWidth,
            overflow: 'break',
            lineHeight: NAME_LINE,
            height: NAME_LINE * NAME_LINES,
            lineOverflow: 'truncate',
          }
        : {}),
      ...(ticks
        ? { interval: Math.max(0, Math.round(ticks.length / NAMED_TICKS) - 1), hideOverlap: true }
        : {}),
    },
    ...(kind === 'bars' ? { inverse: true } : { boundaryGap: false }),
  }
  const value = {
    type: 'value',
    minInterval: 1,
    axisLabel: text,
    splitLine: { lineStyle: { color: t.line } },
  }
  return {
    animation: false,
    aria: { enabled: true, decal: { show: patterns } },
    textStyle: { fontFamily: font },
    grid: { top: 8, right: 16, bottom: pointed ? 4 : 36, left: 8, containLabel: true },
    ...(pointed
      ? {}
      : {
          legend: {
            bottom: 0,
            icon: 'roundRect',
            itemWidth: 12,
            itemHeight: 12,
            textStyle: { color: t.text2 },
            data: [
              ...series.map(({ name }) => ({ name })),
              ...marks.map(({ name }, index) => ({ name, icon: dashOf(index).icon })),
            ],
          },
        }),
    tooltip: {
      trigger: 'axis',
      // Draws on the canvas. The other mode writes HTML, which the page's content security policy refuses.
      renderMode: 'richText',
      ...(pointed ? { triggerOn: 'none', showContent: false } : {}),
      axisPointer: {
        type: kind === 'bars' ? 'shadow' : 'line',
        ...(pointed ? { lineStyle: { color: t.text, type: 'solid' } } : {}),
      },
      backgroundColor: t.raised,
      borderColor: t.line,
      textStyle: { color: t.text, fontSize: 13 },
    },
    xAxis: kind === 'bars' ? value : category,
    yAxis: kind === 'bars' ? category : value,
    series: [
      ...series.map((item) => seriesOption(kind, item, t)),
      ...marks.map((mark, index) => markOption(mark, index, categories.length, t)),
    ],
  }
}
