import type { ChartPoint } from '@wardtrack/contracts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMetadata } from '../../lib/metadata.ts'
import type { ChartFigures } from '../../ui/chart/chart-figures.ts'
import { ChartPanel } from '../../ui/chart/chart-panel.tsx'
import { CHART_FAMILIES, type ChartBand, type ChartFamily, familyFigures } from './chart-families.ts'
import styles from './status-vs-time.module.css'

/** In CSS pixels: four charts fill a screen. */
const CHART_HEIGHT = 230

interface StateChartsProps {
  readonly points: readonly ChartPoint[]
  /** True while the points are fetched; the charts reserve their space. */
  readonly isLoading?: boolean
  /** Point at the pointer in all charts; undefined without a pointer. */
  readonly category: number | undefined
  readonly onPoint: (category: number | undefined) => void
  /** Called when a range of points was selected, both ends included. */
  readonly onRange: (from: number, to: number) => void
  readonly onBand: (family: ChartFamily, band: ChartBand, category: number) => void
}

/** The four charts of states over time. One pointer reads all of them. */
export function StateCharts({ points, ...pointer }: StateChartsProps) {
  const mapping = useMetadata()
  const charts = useMemo(
    () => CHART_FAMILIES.map((family) => ({ family, figures: familyFigures(family, points, mapping) })),
    [points, mapping],
  )
  return (
    <div className={styles.charts}>
      {charts.map(({ family, figures }) => (
        <StateChart key={family.key} family={family} figures={figures} {...pointer} />
      ))}
    </div>
  )
}

interface StateChartProps extends Omit<StateChartsProps, 'points'> {
  readonly family: ChartFamily
  readonly figures: ChartFigures
}

function StateChart({
  family,
  figures,
  isLoading = false,
  category,
  onPoint,
  onRange,
  onBand,
}: StateChartProps) {
  const { t } = useTranslation('reports')
  return (
    <ChartPanel
      title={t(`chart.${family.key}`)}
      figures={figures}
      height={CHART_HEIGHT}
      isLoading={isLoading}
      extra={<span className={styles.scale}>{t('chart.scale')}</span>}
      pointing={{
        category,
        onPoint,
        onRange,
        bandLabel: ({ name }) => t('chart.assetsOf', { name }),
        onBand: (series, chosen) => {
          const band = family.bands[figures.series.indexOf(series)]
          if (band) onBand(family, band, chosen)
        },
      }}
    />
  )
}
