import { useQuery } from '@tanstack/react-query'
import type { Asset, AssetRef, LocationTag } from '@wardtrack/contracts'
import { Check } from 'lucide-react'
import { assetDetailHref } from '../../lib/matrix-url.ts'
import { useMetadata } from '../../lib/metadata.ts'
import { assetLinksQuery } from '../../lib/queries.ts'
import { type DataColumn, DataTable } from '../../ui/data-table/index.ts'
import { LoadingPanel } from '../../ui/loading-panel.tsx'
import { Panel } from '../../ui/panel.tsx'
import { StateMark } from '../../ui/states.tsx'

const tagColumns: readonly DataColumn<LocationTag>[] = [
  {
    title: 'Provider',
    cell: (tag) => tag.Provider.charAt(0).toUpperCase() + tag.Provider.slice(1),
    onPhone: 'main',
  },
  { title: 'Tag ID', cell: (tag) => tag.TagId, mono: true },
  {
    title: 'Primary',
    cell: (tag) =>
      tag.IsPrimary ? (
        <StateMark
          icon={<Check size={14} strokeWidth={2.1} aria-hidden />}
          word="Yes"
          tone="ok"
          form="mark"
        />
      ) : (
        'No'
      ),
    onPhone: 'end',
  },
]

/** The location tags that an asset carries. */
export const TagDetails = ({ asset }: { readonly asset: Asset }) => (
  <Panel title="Tag details">
    <DataTable
      label="Tag details"
      columns={tagColumns}
      rows={asset.LocationTags}
      rowKey={(tag) => `${tag.Provider}-${tag.TagId}`}
      empty="This asset carries no location tag."
    />
  </Panel>
)

/** What an asset is linked to. Without patient access the answer names no patient. */
export function AssetMapping({ asset }: { readonly asset: Asset }) {
  const links = useQuery(assetLinksQuery(asset.AssetType, asset.AssetId))
  const aliases = useMetadata()?._aliases
  const columns: DataColumn<AssetRef>[] = [
    { title: 'Asset type', cell: (ref) => aliases?.[ref.AssetType] || ref.AssetType },
    {
      title: 'Asset ID',
      cell: (ref) => (
        <a href={assetDetailHref(ref.AssetType, ref.AssetId)} target="_blank" rel="noopener">
          {ref.AssetId}
        </a>
      ),
      onPhone: 'end',
    },
    { title: 'Name', cell: (ref) => ref.Fields?.AssetName || '--', onPhone: 'main' },
  ]
  return (
    <LoadingPanel title="Asset mapping" query={links} failed="The mapping could not be loaded">
      {(pairs) => (
        <DataTable
          label="Asset mapping"
          columns={columns}
          rows={pairs.map(([, linked]) => linked)}
          rowKey={(ref) => `${ref.AssetType}-${ref.AssetId}`}
          empty="This asset is not linked to another."
        />
      )}
    </LoadingPanel>
  )
}
