import type { ScalingStatus } from '@wardtrack/contracts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { clockTime, dateTime } from '../../lib/time.ts'
import type { ChartSeries } from '../../ui/chart/chart-figures.ts'
import { ChartPanel } from '../../ui/chart/chart-panel.tsx'

type Minutes = ScalingStatus['minutes']

/** Reads through Redis and pushed items through Kafka in each minute of the last hour. */
export function ScalingCharts({ minutes }: { readonly minutes: Minutes }) {
  const { t } = useTranslation('scaling')
  const [reads, items] = useMemo(() => {
    const series = (
      name: string,
      step: ChartSeries['step'],
      member: Exclude<keyof Minutes[number], 'at'>,
    ) => ({
      name,
      step,
      values: minutes.map((minute) => minute[member]),
    })
    const figures = (rows: ChartSeries[]) => ({
      kind: 'lines' as const,
      categoryTitle: t('charts.minute'),
      categories: minutes.map(({ at }) => dateTime(at)),
      ticks: minutes.map(({ at }) => clockTime(at)),
      series: rows,
    })
    return [
      figures([
        series(t('charts.unanswered'), 0, 'unanswered'),
        series(t('charts.misses'), 2, 'misses'),
        series(t('charts.hits'), 4, 'hits'),
      ]),
      figures([series(t('charts.lag'), 1, 'lag'), series(t('charts.applied'), 3, 'applied')]),
    ] as const
  }, [minutes, t])
  return (
    <>
      <ChartPanel title={t('charts.reads')} figures={reads} height={220} />
      <ChartPanel title={t('charts.items')} figures={items} height={220} />
    </>
  )
}
