import { Button, Checkbox, Popover } from 'antd'
import { Settings2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { session } from '../../lib/session/index.ts'
import { usePhone } from '../../lib/use-media.ts'
import type { DataColumn } from './data-column.ts'
import type { Density } from './data-table.tsx'
import styles from './table-menu.module.css'

/** What a person chose for one table; this browser remembers it. */
interface TableChoice {
  readonly hidden: readonly string[]
  readonly compact: boolean
}

const nothingChosen: TableChoice = { hidden: [], compact: false }
/** Several people may use one browser: each has a choice of their own. */
const keyOf = (table: string): string => {
  const person = session.read()?.userName
  return `wardtrack.table.${table}${person ? `.${person.toLowerCase()}` : ''}`
}

function readChoice(table: string): TableChoice {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(table)) ?? '{}')
    const { hidden, compact } = stored as Partial<TableChoice>
    return {
      hidden: Array.isArray(hidden) ? hidden.filter((hiddenTitle) => typeof hiddenTitle === 'string') : [],
      compact: compact === true,
    }
  } catch {
    return nothingChosen
  }
}

/**
 * The columns and the row height that a person chose for a table, and the menu in which that is chosen. On a phone
 * rows are cards: every column is shown and there is no menu.
 * @param table names the table where its choice is stored, for ever the same
 */
export function useTableView<Row>(
  table: string,
  columns: readonly DataColumn<Row>[],
  defaultDensity: Density = 'standard',
): { readonly columns: readonly DataColumn<Row>[]; readonly density: Density; readonly menu: ReactNode } {
  const phone = usePhone()
  const [choice, setChoice] = useState(() => readChoice(table))
  if (phone) return { columns, density: defaultDensity, menu: null }
  const change = (part: Partial<TableChoice>): void => {
    const next = { ...choice, ...part }
    setChoice(next)
    localStorage.setItem(keyOf(table), JSON.stringify(next))
  }
  const hides = ({ title, fixed }: DataColumn<Row>): boolean => !fixed && choice.hidden.includes(title)
  const visible = columns.filter((column) => !hides(column))
  return {
    // A choice that hides everything would leave nothing to choose from.
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
  const choosable = columns.filter(({ fixed }) => !fixed).map(({ title }) => title)
  const shown = choosable.filter((title) => !choice.hidden.includes(title))
  const toggle = (title: string): void =>
    onChange({
      hidden: shown.includes(title)
        ? [...choice.hidden, title]
        : choice.hidden.filter((hiddenTitle) => hiddenTitle !== title),
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
          {choosable.map((title) => (
            <Checkbox
              key={title}
              checked={shown.includes(title)}
              disabled={shown.length === 1 && shown.includes(title)}
              onChange={() => toggle(title)}
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
