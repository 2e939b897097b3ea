import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import styles from './filters.module.css'

/** A set filter, shown as a chip. */
export interface FilterChip {
  readonly key: string
  /** Name of the filter: `Category`. */
  readonly label: string
  /** Value of the filter: `Large volume pump`. */
  readonly text: string
  readonly onRemove: () => void
}

interface FilterChipsProps {
  readonly chips: readonly FilterChip[]
  readonly onReset: () => void
}

/** The set filters, each with a remove button; renders nothing without filters. */
export function FilterChips({ chips, onReset }: FilterChipsProps) {
  const { t } = useTranslation('common')
  if (chips.length === 0) return null
  return (
    <ul className={styles.chips} aria-label={t('blocks.filters.on')}>
      {chips.map(({ key, label, text, onRemove }) => (
        <li key={key} className={styles.chip}>
          <span>{label}:</span> <b>{text}</b>
          <button type="button" aria-label={t('blocks.filters.remove', { label })} onClick={onRemove}>
            <X size={14} aria-hidden />
          </button>
        </li>
      ))}
      <li>
        <button type="button" className={styles.reset} onClick={onReset}>
          {t('blocks.filters.reset')}
        </button>
      </li>
    </ul>
  )
}
