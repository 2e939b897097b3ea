import type { TableChoice, TableColumn, TableName } from '@wardtrack/contracts'
import { Button, Checkbox, Popover } from 'antd'
import { Settings2 } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../lib/create-store.ts'
import { chooseTableView, parseTableChoice, storedTableChoice } from '../../lib/table-choices.ts'
import { usePhone } from '../../lib/use-media.ts'
import type { DataColumn } from './data-column.ts'
import type { Density } from './data-table.tsx'
import styles from './table-menu.module.css'

/**
 * Returns the chosen columns and row height of a table, and the menu to choose them. On a phone rows are cards with
 * every column, and there is no menu. The choice is stored with the account, and in this browser for the first paint.
 */
export function useTableView<Row, Table extends TableName>(
  table: Table,
  columns: readonly DataColumn<Row, TableColumn<Table>>[],
  defaultDensity: Density = 'standard',
): { readonly columns: readonly DataColumn<Row>[]; readonly density: Density; readonly menu: ReactNode } {
  const phone = usePhone()
  const stored = useStore(useMemo(() => storedTableChoice(table), [table]))
  const choice = useMemo(() => parseTableChoice(stored), [stored])
  if (phone) return { columns, density: defaultDensity, menu: null }
  const change = (part: Partial<TableChoice>): void => chooseTableView(table, { ...choice, ...part })
  const hides = ({ name }: DataColumn<Row>): boolean => name !== undefined && choice.hidden.includes(name)
  const visible = columns.filter((column) => !hides(column))
  return {
    // A choice that hides every column is ignored.
    columns: visible.length > 0 ? visible : columns,
    density: choice.compact ? 'compact' : defaultDensity,
    menu: <TableMenu columns={columns} choice={choice} onChange={change} />,
  }
}

interface TableMenuProps<Row> {
  readonly columns: readonly DataColumn<Row>[]
  readonly choice: TableChoice
  readonly onChange: (part: Partial<TableChoice>) => void
}

function TableMenu<Row>({ columns, choice, onChange }: TableMenuProps<Row>) {
  const { t } = useTranslation('common')
  const [open, setOpen] = useState(false)
  const choosable = columns.flatMap(({ name, title }) => (name === undefined ? [] : [{ name, title }]))
  // Names of columns that no longer exist are not stored.
  const hidden = choosable.map(({ name }) => name).filter((name) => choice.hidden.includes(name))
  const toggle = (name: string): void =>
    onChange({
      hidden: hidden.includes(name) ? hidden.filter((hiddenName) => hiddenName !== name) : [...hidden, name],
    })
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      destroyOnHidden
      content={
        <div className={styles.menu} role="group" aria-label={t('table.menu')}>
          <p>{t('table.columns')}</p>
          {choosable.map(({ name, title }) => (
            <Checkbox
              key={name}
              checked={!hidden.includes(name)}
              disabled={hidden.length === choosable.length - 1 && !hidden.includes(name)}
              onChange={() => toggle(name)}
            >
              {title}
            </Checkbox>
          ))}
          <p>{t('table.rows')}</p>
          <Checkbox checked={choice.compact} onChange={({ target }) => onChange({ compact: target.checked })}>
            {t('table.compact')}
          </Checkbox>
        </div>
      }
    >
      <Button
        aria-label={t('table.columnsAndRows')}
        title={t('table.columnsAndRows')}
        aria-expanded={open}
        icon={<Settings2 size={16} strokeWidth={1.8} aria-hidden />}
      />
    </Popover>
  )
}
