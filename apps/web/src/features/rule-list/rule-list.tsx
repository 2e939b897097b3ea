import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { QueryTable, type useTableView } from '../../ui/data-table/index.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageToolbar } from '../../ui/page-toolbar.tsx'
import { PAGE_SIZES, type RulePage } from './rule-page-state.ts'

interface RuleListProps<Rule, Loaded> {
  readonly title: string
  /** Message of a failure, as a sentence. */
  readonly failed: string
  /** Empty state without rules. */
  readonly none: { readonly title: string; readonly why: string }
  readonly query: UseQueryResult<Loaded>
  readonly pageOf: (loaded: Loaded) => { readonly rows: readonly Rule[]; readonly total: number }
  readonly rowKey: (rule: Rule) => string
  readonly table: ReturnType<typeof useTableView<Rule, 'asset-rules' | 'notification-rules'>>
  readonly page: RulePage
  readonly onPage: (page: RulePage) => void
  /** Link to a new rule; null for users who may not create rules. */
  readonly add: ReactNode
}

/** A page of rules: the table with its pager, its columns, and the link to a new rule. */
export function RuleList<Rule, Loaded>(props: RuleListProps<Rule, Loaded>) {
  const { title, failed, none, query, pageOf, rowKey, table, page, onPage, add } = props
  const { t } = useTranslation('rule-list')
  usePageRefresh(() => void query.refetch())
  return (
    <>
      <PageToolbar
        actions={
          <>
            {table.menu}
            {add}
          </>
        }
      >
        {null}
      </PageToolbar>
      <QueryTable
        boxed
        label={title}
        query={query}
        failed={failed}
        columns={table.columns}
        density={table.density}
        pageOf={pageOf}
        rowKey={rowKey}
        empty={<EmptyState {...none} action={add} />}
        page={page.page}
        pageSize={page.pageSize}
        sizes={{ options: PAGE_SIZES, label: t('pageSize') }}
        onPage={(next, pageSize) => onPage({ page: next, pageSize })}
      />
    </>
  )
}
