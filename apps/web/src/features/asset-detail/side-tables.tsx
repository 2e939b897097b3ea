import { useQuery } from '@tanstack/react-query'
import type { Asset, AssetRef, LocationTag } from '@wardtrack/contracts'
import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { translate } from '../../lib/i18n/i18n.ts'
import { assetDetailHref } from '../../lib/matrix-url.ts'
import { useTypeName } from '../../lib/metadata.ts'
import { assetLinksQuery } from '../../lib/queries.ts'
import { type DataColumn, DataTable } from '../../ui/data-table/index.ts'
import { LoadingPanel } from '../../ui/loading-panel.tsx'
import { Panel } from '../../ui/panel.tsx'
import { StateMark } from '../../ui/states.tsx'

const tagColumns = (): DataColumn<LocationTag>[] => [
  {
    title: translate('asset-detail:tags.provider'),
    cell: (tag) => tag.Provider.charAt(0).toUpperCase() + tag.Provider.slice(1),
    onPhone: 'main',
  },
  { title: translate('asset-detail:tags.tagId'), cell: (tag) => tag.TagId, mono: true },
  {
    title: translate('asset-detail:tags.primary'),
    cell: (tag) =>
      tag.IsPrimary ? (
        <StateMark
          icon={<Check size={14} strokeWidth={2.1} aria-hidden />}
          word={translate('common:yes')}
          tone="ok"
          form="mark"
        />
      ) : (
        translate('common:no')
      ),
    onPhone: 'end',
  },
]

/** The location tags that an asset carries. */
export const TagDetails = ({ asset }: { readonly asset: Asset }) => {
  const { t } = useTranslation('asset-detail')
  return (
    <Panel title={t('tags.title')}>
      <DataTable
        label={t('tags.title')}
        columns={tagColumns()}
        rows={asset.LocationTags}
        rowKey={(tag) => `${tag.Provider}-${tag.TagId}`}
        empty={t('tags.none')}
      />
    </Panel>
  )
}

/** What an asset is linked to. Without patient access the answer names no patient. */
export function AssetMapping({ asset }: { readonly asset: Asset }) {
  const { t } = useTranslation('asset-detail')
  const links = useQuery(assetLinksQuery(asset.AssetType, asset.AssetId))
  const nameOf = useTypeName()
  const columns: DataColumn<AssetRef>[] = [
    { title: t('links.assetType'), cell: (ref) => nameOf(ref.AssetType) },
    {
      title: t('details.assetId'),
      cell: (ref) => (
        <a href={assetDetailHref(ref.AssetType, ref.AssetId)} target="_blank" rel="noopener">
          {ref.AssetId}
        </a>
      ),
      onPhone: 'end',
    },
    { title: t('links.name'), cell: (ref) => ref.Fields?.AssetName || '--', onPhone: 'main' },
  ]
  return (
    <LoadingPanel title={t('links.title')} query={links} failed={t('links.failed')}>
      {(pairs) => (
        <DataTable
          label={t('links.title')}
          columns={columns}
          rows={pairs.map(([, linked]) => linked)}
          rowKey={(ref) => `${ref.AssetType}-${ref.AssetId}`}
          empty={t('links.none')}
        />
      )}
    </LoadingPanel>
  )
}
