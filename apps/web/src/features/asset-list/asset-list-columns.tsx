import { useTranslation } from 'react-i18next'
import { assetDetailHref } from '../../lib/matrix-url.ts'
import { aliasesOf, useMetadata } from '../../lib/metadata.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import { assetName } from '../asset-display/index.ts'
import type { ListedAsset } from './asset-list-state.ts'
import { StatusSwitch } from './status-switch.tsx'

/** The columns of the asset list, with the names and words of the metadata mapping. */
export function useAssetListColumns(): DataColumn<ListedAsset>[] {
  const { t } = useTranslation('asset-list')
  const mapping = useMetadata()
  const equipment = aliasesOf(mapping, 'Equipment')
  return [
    {
      title: t('column.type'),
      sortField: 'AssetType',
      cell: ({ AssetType }) => aliasesOf(mapping, AssetType).type,
    },
    { title: t('column.id'), sortField: 'AssetId', mono: true, cell: ({ AssetId }) => AssetId },
    {
      title: equipment.field('AssetName'),
      sortField: 'Fields.AssetName',
      onPhone: 'main',
      fixed: true,
      cell: (asset) => (
        <a href={assetDetailHref(asset.AssetType, asset.AssetId)} target="_blank" rel="noopener">
          {assetName(asset)}
        </a>
      ),
    },
    {
      title: equipment.field('PrimaryCategory'),
      sortField: 'Fields.PrimaryCategory',
      cell: ({ AssetType, Fields: { PrimaryCategory } }) =>
        PrimaryCategory ? aliasesOf(mapping, AssetType).option('PrimaryCategory', PrimaryCategory) : '--',
    },
    {
      title: t('column.status'),
      sortField: 'AssetStatus',
      onPhone: 'end',
      fixed: true,
      cell: (asset) => <StatusSwitch asset={asset} />,
    },
  ]
}
