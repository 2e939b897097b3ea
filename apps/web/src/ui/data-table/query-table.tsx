import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Pager } from '../pager.tsx'
import { QueryState, type ShownQuery } from '../query-state.tsx'
import styles from './data-table.module.css'
import { DataTable, type DataTableProps } from './data-table.tsx'

interface QueryTableProps<Row, Loaded> extends Omit<DataTableProps<Row>, 'rows' | 'fading'> {
  readonly query: ShownQuery<Loaded> & { readonly isPlaceholderData: boolean }
  /** The rows of an answer, and how many there are on all pages. */
  readonly pageOf: (loaded: Loaded) => { readonly rows: readonly Row[]; readonly total: number }
  /** What failed, as a sentence: `Alerts could not be loaded`. */
  readonly failed: string
  /** The table stands in a card of its own, with its pager below. */
  readonly boxed?: boolean
  readonly page: number
  readonly pageSize: number
  readonly sizes?: { readonly options: readonly number[]; readonly label: string } | undefined
  /** Both numbers stay where the reader was, unless the size changes. */
  readonly onPage: (page: number, pageSize: number) => void
}

/** A table of rows that the server pages and sorts: skeleton, error with a retry, empty, rows and their pager. */
export function QueryTable<Row, Loaded>(props: QueryTableProps<Row, Loaded>): ReactNode {
  const { t } = useTranslation('common')
  const { query, pageOf, failed, boxed = false, page, pageSize, sizes, onPage, ...table } = props
  const frame = boxed ? styles.boxed : undefined
  return (
    <QueryState
      query={query}
      failed={failed}
      boxed={boxed}
      loading={
        <div className={`${styles.waiting} ${frame ?? ''}`}>
          <Skeleton active title={false} paragraph={{ rows: pageSize, width: '100%' }} />
        </div>
      }
    >
      {(loaded) => {
        const { rows, total } = pageOf(loaded)
        if (rows.length === 0) return <DataTable {...table} rows={rows} />
        return (
          <>
            <div className={frame}>
              <DataTable {...table} rows={rows} fading={query.isPlaceholderData} />
            </div>
            <Pager
              inPanel={!boxed}
              label={boxed ? t('pager.label') : t('pager.ofTable', { table: table.label })}
              page={page}
              pageSize={pageSize}
              total={total}
              shown={rows.length}
              sizes={sizes}
              onPage={onPage}
            />
          </>
        )
      }}
    </QueryState>
  )
}
