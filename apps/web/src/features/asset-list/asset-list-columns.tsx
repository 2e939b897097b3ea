import type { TableColumn } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { assetDetailHref } from '../../lib/matrix-url.ts'
import { aliasesOf, useMetadata } from '../../lib/metadata.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import { assetName, FetchChips } from '../asset-display/index.ts'
import styles from './asset-list.module.css'
import type { ListedAsset } from './asset-list-state.ts'
import { StatusSwitch } from './status-switch.tsx'

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
