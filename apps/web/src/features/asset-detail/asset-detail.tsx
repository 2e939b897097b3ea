import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Asset } from '@wardtrack/contracts'
import { Skeleton, Tag } from 'antd'
import { ChevronRight } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api } from '../../lib/api.ts'
import { useFooterNote } from '../../lib/footer-note.ts'
import { useLiveEvents } from '../../lib/live/index.ts'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { assetQuery, KEYS } from '../../lib/queries.ts'
import { clockTime } from '../../lib/time.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { useConfirm } from '../../lib/use-confirm.ts'
import { usePhone } from '../../lib/use-media.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { assetName, statusTime } from '../asset-display/index.ts'
import { AddHomeLocation } from '../home-location/index.ts'
import styles from './asset-detail.module.css'
import { AssetMapping } from './asset-mapping.tsx'
import { BackLink, CloseTab } from './back-link.tsx'
import { DetailsPanel } from './details-panel.tsx'
import { DialogButton } from './dialog-button.tsx'
import { Histories } from './histories.tsx'
import { SummaryCard } from './summary-card.tsx'
import { TagDetails } from './tag-details.tsx'

const CustomTagDialog = lazy(async () => ({
  default: (await import('./custom-tag-dialog.tsx')).CustomTagDialog,
}))

/** Custom tags of an asset, with removal and a dialog to assign them. */
export function CustomTags({ asset }: { readonly asset: Asset }) {
  const { t } = useTranslation('asset-detail')
  const offline = useOfflineReason()
  const takeOff = useTakeOff(asset)
  const assign = (
    <DialogButton
      label={t('customTags.assign')}
      dialog={(close) => <CustomTagDialog asset={asset} onClose={close} />}
    />
  )
  return (
    <Panel title={t('customTags.title')} extra={assign}>
      {asset.CustomTags.length === 0 ? (
        <p className={styles.none}>{t('customTags.none')}</p>
      ) : (
        <ul className={styles.tags}>
          {asset.CustomTags.map((tag) => (
            <li key={tag}>
              <Tag
                closable={offline === undefined ? { 'aria-label': t('customTags.removeOf', { tag }) } : false}
                onClose={(event) => {
                  event.preventDefault()
                  takeOff(tag)
                }}
              >
                {tag}
              </Tag>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** Asks for confirmation to remove a custom tag from the asset, and removes it. */
function useTakeOff(asset: Asset): (tag: string) => void {
  const { t } = useTranslation('asset-detail')
  const confirm = useConfirm()
  const { AssetType, AssetId } = asset
  const { mutateAsync } = useApiMutation({
    call: (customTag: string) => api.call('removeCustomTag', { body: { customTag, AssetId, AssetType } }),
    success: (answer) => answer.message,
    invalidates: [[KEYS.asset, AssetType, AssetId]],
  })
  return (tag) =>
    confirm({
      title: t('customTags.remove.title', { tag, asset: assetName(asset) }),
      content: t('customTags.remove.what'),
      verb: t('customTags.remove.verb'),
      onConfirm: () => mutateAsync(tag),
    })
}

/** Minimum interval between refetches in milliseconds, because a device may report every second. */
const AT_MOST_EVERY_MS = 3_000

/** Refetches the histories of an asset after live events about it. */
function useFreshHistories(assetType: string, assetId: string): void {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLiveEvents((events) => {
    const concerned = events.some(
      (event) =>
        (event.event === 'asset.location' || event.event === 'asset.status') &&
        event.data.AssetType === assetType &&
        event.data.AssetId === assetId,
    )
    if (!concerned || timer.current !== undefined) return
    timer.current = setTimeout(() => {
      timer.current = undefined
      for (const key of [KEYS.locationHistory, KEYS.statusHistory])
        void client.invalidateQueries({ queryKey: [key, assetType, assetId] })
    }, AT_MOST_EVERY_MS)
  })
}

const AssetLocationMap = lazy(async () => ({
  default: (await import('../asset-location/index.ts')).AssetLocationMap,
}))

interface AssetDetailProps {
  readonly assetType: string
  readonly assetId: string
}

/** All data of one asset. */
export function AssetDetail({ assetType, assetId }: AssetDetailProps) {
  const { t } = useTranslation('asset-detail')
  const asset = useQuery({ ...assetQuery(assetType, assetId), enabled: assetId !== '' })
  const phone = usePhone()
  usePageRefresh(() => void asset.refetch())
  useFreshHistories(assetType, assetId)
  const missing = (
    <EmptyState boxed title={t('unknown.title')} why={t('unknown.why', { type: assetType, id: assetId })} />
  )
  return (
    <>
      <div className={styles.top} hidden={phone}>
        <BackLink />
        <nav className={styles.crumbs} aria-label={t('breadcrumb')}>
          <Link to="/devices">{t('devices')}</Link>
          <ChevronRight size={14} aria-hidden />
          <strong aria-current="page">{asset.data ? assetName(asset.data) : assetId}</strong>
        </nav>
        {asset.data && !phone ? <AddHomeLocation asset={asset.data} /> : null}
        <CloseTab />
      </div>
      {assetId === '' ? (
        missing
      ) : (
        <QueryState
          boxed
          query={asset}
          failed={t('failed')}
          loading={<Skeleton active avatar={{ shape: 'square', size: 92 }} paragraph={{ rows: 10 }} />}
          missing={missing}
        >
          {(loaded) => <Sections asset={loaded} />}
        </QueryState>
      )}
    </>
  )
}

function Sections({ asset }: { readonly asset: Asset }) {
  const { t } = useTranslation('asset-detail')
  const phone = usePhone()
  const time = statusTime(asset) ?? asset.CurrentLocation?.time
  useFooterNote(time ? t('statusTo', { time: clockTime(time) }) : '')
  return (
    <div className={styles.room}>
      <div className={styles.page}>
        <div className={styles.main}>
          <div className={styles.summary}>
            <SummaryCard asset={asset} />
            {phone ? <AddHomeLocation asset={asset} /> : null}
          </div>
          <Histories asset={asset} />
          <div className={styles.pair}>
            <TagDetails asset={asset} />
            <AssetMapping asset={asset} />
          </div>
          <CustomTags asset={asset} />
        </div>
        <div className={styles.side}>
          <div className={styles.map}>
            <Suspense fallback={<Skeleton.Node active style={{ width: '100%', height: 432 }} />}>
              <AssetLocationMap asset={asset} />
            </Suspense>
          </div>
          <DetailsPanel asset={asset} />
        </div>
      </div>
    </div>
  )
}
