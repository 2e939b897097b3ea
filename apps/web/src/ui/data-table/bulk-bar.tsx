import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { OnlineButton } from '../online-button.tsx'
import styles from './bulk-bar.module.css'

/** Action on all selected rows. */
export interface BulkAction<Row> {
  /** A verb: `Deactivate`. */
  readonly label: string
  readonly icon?: ReactNode
  readonly danger?: boolean
  readonly run: (rows: readonly Row[]) => void
}

/** Selected rows of a table and their actions. */
export interface Selection<Row> {
  /** Row keys. Rows of other pages stay selected when the page changes. */
  readonly selected: ReadonlySet<string>
  readonly onSelect: (keys: ReadonlySet<string>) => void
  /** Returns the name of a row's checkbox for screen readers: `Select Infusion Pump 0412`. */
  readonly nameOf: (row: Row) => string
  readonly actions: readonly BulkAction<Row>[]
}

interface BulkBarProps<Row> {
  readonly selection: Selection<Row>
  readonly rows: readonly { readonly key: string; readonly row: Row }[]
}

/** Bar above a table while rows are selected, with their number and their actions. */
export function BulkBar<Row>({ selection, rows }: BulkBarProps<Row>) {
  const { t } = useTranslation('common')
  const { selected, onSelect, actions } = selection
  if (selected.size === 0) return null
  const chosen = rows.filter(({ key }) => selected.has(key)).map(({ row }) => row)
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('table.selectedRows')}>
      <span role="status">{t('table.selected', { count: selected.size })}</span>
      {actions.map(({ label, icon, danger = false, run }) => (
        <OnlineButton
          key={label}
          type="text"
          size="small"
          danger={danger}
          icon={icon}
          onClick={() => run(chosen)}
        >
          {label}
        </OnlineButton>
      ))}
      <Button type="text" size="small" onClick={() => onSelect(new Set())}>
        {t('table.clearSelection')}
      </Button>
    </div>
  )
}
