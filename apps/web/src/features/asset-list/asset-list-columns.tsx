import { useQueryClient } from '@tanstack/react-query'
import type { TableColumn } from '@wardtrack/contracts'
import { Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import { assetDetailHref } from '../../lib/matrix-url.ts'
import { aliasesOf, useMetadata } from '../../lib/metadata.ts'
import { KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import { assetName, FetchChips } from '../asset-display/index.ts'
import styles from './asset-list.module.css'
import { keyOf, type ListedAsset } from './asset-list-state.ts'

type Page = { readonly assets: readonly ListedAsset[] }

/** Activates and deactivates one asset. */
function StatusSwitch({ asset }: { readonly asset: ListedAsset }) {
  const { t } = useTranslation('asset-list')
  const client = useQueryClient()
  const offline = useOfflineReason()
  const active = asset.AssetStatus === 'active'
  const toggle = useApiMutation({
    call: (flag: boolean) => api.call('toggleAssetStatus', { body: { key: keyOf(asset), flag } }),
    optimistic: (flag) => {
      const show = (AssetStatus: ListedAsset['AssetStatus']): void => {
        const changed = (row: ListedAsset): ListedAsset =>
          row._id === asset._id ? { ...row, AssetStatus } : row
        client.setQueriesData<Page>({ queryKey: [KEYS.assetTable], predicate: isPage }, (page) =>
          page ? { ...page, assets: page.assets.map(changed) } : page,
        )
      }
      show(flag ? 'active' : 'inactive')
      return () => show(asset.AssetStatus)
    },
    invalidates: [[KEYS.assetTable]],
  })
  return (
    <span className={styles.status}>
      <Switch
        size="small"
        checked={active}
        loading={toggle.isPending}
        disabled={offline !== undefined}
        title={offline ?? ''}
        aria-label={t(active ? 'deactivateOne' : 'activateOne', { name: assetName(asset) })}
        onChange={(flag) => toggle.mutate(flag)}
      />
      {t(active ? 'active' : 'inactive')}
    </span>
  )
}

const isPage = ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean => queryKey[1] !== 'count'

/** Returns the columns of the asset list, with labels of the metadata mapping. */
export function useAssetListColumns(): DataColumn<ListedAsset, TableColumn<'asset-list'>>[] {
  const { t } = useTranslation('asset-list')
  const mapping = useMetadata()
  const equipment = aliasesOf(mapping, 'Equipment')
  return [
    {
      name: 'type',
      title: t('column.type'),
      sortField: 'AssetType',
      cell: ({ AssetType }) => aliasesOf(mapping, AssetType).type,
    },
    { name: 'id', title: t('column.id'), sortField: 'AssetId', mono: true, cell: ({ AssetId }) => AssetId },
    {
      title: equipment.field('AssetName'),
      sortField: 'Fields.AssetName',
      onPhone: 'main',
      cell: (asset) => (
        <span className={styles.name}>
          <a href={assetDetailHref(asset.AssetType, asset.AssetId)} target="_blank" rel="noopener">
            {assetName(asset)}
          </a>
          <FetchChips asset={asset} />
        </span>
      ),
    },
    {
      name: 'category',
      title: equipment.field('PrimaryCategory'),
      sortField: 'Fields.PrimaryCategory',
      cell: ({ AssetType, Fields: { PrimaryCategory } }) =>
        PrimaryCategory ? aliasesOf(mapping, AssetType).option('PrimaryCategory', PrimaryCategory) : '--',
    },
    {
      title: t('column.status'),
      sortField: 'AssetStatus',
      onPhone: 'end',
      cell: (asset) => <StatusSwitch asset={asset} />,
    },
  ]
}
