import type { NotificationRule, TableColumn } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMayOpen } from '../../lib/access.ts'
import { api } from '../../lib/api.ts'
import { aliasesOf, useMetadata } from '../../lib/metadata.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import { useRuleActionColumns } from '../rule-list/index.ts'
import { conditionText } from './condition-text.ts'

/** Returns the columns of the rules, under the specification's names. */
export function useRuleColumns(): readonly DataColumn<NotificationRule, TableColumn<'notification-rules'>>[] {
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
