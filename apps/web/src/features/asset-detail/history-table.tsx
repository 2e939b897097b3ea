import { Pagination, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { usePhone } from '../../lib/use-media.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import styles from './histories.module.css'

/** Rows on a page of a history (1 §9), and the sizes a dialog offers. */
export const HISTORY_PAGE = 5
const SIZES = [5, 10, 15]

interface HistoryTableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly query: {
    readonly data: { readonly assets: readonly Row[]; readonly maxAssets: number } | undefined
    readonly error: Error | null
    readonly isFetching: boolean
    readonly isPlaceholderData: boolean
    readonly refetch: () => unknown
  }
  readonly page: number
  readonly pageSize: number
  readonly onPage: (page: number, pageSize: number) => void
  readonly sizes?: boolean
}

/** One history, newest first, page by page. */
export function HistoryTable<Row extends { readonly Time: string }>(
  props: HistoryTableProps<Row>,
): ReactNode {
  const { label, columns, query, page, pageSize, onPage, sizes = false } = props
  const phone = usePhone()
  if (query.error && !query.data)
    return (
      <ErrorState
        title={`${label} could not be loaded`}
        cause={query.error}
        onRetry={() => query.refetch()}
        retrying={query.isFetching}
      />
    )
  if (!query.data)
    return (
      <div className={styles.bones}>
        <Skeleton active title={false} paragraph={{ rows: 5, width: '100%' }} />
      </div>
    )
  const { assets, maxAssets } = query.data
  const first = (page - 1) * pageSize + 1
  return (
    <>
      <RecordTable
        dense
        label={label}
        columns={columns}
        rows={assets}
        rowKey={(row, index) => `${row.Time}-${index}`}
        empty="Nothing was recorded yet."
        fading={query.isPlaceholderData}
      />
      {maxAssets > 0 ? (
        <nav className={styles.pager} aria-label={`Pages of ${label}`}>
          <span>
            {first}–{first + assets.length - 1} of {maxAssets}
          </span>
          <Pagination
            simple={phone}
            showLessItems
            current={page}
            pageSize={pageSize}
            total={maxAssets}
            showSizeChanger={sizes ? { 'aria-label': 'Rows on a page' } : false}
            pageSizeOptions={SIZES}
            locale={{ items_per_page: '/ page' }}
            onChange={onPage}
          />
        </nav>
      ) : null}
    </>
  )
}
