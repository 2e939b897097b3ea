import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTokens } from '../scheme.ts'
import { type ChartFigures, isEmptyChart } from './chart-figures.ts'
import styles from './mini-chart.module.css'

const ChartCanvas = lazy(async () => ({ default: (await import('./chart-canvas.tsx')).ChartCanvas }))

interface MiniChartProps {
  readonly title: string
  readonly figures: ChartFigures
}

/**
 * A chart without tools that fills its parent. The legend shows the values at the pointer, else the newest values.
 */
export function MiniChart({ title, figures }: MiniChartProps) {
  const { t } = useTranslation('common')
  const { chart } = useTokens()
  const [category, setCategory] = useState<number>()
  const { categories, series } = figures
  const shown = category ?? categories.length - 1
  return (
    <figure className={styles.figure} aria-label={title}>
      <figcaption className={styles.caption}>
        <b>{title}</b>
        {isEmptyChart(figures) ? null : (
          <ul className={styles.legend}>
            {series.map(({ name, step, values }) => (
              <li key={name}>
                <span className={styles.swatch} style={{ background: chart[step] }} aria-hidden />
                {name} <b>{values[shown] ?? '--'}</b>
              </li>
            ))}
          </ul>
        )}
      </figcaption>
      {isEmptyChart(figures) ? (
        <p className={styles.empty}>{t('blocks.chart.empty')}</p>
      ) : (
        <div className={styles.drawing} aria-hidden>
          <Suspense fallback={null}>
            <ChartCanvas
              figures={figures}
              patterns={false}
              height="100%"
              pointing={{ category, onPoint: setCategory }}
            />
          </Suspense>
        </div>
      )}
    </figure>
  )
}
