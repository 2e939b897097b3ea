import { useQuery } from '@tanstack/react-query'
import type { Asset, AssetRef } from '@wardtrack/contracts'
import { offeredLinkTypes } from '@wardtrack/contracts/link-rules'
import { Trash2 } from 'lucide-react'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { accessQuery } from '../../lib/access.ts'
import { api } from '../../lib/api.ts'
import { assetDetailHref } from '../../lib/matrix-url.ts'
import { useTypeName } from '../../lib/metadata.ts'
import { assetLinksQuery, KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { useConfirm } from '../../lib/use-confirm.ts'
import { type DataColumn, DataTable } from '../../ui/data-table/index.ts'
import { OnlineButton } from '../../ui/online-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { assetName } from '../asset-display/index.ts'
import { DialogButton } from './dialog-button.tsx'

const LinkDialog = lazy(async () => ({ default: (await import('./link-dialog.tsx')).LinkDialog }))

/** Associations of an asset. Without patient access the response contains no patients. */
export function AssetMapping({ asset }: { readonly asset: Asset }) {
  const { t } = useTranslation('asset-detail')
  const links = useQuery(assetLinksQuery(asset.AssetType, asset.AssetId))
  const nameOf = useTypeName()
  const unlink = useUnlink(asset)
  const columns: DataColumn<AssetRef>[] = [
    { title: t('links.assetType'), cell: (ref) => nameOf(ref.AssetType) },
    {
      title: t('details.assetId'),
      cell: (ref) => (
        <a href={assetDetailHref(ref.AssetType, ref.AssetId)} target="_blank" rel="noopener">
          {ref.AssetId}
        </a>
      ),
    },
    { title: t('links.name'), cell: (ref) => ref.Fields?.AssetName || '--', onPhone: 'main' },
    {
      title: t('actions'),
      sticky: 'end',
      cell: (ref) => (
        <OnlineButton
          type="text"
          aria-label={t('links.removeOf', { asset: ref.Fields?.AssetName || ref.AssetId })}
          icon={<Trash2 size={16} strokeWidth={1.8} aria-hidden />}
          onClick={() => unlink(ref)}
        />
      ),
      onPhone: 'end',
    },
  ]
  return (
    <Panel title={t('links.title')} extra={<AddLink asset={asset} />}>
      <QueryState query={links} failed={t('links.failed')}>
        {(pairs) => (
          <DataTable
            label={t('links.title')}
            columns={columns}
            rows={pairs.map(([, linked]) => linked)}
            rowKey={(ref) => `${ref.AssetType}-${ref.AssetId}`}
            empty={t('links.none')}
          />
        )}
      </QueryState>
    </Panel>
  )
}

/** Button that opens the dialog; renders nothing if the user sees no assets to link. */
function AddLink({ asset }: { readonly asset: Asset }) {
  const { t } = useTranslation('asset-detail')
  const access = useQuery({ ...accessQuery(), enabled: false }).data
  const types = offeredLinkTypes(asset.AssetType, access?.patientDataAccess ?? false)
  if (types.length === 0) return null
  return (
    <DialogButton
      label={t('links.add')}
      dialog={(close) => <LinkDialog asset={asset} types={types} onClose={close} />}
    />
  )
}

/** Asks for confirmation to remove an association, and removes it on both sides. */
function useUnlink(asset: Asset): (linked: AssetRef) => void {
  const { t } = useTranslation('asset-detail')
  const confirm = useConfirm()
  const { AssetType, AssetId } = asset
  const { mutateAsync } = useApiMutation({
    call: (linked: AssetRef) =>
      api.call('removeAssetMapping', {
        body: {
          Mapping: [
            [
              { AssetType, AssetId },
              { AssetType: linked.AssetType, AssetId: linked.AssetId },
            ],
          ],
        },
      }),
    success: (answer) => answer.message,
    invalidates: [[KEYS.links]],
  })
  return (linked) => {
    const names = { asset: assetName(asset), linked: linked.Fields?.AssetName || linked.AssetId }
    confirm({
      title: t('links.remove.title', names),
      content: t('links.remove.what'),
      verb: t('links.remove.verb'),
      onConfirm: () => mutateAsync(linked),
    })
  }
}
