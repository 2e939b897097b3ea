import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type DataColumn, QueryTable } from '../../ui/data-table/index.ts'
import type { ShownQuery } from '../../ui/query-state.tsx'

/** Number of rows on a page of a history, and the page sizes of its dialog. */
export const HISTORY_PAGE = 5
const SIZES = [5, 10, 15]

interface HistoryTableProps<Row> {
  readonly label: string
  readonly columns: readonly DataColumn<Row>[]
  readonly query: ShownQuery<{ readonly assets: readonly Row[]; readonly maxAssets: number }> & {
    readonly isPlaceholderData: boolean
  }
  readonly page: number
  readonly pageSize: number
  readonly onPage: (page: number, pageSize: number) => void
  readonly sizes?: boolean
  /** True if the rows are limited to a period. */
  readonly limited?: boolean
}

/** One history, newest first, in pages. */
export function HistoryTable<Row extends { readonly Time: string }>(
  props: HistoryTableProps<Row>,
): ReactNode {
  const { t } = useTranslation('asset-detail')
  const { sizes = false, limited = false, label, ...table } = props
  return (
    <QueryTable
      {...table}
      label={label}
      density="history"
      failed={t('history.failed', { history: label })}
      pageOf={({ assets, maxAssets }) => ({ rows: assets, total: maxAssets })}
      rowKey={(row, index) => `${row.Time}-${index}`}
      empty={t(limited ? 'history.noneThen' : 'history.none')}
      sizes={sizes ? { options: SIZES, label: t('history.rowsOnPage') } : undefined}
    />
  )
}
