import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Pager } from '../pager.tsx'
import { QueryState, type ShownQuery } from '../query-state.tsx'
import styles from './data-table.module.css'
import { DataTable, type DataTableProps } from './data-table.tsx'

interface QueryTableProps<Row, Loaded> extends Omit<DataTableProps<Row>, 'rows' | 'fading'> {
  readonly query: ShownQuery<Loaded> & { readonly isPlaceholderData: boolean }
  /** Returns the rows of a response, and the number of rows on all pages. */
  readonly pageOf: (loaded: Loaded) => { readonly rows: readonly Row[]; readonly total: number }
  /** Message of a failure, as a sentence: `Alerts could not be loaded`. */
  readonly failed: string
  /** Puts the table into a card, with its pager below. */
  readonly boxed?: boolean
  readonly page: number
  readonly pageSize: number
  readonly sizes?: { readonly options: readonly number[]; readonly label: string } | undefined
  /** Called with the new page and size. A new size starts at the first page. */
  readonly onPage: (page: number, pageSize: number) => void
}

/** A table of rows that the server pages and sorts: skeleton, error with a retry, empty state, rows and pager. */
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
