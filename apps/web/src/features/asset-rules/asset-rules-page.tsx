import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMetadata } from '../../lib/metadata.ts'
import { useTableView } from '../../ui/data-table/index.ts'
import { OnlineButton } from '../../ui/online-button.tsx'
import { RuleList, useRulePage } from '../rule-list/index.ts'
import { assetRuleKey, useAssetRuleColumns } from './asset-rule-columns.tsx'
import { assetRulesQuery, type TypedRule } from './asset-rules.query.ts'

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
