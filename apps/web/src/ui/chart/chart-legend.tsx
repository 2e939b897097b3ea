import { useTokens } from '../scheme.ts'
import type { ChartFigures, ChartPointing } from './chart-figures.ts'
import styles from './chart-panel.module.css'

interface ChartLegendProps {
  readonly figures: ChartFigures
  readonly pointing: ChartPointing
}

/** Legend of the colours with the values at the pointer, or the last values without a pointer. */
export function ChartLegend({ figures, pointing }: ChartLegendProps) {
  const { chart } = useTokens()
  const category = pointing.category ?? figures.categories.length - 1
  return (
    <ul className={styles.legend}>
      {figures.series.map((series) => (
        <li key={series.name}>
          <button
            type="button"
            disabled={category < 0}
            title={pointing.bandLabel(series)}
            onClick={() => pointing.onBand(series, category)}
          >
            <span className={styles.swatch} style={{ background: chart[series.step] }} aria-hidden />
            {series.name} <b>{series.values[category] ?? '--'}</b>
          </button>
        </li>
      ))}
    </ul>
  )
}
