import { Switch } from 'antd'
import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import { KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { useConfirm } from '../../lib/use-confirm.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import { OnlineButton } from '../../ui/online-button.tsx'

interface RuleActions<Rule> {
  /** Returns the key of a rule. */
  readonly keyOf: (rule: Rule) => string
  readonly nameOf: (rule: Rule) => string
  readonly isEnabled: (rule: Rule) => boolean
  readonly enable: (rule: Rule, enabled: boolean) => Promise<unknown>
  readonly remove: (rule: Rule) => Promise<{ message: string }>
}

const invalidates = [[KEYS.rules]]

/** Returns the columns to switch a rule on and off, and to delete it after a confirmation. */
export function useRuleActionColumns<Rule>(
  actions: RuleActions<Rule>,
): readonly DataColumn<Rule, 'enabled' | 'delete'>[] {
  const { keyOf, nameOf, isEnabled } = actions
  const { t } = useTranslation('rule-list')
  const offline = useOfflineReason()
  const confirm = useConfirm()
  const enable = useApiMutation<Rule>({
    call: (rule) => actions.enable(rule, !isEnabled(rule)),
    success: (_answer, rule) => t(isEnabled(rule) ? 'isOff' : 'isOn', { name: nameOf(rule) }),
    invalidates,
  })
  const remove = useApiMutation<Rule, { message: string }>({
    call: actions.remove,
    success: ({ message }) => message,
    invalidates,
  })
  const askToRemove = (rule: Rule): void =>
    confirm({
      title: t('delete.title', { name: nameOf(rule) }),
      content: t('delete.content'),
      verb: t('delete.verb'),
      onConfirm: () => remove.mutateAsync(rule),
    })
  return [
    {
      name: 'enabled',
      title: t('column.enabled'),
      onPhone: 'end',
      cell: (rule) => (
        <Switch
          size="small"
          checked={isEnabled(rule)}
          aria-label={t('enabledOf', { name: nameOf(rule) })}
          disabled={offline !== undefined}
          {...(offline === undefined ? {} : { title: offline })}
          loading={enable.isPending && keyOf(enable.variables) === keyOf(rule)}
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
          aria-label={t('deleteOf', { name: nameOf(rule) })}
          icon={<Trash2 size={16} strokeWidth={1.8} aria-hidden />}
          onClick={() => askToRemove(rule)}
        />
      ),
    },
  ]
}
