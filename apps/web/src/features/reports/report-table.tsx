import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from 'antd'
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { nextSorting } from '../../lib/sorting.ts'
import { type DataColumn, QueryTable } from '../../ui/data-table/index.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PAGE_SIZES } from './report-state.ts'
import type { ReportRows } from './reports.query.ts'
import type { Report } from './use-report.ts'

const EncryptionNotice = lazy(async () => ({
  default: (await import('../../ui/encryption-notice.tsx')).EncryptionNotice,
}))

interface ReportTableProps<Row> {
  readonly report: Report
  /** The table's accessible name. */
  readonly label: string
  readonly query: UseQueryResult<ReportRows<Row>>
  readonly columns: readonly DataColumn<Row>[]
  readonly rowKey: (row: Row, index: number) => string
  /** Text for an empty report without filters. */
  readonly none: string
  /** Content instead of `none`, if the text is not enough. */
  readonly empty?: ReactNode
}

/** Rows of a report, sorted and paged by the server, with a next step if there are none. */
export function ReportTable<Row>(props: ReportTableProps<Row>) {
  const { report, label, query, columns, rowKey, none, empty } = props
  const { t } = useTranslation('reports')
  const { state, change, isFiltered } = report
  const total = query.data?.maxAssets ?? 0
  const lastPage = Math.max(1, Math.ceil(total / state.pageSize))
  const back = useEffectEvent((page: number) => change({ page }))
  // Rows may have left the report meanwhile. Past the end, the last page is shown.
  useEffect(() => {
    if (total > 0 && state.page > lastPage) back(lastPage)
  }, [total, state.page, lastPage])
  return (
    <div>
      <Suspense>
        {query.data?.unfiltered || query.data?.unsorted ? <EncryptionNotice limits={query.data} /> : null}
      </Suspense>
      <QueryTable
        boxed
        label={label}
        query={query}
        failed={t('failed')}
        columns={columns}
        density="history"
        pageOf={({ assets }) => ({ rows: assets, total })}
        rowKey={rowKey}
        sorting={state.sorting}
        onSort={(field) => change({ sorting: nextSorting(state.sorting, field) })}
        empty={
          isFiltered ? (
            <EmptyState
              boxed
              title={t('none.title')}
              why={t('none.filtered')}
              action={<Button onClick={() => change({ filters: {} })}>{t('none.reset')}</Button>}
            />
          ) : (
            (empty ?? <EmptyState boxed title={t('none.title')} why={none} />)
          )
        }
        page={state.page}
        pageSize={state.pageSize}
        sizes={{ options: PAGE_SIZES, label: t('rowsOnPage') }}
        onPage={(page, pageSize) => change({ page: pageSize === state.pageSize ? page : 1, pageSize })}
      />
    </div>
  )
}
