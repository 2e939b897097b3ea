import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMetadata } from '../../lib/metadata.ts'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { type UrlSchema, urlNumber, useUrlState } from '../../lib/url-state.ts'
import { QueryTable, useTableView } from '../../ui/data-table/index.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { PageToolbar } from '../../ui/page-toolbar.tsx'
import { useAssetRuleColumns } from './asset-rule-columns.tsx'
import { assetRulesQuery, type TypedRule } from './asset-rules.query.ts'

// The form is loaded with the first rule that is opened.
const AssetRuleDialog = lazy(async () => ({
  default: (await import('./asset-rule-dialog.tsx')).AssetRuleDialog,
}))

const SIZES = [5, 10, 15] as const
const schema: UrlSchema<{ readonly page: number; readonly pageSize: number }> = {
  page: urlNumber('page', 1),
  pageSize: urlNumber('size', 10, SIZES),
}

/** Every asset rule: which values an asset has to have, whether it is switched on, and the way to change it. */
export function AssetRulesPage() {
  const { t } = useTranslation('asset-rules')
  const [{ page, pageSize }, change] = useUrlState(schema)
  const [opened, setOpened] = useState<{ readonly rule: TypedRule | undefined }>()
  const mapping = useMetadata()
  const rules = useQuery(assetRulesQuery())
  const table = useTableView(
    'asset-rules',
    useAssetRuleColumns(mapping, (rule) => setOpened({ rule })),
  )
  usePageRefresh(() => void rules.refetch())
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
        pageOf={(all) => ({ rows: all.slice((page - 1) * pageSize, page * pageSize), total: all.length })}
        rowKey={({ assetType, ruleName }) => `${assetType} ${ruleName}`}
        empty={<EmptyState title={t('none.title')} why={t('none.why')} action={add} />}
        page={page}
        pageSize={pageSize}
        sizes={{ options: SIZES, label: t('pageSize') }}
        onPage={(next, size) => change({ page: next, pageSize: size })}
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
