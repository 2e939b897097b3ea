import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/i18n/formats.ts'
import type { ChartStep } from '../../ui/chart/chart-figures.ts'
import styles from './dashboard.module.css'
import { useTilePlace } from './tile-place.ts'

/** A row of bars: its name, and the count of each part. */
export interface BarRow {
  readonly key: string
  readonly name: ReactNode
  readonly parts: readonly { readonly count: number; readonly step: ChartStep }[]
}

/** Number of rows that fit into a tile of each size. */
const ROWS = { small: 5, medium: 5, large: 12 } as const

interface BarListProps {
  readonly label: string
  readonly rows: readonly BarRow[]
}

/** Counts as bars with numbers; rows that do not fit are counted. */
export function BarList({ label, rows }: BarListProps) {
  const { t } = useTranslation('dashboard')
  const { size } = useTilePlace()
  const totalOf = ({ parts }: BarRow): number => parts.reduce((sum, { count }) => sum + count, 0)
  const most = Math.max(1, ...rows.map(totalOf))
  const isCut = rows.length > ROWS[size]
  const shown = isCut ? rows.slice(0, ROWS[size] - 1) : rows
  return (
    <ul className={styles.bars} aria-label={label}>
      {shown.map((row) => (
        <li key={row.key}>
          <span className={styles.name}>{row.name}</span>
          <span className={styles.track} aria-hidden>
            {row.parts.map(({ count, step }) => (
              <span
                key={step}
                style={{ width: `${(count / most) * 100}%`, background: `var(--c-chart-${step + 1})` }}
              />
            ))}
          </span>
          <b>{formatNumber(totalOf(row))}</b>
        </li>
      ))}
      {isCut ? <li className={styles.others}>{t('more', { count: rows.length - shown.length })}</li> : null}
    </ul>
  )
}
