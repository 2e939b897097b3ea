import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMayOpen } from '../../lib/access.ts'
import { useTableView } from '../../ui/data-table/index.ts'
import { RuleList, useRulePage } from '../rule-list/index.ts'
import { useRuleColumns } from './rule-columns.tsx'
import { notificationRulesQuery } from './rules.query.ts'

/** List of all notification rules with their conditions, a switch, and editing. */
export function RuleTable() {
  const { t } = useTranslation('notification-rules')
  const [shown, change] = useRulePage()
  const rules = useQuery(notificationRulesQuery(shown.page, shown.pageSize))
  const table = useTableView('notification-rules', useRuleColumns())
  const mayAdd = useMayOpen('add-ls-notify-rule')
  const add = mayAdd ? (
    <Button type="primary" href="#/add-ls-notify-rule" icon={<Plus size={16} aria-hidden />}>
      {t('add')}
    </Button>
  ) : null
  return (
    <RuleList
      title={t('title')}
      failed={t('failed')}
      none={{ title: t('none.title'), why: t('none.why') }}
      query={rules}
      pageOf={({ data, count }) => ({ rows: data, total: count })}
      rowKey={({ _id }) => _id}
      table={table}
      page={shown}
      onPage={change}
      add={add}
    />
  )
}
