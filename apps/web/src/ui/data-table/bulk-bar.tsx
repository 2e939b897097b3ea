import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { OnlineButton } from '../online-button.tsx'
import styles from './bulk-bar.module.css'

/** Something that can be done with all selected rows. */
export interface BulkAction<Row> {
  /** A verb: `Deactivate`. */
  readonly label: string
  readonly icon?: ReactNode
  readonly danger?: boolean
  readonly run: (rows: readonly Row[]) => void
}

/** The selected rows of a table and what can be done with them. */
export interface Selection<Row> {
  /** Row keys; those of other pages stay selected while pages are turned. */
  readonly selected: ReadonlySet<string>
  readonly onSelect: (keys: ReadonlySet<string>) => void
  /** Name of a row's box for screen readers: `Select Infusion Pump 0412`. */
  readonly nameOf: (row: Row) => string
  readonly actions: readonly BulkAction<Row>[]
}

interface BulkBarProps<Row> {
  readonly selection: Selection<Row>
  readonly rows: readonly { readonly key: string; readonly row: Row }[]
}

/** Over the head of a table while rows are selected: how many, and what can be done with them. */
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
