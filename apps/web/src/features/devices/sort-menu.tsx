import { Button, Dropdown } from 'antd'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { entriesOf, localAlias, useMetadata } from '../../lib/metadata.ts'
import type { Sorting } from '../../lib/sorting.ts'
import styles from './devices.module.css'

interface SortMenuProps {
  readonly sorting: Sorting
  readonly onSort: (column: string) => void
}

/**
 * Menu of the equipment fields by alias. The same field again reverses the order, another one keeps the direction.
 */
export function SortMenu({ sorting, onSort }: SortMenuProps) {
  const { t } = useTranslation('devices')
  const entries = entriesOf(useMetadata(), 'Equipment')
  const Arrow = sorting.sortDirection === 1 ? ArrowUp : ArrowDown
  const direction = sorting.sortDirection === 1 ? t('sort.ascending') : t('sort.descending')
  const sorted = entries.find(([, entry]) => entry.Model === sorting.sortField)?.[1].Alias
  const current = sorted === undefined ? t('sort.name') : localAlias(sorted)
  const items = entries.map(([, entry]) => ({
    key: entry.Model,
    label: (
      <span className={styles.sortItem}>
        {localAlias(entry.Alias)}
        {entry.Model === sorting.sortField ? <Arrow size={15} aria-hidden /> : null}
      </span>
    ),
  }))
  return (
    <Dropdown
      autoFocus
      trigger={['click']}
      placement="bottomRight"
      menu={{ items, selectable: true, selectedKeys: [sorting.sortField], onClick: ({ key }) => onSort(key) }}
    >
      <Button
        className={styles.pill ?? ''}
        aria-label={t('sort.label', { field: current, direction })}
        disabled={entries.length === 0}
      >
        <span className={styles.about}>{t('sort.about')}</span> {current}
        <Arrow size={16} aria-hidden />
      </Button>
    </Dropdown>
  )
}
