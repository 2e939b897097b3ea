import type { EChartsCoreOption } from 'echarts/core'
import type { Tokens } from '../tokens.ts'
import type { ChartFigures, ChartSeries } from './chart-figures.ts'

/** CSS pixels. */
const TICK_SIZE = 12
const MAX_BAR = 18

const seriesOption = (kind: ChartFigures['kind'], { name, step, values }: ChartSeries, t: Tokens) => ({
  name,
  type: kind === 'bars' ? 'bar' : 'line',
  stack: 'all',
  data: [...values],
  color: t.chart[step],
  ...(kind === 'bars'
    ? { barMaxWidth: MAX_BAR }
    : { showSymbol: false, lineStyle: { width: 2 }, areaStyle: { opacity: 0.26 } }),
})

/**
 * A chart as echarts takes it, in the colours of one scheme.
 * @param patterns draws a pattern on each series as well, so that it is told apart without colour
 */
export function chartOptions(
  { kind, categories, series }: ChartFigures,
  t: Tokens,
  patterns: boolean,
): EChartsCoreOption {
  const text = { color: t.text3, fontSize: TICK_SIZE }
  const category = {
    type: 'category',
    data: [...categories],
    axisLine: { lineStyle: { color: t.line } },
    axisTick: { show: false },
    axisLabel: { ...text, ...(kind === 'bars' ? { width: 150, overflow: 'truncate' } : {}) },
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
    textStyle: { fontFamily: 'inherit' },
    grid: { top: 8, right: 16, bottom: 36, left: 8, containLabel: true },
    legend: { bottom: 0, icon: 'roundRect', itemWidth: 12, itemHeight: 12, textStyle: { color: t.text2 } },
    tooltip: {
      trigger: 'axis',
      // Drawn on the canvas: the other way writes HTML, which the page's policy refuses.
      renderMode: 'richText',
      axisPointer: { type: kind === 'bars' ? 'shadow' : 'line' },
      backgroundColor: t.raised,
      borderColor: t.line,
      textStyle: { color: t.text, fontSize: 13 },
    },
    xAxis: kind === 'bars' ? value : category,
    yAxis: kind === 'bars' ? category : value,
    series: series.map((item) => seriesOption(kind, item, t)),
  }
}
