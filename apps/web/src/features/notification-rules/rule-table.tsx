import { useQuery } from '@tanstack/react-query'
import type { NotificationRule, TableColumn } from '@wardtrack/contracts'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMayOpen } from '../../lib/access.ts'
import { api } from '../../lib/api.ts'
import { aliasesOf, useMetadata } from '../../lib/metadata.ts'
import { type DataColumn, useTableView } from '../../ui/data-table/index.ts'
import { RuleList, useRuleActionColumns, useRulePage } from '../rule-list/index.ts'
import { conditionText } from './condition-text.ts'
import { notificationRulesQuery } from './rules.query.ts'

/** Returns the columns of the rules, under the specification's names. */
function useRuleColumns(): readonly DataColumn<NotificationRule, TableColumn<'notification-rules'>>[] {
  const { t } = useTranslation('notification-rules')
  const mapping = useMetadata()
  const mayEdit = useMayOpen('add-ls-notify-rule')
  const actions = useRuleActionColumns<NotificationRule>({
    keyOf: ({ _id }) => _id,
    nameOf: ({ Name }) => Name,
    isEnabled: ({ Enabled }) => Enabled,
    enable: ({ _id }, Enabled) =>
      api.call('changeNotificationRule', { params: { id: _id }, body: { Enabled } }),
    remove: ({ _id }) => api.call('deleteNotificationRule', { params: { id: _id } }),
  })
  return [
    {
      title: t('column.name'),
      onPhone: 'main',
      wraps: true,
      cell: ({ _id, Name }) =>
        mayEdit ? <Link to={`/add-ls-notify-rule?rule=${encodeURIComponent(_id)}`}>{Name}</Link> : Name,
    },
    {
      name: 'assetType',
      title: t('column.assetType'),
      cell: ({ NotificationAssetType }) => aliasesOf(mapping, NotificationAssetType).type,
    },
    {
      name: 'field',
      title: t('column.field'),
      cell: ({ NotificationAssetType, NotificationField }) =>
        aliasesOf(mapping, NotificationAssetType).field(NotificationField),
    },
    {
      name: 'raiseValue',
      title: t('column.raiseValue'),
      cell: (rule) => conditionText(rule, mapping),
      wraps: true,
    },
    { name: 'priority', title: t('column.priority'), cell: ({ Priority }) => t(`priority.${Priority}`) },
    ...actions,
  ]
}

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

export { RuleTable as Page }
