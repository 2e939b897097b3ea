import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMayOpen } from '../../lib/access.ts'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { type UrlSchema, urlNumber, useUrlState } from '../../lib/url-state.ts'
import { QueryTable, useTableView } from '../../ui/data-table/index.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageToolbar } from '../../ui/page-toolbar.tsx'
import { useRuleColumns } from './rule-columns.tsx'
import { notificationRulesQuery } from './rules.query.ts'

const SIZES = [5, 10, 15] as const
const schema: UrlSchema<{ readonly page: number; readonly pageSize: number }> = {
  page: urlNumber('page', 1),
  pageSize: urlNumber('size', 10, SIZES),
}

/** Every notification rule: what it watches, whether it is switched on, and the way to change it. */
export function RuleTable() {
  const { t } = useTranslation('notification-rules')
  const [{ page, pageSize }, change] = useUrlState(schema)
  const rules = useQuery(notificationRulesQuery(page, pageSize))
  const table = useTableView('notification-rules', useRuleColumns())
  const mayAdd = useMayOpen('add-ls-notify-rule')
  usePageRefresh(() => void rules.refetch())
  const add = mayAdd ? (
    <Button type="primary" href="#/add-ls-notify-rule" icon={<Plus size={16} aria-hidden />}>
      {t('add')}
    </Button>
  ) : null
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
        label={t('title')}
        query={rules}
        failed={t('failed')}
        columns={table.columns}
        density={table.density}
        pageOf={({ data, count }) => ({ rows: data, total: count })}
        rowKey={({ _id }) => _id}
        empty={<EmptyState title={t('none.title')} why={t('none.why')} action={add} />}
        page={page}
        pageSize={pageSize}
        sizes={{ options: SIZES, label: t('pageSize') }}
        onPage={(next, size) => change({ page: next, pageSize: size })}
      />
    </>
  )
}
