import type { ReactNode } from 'react'
import styles from './record-table.module.css'

/**
 * One column. On a phone a row is two lines: `main` stands first, `end` at its right, the others below; a `wide` one
 * has a line of its own.
 */
export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  readonly onPhone?: 'main' | 'end' | 'wide' | 'hidden'
  readonly mono?: true
}

interface RecordTableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row, index: number) => string
  readonly empty: string
  /** 40 px for histories, 44 for other tables. */
  readonly dense?: boolean
  /** Older content that stands while newer is fetched. */
  readonly fading?: boolean
  /** A short page of rows stands whole instead of scrolling within 500 px. */
  readonly whole?: boolean
}

/** The console's one table: sunken head, no vertical lines, two-line rows on a phone. */
export function RecordTable<Row>(props: RecordTableProps<Row>) {
  const { label, columns, rows, rowKey, empty, dense = false, fading = false, whole = false } = props
  if (rows.length === 0) return <p className={styles.empty}>{empty}</p>
  return (
    <div className={`${styles.scroll} ${whole ? styles.whole : ''}`}>
      <table
        className={`${styles.table} ${dense ? styles.dense : ''} ${fading ? styles.fading : ''}`}
        aria-label={label}
      >
        <thead>
          <tr>
            {columns.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={rowKey(row, index)}>
              {columns.map(({ title, cell, onPhone, mono }) => (
                <td key={title} data-phone={onPhone} className={mono ? styles.mono : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
