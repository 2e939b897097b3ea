import type { MetaMapping, TableColumn } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { aliasesOf } from '../../lib/metadata.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import { useRuleActionColumns } from '../rule-list/index.ts'
import styles from './asset-rules.module.css'
import { storeRule, type TypedRule } from './asset-rules.query.ts'
import { fieldOfKey, ruleFields, valuesText } from './rule-fields.ts'
import { conditionsOf } from './rule-values.ts'

/** Returns the key of a rule; names are unique within an asset type. */
export const assetRuleKey = ({ assetType, ruleName }: TypedRule): string => `${assetType} ${ruleName}`

/** Formats the conditions of a rule: `Battery Level: Critical, Low; Location, level 2: Ward 4`. */
function conditionText(rule: TypedRule, mapping: MetaMapping | undefined): string {
  const fields = mapping ? ruleFields(mapping, rule.assetType) : []
  return conditionsOf(rule)
    .map(({ key, values }) => {
      const field = fieldOfKey(fields, key)
      return `${field.label}: ${valuesText(field, values)}`
    })
    .join('; ')
}

/** Returns the columns of the asset rules. @param onEdit opens a rule */
export function useAssetRuleColumns(
  mapping: MetaMapping | undefined,
  onEdit: (rule: TypedRule) => void,
): readonly DataColumn<TypedRule, TableColumn<'asset-rules'>>[] {
  const { t } = useTranslation('asset-rules')
  const actions = useRuleActionColumns<TypedRule>({
    keyOf: assetRuleKey,
    nameOf: ({ ruleName }) => ruleName,
    isEnabled: ({ status }) => status,
    enable: (rule, status) => storeRule({ ...rule, status }),
    remove: ({ assetType, ruleName }) => api.call('removeRule', { body: { AssetType: assetType, ruleName } }),
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
    ...actions,
  ]
}
