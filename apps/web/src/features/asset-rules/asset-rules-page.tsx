import { useQuery } from '@tanstack/react-query'
import type { MetaMapping, TableColumn } from '@wardtrack/contracts'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { aliasesOf, useMetadata } from '../../lib/metadata.ts'
import { type DataColumn, useTableView } from '../../ui/data-table/index.ts'
import { OnlineButton } from '../../ui/online-button.tsx'
import { RuleList, useRuleActionColumns, useRulePage } from '../rule-list/index.ts'
import styles from './asset-rules.module.css'
import { assetRulesQuery, storeRule, type TypedRule } from './asset-rules.query.ts'
import { fieldOfKey, ruleFields, valuesText } from './rule-fields.ts'
import { conditionsOf } from './rule-values.ts'

/** Returns the key of a rule; names are unique within an asset type. */
const assetRuleKey = ({ assetType, ruleName }: TypedRule): string => `${assetType} ${ruleName}`

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
function useAssetRuleColumns(
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

// Loaded with the first rule that is opened.
const AssetRuleDialog = lazy(async () => ({
  default: (await import('./asset-rule-dialog.tsx')).AssetRuleDialog,
}))

/** List of asset rules with their conditions, a switch, and editing. */
export function AssetRulesPage() {
  const { t } = useTranslation('asset-rules')
  const [shown, change] = useRulePage()
  const [opened, setOpened] = useState<{ readonly rule: TypedRule | undefined }>()
  const mapping = useMetadata()
  const rules = useQuery(assetRulesQuery())
  const table = useTableView(
    'asset-rules',
    useAssetRuleColumns(mapping, (rule) => setOpened({ rule })),
  )
  const add = (
    <OnlineButton
      type="primary"
      disabled={rules.data === undefined}
      icon={<Plus size={16} aria-hidden />}
      onClick={() => setOpened({ rule: undefined })}
    >
      {t('add')}
    </OnlineButton>
  )
  return (
    <>
      <RuleList
        title={t('title')}
        failed={t('failed')}
        none={{ title: t('none.title'), why: t('none.why') }}
        query={rules}
        pageOf={(all) => ({
          rows: all.slice((shown.page - 1) * shown.pageSize, shown.page * shown.pageSize),
          total: all.length,
        })}
        rowKey={assetRuleKey}
        table={table}
        page={shown}
        onPage={change}
        add={add}
      />
      {opened && mapping ? (
        <Suspense fallback={null}>
          <AssetRuleDialog
            mapping={mapping}
            rules={rules.data ?? []}
            rule={opened.rule}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      ) : null}
    </>
  )
}

export { AssetRulesPage as Page }
