import type { Asset, LocationTag, TagAssignment } from '@wardtrack/contracts'
import { Check, Trash2 } from 'lucide-react'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { providerTitle } from '../../lib/place.ts'
import { KEYS } from '../../lib/queries.ts'
import { dateTime } from '../../lib/time.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { useConfirm } from '../../lib/use-confirm.ts'
import { type DataColumn, DataTable } from '../../ui/data-table/index.ts'
import { OnlineButton } from '../../ui/online-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { StateMark } from '../../ui/states.tsx'
import { assetName } from '../asset-display/index.ts'
import styles from './asset-detail.module.css'
import { DialogButton } from './dialog-button.tsx'

const TagDialog = lazy(async () => ({ default: (await import('./tag-dialog.tsx')).TagDialog }))

const tagColumns = (remove: (tag: LocationTag) => void): DataColumn<LocationTag>[] => [
  {
    title: translate('asset-detail:tags.provider'),
    cell: (tag) => providerTitle(tag.Provider),
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
    named: true,
  },
  {
    title: translate('asset-detail:actions'),
    sticky: 'end',
    cell: (tag) => (
      <OnlineButton
        type="text"
        aria-label={translate('asset-detail:tags.removeOf', { tag: tag.TagId })}
        icon={<Trash2 size={16} strokeWidth={1.8} aria-hidden />}
        onClick={() => remove(tag)}
      />
    ),
    onPhone: 'end',
  },
]

/** Location tags of an asset. */
export const TagDetails = ({ asset }: { readonly asset: Asset }) => {
  const { t } = useTranslation('asset-detail')
  const remove = useDisassociate(asset)
  const associate = (
    <DialogButton
      label={t('tags.associate')}
      dialog={(close) => <TagDialog asset={asset} onClose={close} />}
    />
  )
  return (
    <Panel title={t('tags.title')} extra={associate}>
      <DataTable
        label={t('tags.title')}
        columns={tagColumns(remove)}
        rows={asset.LocationTags}
        rowKey={(tag) => `${tag.Provider}-${tag.TagId}`}
        empty={t('tags.none')}
      />
      <ReservedTags tags={asset.ReservedTags ?? []} remove={remove} />
      <TagHistory tags={asset.TagHistory ?? []} />
    </Panel>
  )
}

interface ReservedTagsProps {
  readonly tags: readonly LocationTag[]
  readonly remove: (tag: LocationTag) => void
}

/** Tags that the asset gets when a reader sees them; nothing when there are none. */
function ReservedTags({ tags, remove }: ReservedTagsProps) {
  const { t } = useTranslation('asset-detail')
  if (tags.length === 0) return null
  return (
    <>
      <p>{t('tags.reservedHelp')}</p>
      <DataTable
        label={t('tags.reserved')}
        columns={tagColumns(remove)}
        rows={tags}
        rowKey={(tag) => `${tag.Provider}-${tag.TagId}`}
        empty={null}
      />
    </>
  )
}

const historyColumns = (): DataColumn<TagAssignment>[] => [
  { title: translate('asset-detail:tags.tagId'), cell: ({ TagId }) => TagId, mono: true, onPhone: 'main' },
  { title: translate('asset-detail:tags.provider'), cell: ({ Provider }) => providerTitle(Provider) },
  {
    title: translate('asset-detail:tags.from'),
    cell: ({ from }) => (from ? dateTime(from) : translate('asset-detail:tags.startUnknown')),
    named: true,
  },
  {
    title: translate('asset-detail:tags.to'),
    cell: ({ to }) => (to ? dateTime(to) : translate('asset-detail:tags.carried')),
    named: true,
  },
]

/** Tags over time: those that the asset carries now, and those that it carried before. */
function TagHistory({ tags }: { readonly tags: readonly TagAssignment[] }) {
  const { t } = useTranslation('asset-detail')
  const isKnown = tags.some(({ from, to }) => from !== undefined || to !== undefined)
  if (!isKnown) return null
  return (
    <section className={styles.tagHistory} aria-label={t('tags.history')}>
      <h3>{t('tags.history')}</h3>
      <DataTable
        label={t('tags.history')}
        columns={historyColumns()}
        rows={tags}
        rowKey={({ Provider, TagId, to }) => `${Provider}-${TagId}-${to}`}
        empty={null}
      />
    </section>
  )
}

/** Asks for confirmation to disassociate a tag, and does it. */
function useDisassociate(asset: Asset): (tag: LocationTag) => void {
  const { t } = useTranslation('asset-detail')
  const confirm = useConfirm()
  const { AssetType, AssetId } = asset
  const { mutateAsync } = useApiMutation({
    call: ({ Provider, TagId }: LocationTag) =>
      api.call('removeLocationTag', { body: { AssetType, AssetId, Provider, TagId } }),
    success: (answer) => answer.message,
    invalidates: [[KEYS.asset, AssetType, AssetId]],
  })
  return (tag) =>
    confirm({
      title: t('tags.remove.title', { tag: tag.TagId, asset: assetName(asset) }),
      content: t('tags.remove.what'),
      verb: t('tags.remove.verb'),
      onConfirm: () => mutateAsync(tag),
    })
}
