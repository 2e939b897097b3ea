import type { MetaMapping, TableColumn } from '@wardtrack/contracts'
import { Button, Switch } from 'antd'
import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import { aliasesOf } from '../../lib/metadata.ts'
import { KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { useConfirm } from '../../lib/use-confirm.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import styles from './asset-rules.module.css'
import { storeRule, type TypedRule } from './asset-rules.query.ts'
import { fieldOfKey, ruleFields, valuesText } from './rule-fields.ts'
import { conditionsOf } from './rule-values.ts'

const invalidates = [[KEYS.rules]]

const sameRule = (a: TypedRule | undefined, b: TypedRule): boolean =>
  a?.assetType === b.assetType && a.ruleName === b.ruleName

/** The conditions of a rule in words: `Battery Level: Critical, Low; Location, level 2: Ward 4`. */
function conditionText(rule: TypedRule, mapping: MetaMapping | undefined): string {
  const fields = mapping ? ruleFields(mapping, rule.assetType) : []
  return conditionsOf(rule)
    .map(({ key, values }) => {
      const field = fieldOfKey(fields, key)
      return `${field.label}: ${valuesText(field, values)}`
    })
    .join('; ')
}

/** The columns of the asset rules. @param onEdit opens a rule */
export function useAssetRuleColumns(
  mapping: MetaMapping | undefined,
  onEdit: (rule: TypedRule) => void,
): readonly DataColumn<TypedRule, TableColumn<'asset-rules'>>[] {
  const { t } = useTranslation('asset-rules')
  const offline = useOfflineReason()
  const confirm = useConfirm()
  const enable = useApiMutation<TypedRule>({
    call: (rule) => storeRule({ ...rule, status: !rule.status }),
    success: (_answer, { ruleName, status }) =>
      status ? t('isOff', { name: ruleName }) : t('isOn', { name: ruleName }),
    invalidates,
  })
  const remove = useApiMutation<TypedRule, { message: string }>({
    call: ({ assetType, ruleName }) => api.call('removeRule', { body: { AssetType: assetType, ruleName } }),
    success: ({ message }) => message,
    invalidates,
  })
  const askToRemove = (rule: TypedRule): void =>
    confirm({
      title: t('delete.title', { name: rule.ruleName }),
      content: t('delete.content'),
      verb: t('delete.verb'),
      onConfirm: () => remove.mutateAsync(rule),
    })
  return [
    {
      title: t('column.name'),
      onPhone: 'main',
      wraps: true,
      cell: (rule) => (
        <button
          type="button"
          className={styles.open}
          onClick={() => onEdit(rule)}
          disabled={mapping === undefined}
        >
          {rule.ruleName}
        </button>
      ),
    },
    {
      name: 'assetType',
      title: t('column.assetType'),
      cell: ({ assetType }) => aliasesOf(mapping, assetType).type,
    },
    {
      name: 'conditions',
      title: t('column.conditions'),
      onPhone: 'wide',
      wraps: true,
      cell: (rule) => conditionText(rule, mapping),
    },
    {
      name: 'enabled',
      title: t('column.enabled'),
      onPhone: 'end',
      cell: (rule) => (
        <Switch
          size="small"
          checked={rule.status}
          aria-label={t('enabledOf', { name: rule.ruleName })}
          disabled={offline !== undefined}
          {...(offline === undefined ? {} : { title: offline })}
          loading={enable.isPending && sameRule(enable.variables, rule)}
          onChange={() => enable.mutate(rule)}
        />
      ),
    },
    {
      name: 'delete',
      title: t('column.delete'),
      onPhone: 'end',
      cell: (rule) => (
        <Button
          type="text"
          size="small"
          aria-label={t('deleteOf', { name: rule.ruleName })}
          disabled={offline !== undefined}
          title={offline}
          icon={<Trash2 size={16} strokeWidth={1.8} aria-hidden />}
          onClick={() => askToRemove(rule)}
        />
      ),
    },
  ]
}
