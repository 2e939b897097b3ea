import { Button, Table, type TableColumnType } from 'antd'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sorting } from '../../lib/sorting.ts'
import { usePhone } from '../../lib/use-media.ts'
import { OnlineButton } from '../online-button.tsx'
import { useScrollStop } from '../use-scroll-stop.ts'
import type { DataColumn } from './data-column.ts'
import styles from './data-table.module.css'

/** Action on all selected rows. */
interface BulkAction<Row> {
  /** A verb: `Deactivate`. */
  readonly label: string
  readonly icon?: ReactNode
  readonly danger?: boolean
  readonly run: (rows: readonly Row[]) => void
}

/** Selected rows of a table and their actions. */
interface Selection<Row> {
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
function BulkBar<Row>({ selection, rows }: BulkBarProps<Row>) {
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

/** Height of a row: 44 px by default, 40 for histories, 32 for the compact view. */
export type Density = 'standard' | 'history' | 'compact'

/** Common properties of tables of fetched rows and of local rows. */
export interface DataTableProps<Row> {
  /** The table's accessible name. */
  readonly label: string
  readonly columns: readonly DataColumn<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row, index: number) => string
  /** Content in place of missing rows: a sentence, or an empty state. */
  readonly empty: ReactNode
  readonly density?: Density
  /** True while the rows are of another page and the requested page is being fetched. */
  readonly fading?: boolean
  /** Shows all rows on the page, instead of scrolling within 500 px under a sticky head. */
  readonly whole?: boolean
  /** Current order of the rows, from the server. */
  readonly sorting?: Sorting
  /** Requests another order by the column's `sortField`. */
  readonly onSort?: (sortField: string) => void
  readonly selection?: Selection<Row>
}

type Keyed<Row> = { readonly key: string; readonly row: Row }

const arrow = ({ sortOrder }: { sortOrder: 'ascend' | 'descend' | null }): ReactNode =>
  sortOrder === null ? null : sortOrder === 'ascend' ? <ArrowUp size={15} /> : <ArrowDown size={15} />

function antdColumn<Row>(column: DataColumn<Row>, sorting: Sorting | undefined): TableColumnType<Keyed<Row>> {
  const { title, cell, onPhone, named, wraps, mono, sortField, sticky, width } = column
  const sorted = sortField !== undefined && sorting?.sortField === sortField
  return {
    key: sortField ?? title,
    title,
    render: (_, { row }) => cell(row),
    onCell: () =>
      ({
        'data-phone': onPhone,
        ...(named ? { 'data-title': title } : {}),
        ...(wraps ? { 'data-wraps': '' } : {}),
      }) as object,
    ...(mono ? { className: styles.mono ?? '' } : {}),
    ...(width === undefined ? {} : { width }),
    ...(sticky ? { fixed: sticky } : {}),
    ...(sortField !== undefined && sorting
      ? {
          sorter: true,
          sortDirections: ['ascend', 'descend', 'ascend'],
          sortOrder: sorted ? (sorting.sortDirection === 1 ? 'ascend' : 'descend') : null,
          sortIcon: arrow,
          showSorterTooltip: false,
        }
      : {}),
  }
}

/** The console's table: sunken head, no vertical lines. On a phone each row is a card. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { t } = useTranslation('common')
  const { label, columns, rows, rowKey, empty, density = 'standard', fading = false, whole = false } = props
  const { sorting, onSort, selection } = props
  const phone = usePhone()
  const shown = useMemo(() => columns.map((column) => antdColumn(column, sorting)), [columns, sorting])
  const keyed = rows.map((row, index) => ({ key: rowKey(row, index), row }))
  const frame = useRef<HTMLDivElement>(null)
  useScrollStop(frame, { label, selector: '.ant-table-content', isFilled: rows.length > 0 })
  if (rows.length === 0)
    return typeof empty === 'string' ? <p className={styles.empty}>{empty}</p> : <>{empty}</>
  const sideways = !phone && columns.some(({ sticky }) => sticky !== undefined)
  const looks = [
    styles.frame,
    styles[density],
    whole && styles.whole,
    fading && styles.fading,
    sideways && styles.sideways,
  ]
  return (
    <div ref={frame} className={looks.filter(Boolean).join(' ')}>
      {selection ? <BulkBar selection={selection} rows={keyed} /> : null}
      <Table<Keyed<Row>>
        aria-label={label}
        aria-busy={fading}
        columns={shown}
        dataSource={keyed}
        pagination={false}
        {...(sideways ? { scroll: { x: 'max-content' as const } } : {})}
        {...(selection
          ? {
              rowSelection: {
                columnWidth: 48,
                preserveSelectedRowKeys: true,
                selectedRowKeys: [...selection.selected],
                onChange: (keys: readonly unknown[]) => selection.onSelect(new Set(keys.map(String))),
                getCheckboxProps: ({ row }: Keyed<Row>) => ({ 'aria-label': selection.nameOf(row) }),
                getTitleCheckboxProps: () => ({ 'aria-label': t('table.selectAll') }),
              },
            }
          : {})}
        onChange={(_pagination, _filters, sorter) => {
          const [field] = [sorter].flat().map(({ columnKey }) => columnKey)
          if (typeof field === 'string') onSort?.(field)
        }}
      />
    </div>
  )
}
