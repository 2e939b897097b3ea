import type { NotificationRule, TableColumn } from '@wardtrack/contracts'
import { Switch } from 'antd'
import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMayOpen } from '../../lib/access.ts'
import { api } from '../../lib/api.ts'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import { aliasesOf, useMetadata } from '../../lib/metadata.ts'
import { KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { useConfirm } from '../../lib/use-confirm.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import { OnlineButton } from '../../ui/online-button.tsx'
import { conditionText } from './condition-text.ts'

const invalidates = [[KEYS.rules]]

/** The columns of the rules, under the names that the specification gives them. */
export function useRuleColumns(): readonly DataColumn<NotificationRule, TableColumn<'notification-rules'>>[] {
  const { t } = useTranslation('notification-rules')
  const mapping = useMetadata()
  const mayEdit = useMayOpen('add-ls-notify-rule')
  const offline = useOfflineReason()
  const confirm = useConfirm()
  const enable = useApiMutation<NotificationRule>({
    call: ({ _id, Enabled }) =>
      api.call('changeNotificationRule', { params: { id: _id }, body: { Enabled: !Enabled } }),
    success: (_answer, { Name, Enabled }) =>
      Enabled ? t('isOff', { name: Name }) : t('isOn', { name: Name }),
    invalidates,
  })
  const remove = useApiMutation<NotificationRule, { message: string }>({
    call: ({ _id }) => api.call('deleteNotificationRule', { params: { id: _id } }),
    success: ({ message }) => message,
    invalidates,
  })
  const askToRemove = (rule: NotificationRule): void =>
    confirm({
      title: t('delete.title', { name: rule.Name }),
      content: t('delete.content'),
      verb: t('delete.verb'),
      onConfirm: () => remove.mutateAsync(rule),
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
    {
      name: 'enabled',
      title: t('column.enabled'),
      onPhone: 'end',
      cell: (rule) => (
        <Switch
          size="small"
          checked={rule.Enabled}
          aria-label={t('enabledOf', { name: rule.Name })}
          disabled={offline !== undefined}
          {...(offline === undefined ? {} : { title: offline })}
          loading={enable.isPending && enable.variables._id === rule._id}
          onChange={() => enable.mutate(rule)}
        />
      ),
    },
    {
      name: 'delete',
      title: t('column.delete'),
      onPhone: 'end',
      cell: (rule) => (
        <OnlineButton
          type="text"
          size="small"
          aria-label={t('deleteOf', { name: rule.Name })}
          icon={<Trash2 size={16} strokeWidth={1.8} aria-hidden />}
          onClick={() => askToRemove(rule)}
        />
      ),
    },
  ]
}
