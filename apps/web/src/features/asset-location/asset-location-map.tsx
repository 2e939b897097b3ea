import type { Asset } from '@wardtrack/contracts'
import { Button, Modal, Segmented } from 'antd'
import { History, Maximize2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DateRange, rangeText, readRange } from '../../lib/date-range.ts'
import { levelValues, pathText } from '../../lib/place.ts'
import { type UrlField, useUrlState } from '../../lib/url-state.ts'
import { usePhone } from '../../lib/use-media.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { type OpenPlan, useOpenPlan } from '../map-canvas/index.ts'
import styles from './asset-location-map.module.css'
import { PinnedFloor } from './pinned-floor.tsx'
import { type AssetView, useAssetViews } from './use-asset-views.ts'

/** Default period of a trail. */
const LAST_HOURS: DateRange = { preset: 'last-6-hours' }

/** Period of the open trail; undefined without a trail. An unreadable period becomes the default. */
const urlTrail: UrlField<DateRange | undefined> = {
  name: 'trail',
  read: (text) => (text === null ? undefined : (readRange(text) ?? LAST_HOURS)),
  write: (range) => (range ? rangeText(range) : ''),
}

const schema = { trail: urlTrail }
const ReplayDialog = lazy(async () => ({ default: (await import('./replay-dialog.tsx')).ReplayDialog }))

interface AssetLocationMapProps {
  /** Cached asset; live events move it. */
  readonly asset: Asset
}

/** Current place and home location of an asset: a close view of the floor with a pin. Opens larger in a dialog. */
export function AssetLocationMap({ asset }: AssetLocationMapProps) {
  const { t } = useTranslation(['asset-location', 'common'])
  const phone = usePhone()
  const [large, setLarge] = useState(false)
  const [{ trail }, change] = useUrlState(schema)
  const [wantedKind, setWanted] = useState<AssetView['kind']>('asset')
  const views = useAssetViews(asset)
  const view = views.find(({ kind }) => kind === wantedKind) ?? views[0]
  const plan = useOpenPlan(view?.mapId)
  const path = view?.kind === 'home' ? asset.HomeLocation?.fullPath : asset.CurrentLocation?.fullPath
  const name = plan?.name || levelValues(path).slice(0, 3).join(' · ')
  const extra = view ? (
    <span className={styles.extra}>
      <span className={styles.name}>{name}</span>
      <Button
        type="text"
        size="small"
        aria-label={t('common:blocks.replay.open')}
        title={t('common:blocks.replay.open')}
        onClick={() => change({ trail: LAST_HOURS })}
        icon={<History size={16} strokeWidth={1.8} aria-hidden />}
      />
      <Button
        type="text"
        size="small"
        aria-label={t('larger')}
        onClick={() => setLarge(true)}
        icon={<Maximize2 size={16} strokeWidth={1.8} aria-hidden />}
      />
    </span>
  ) : null
  return (
    <Panel title={t('title')} extra={extra}>
      <div className={styles.small}>
        {view ? (
          <Floor key={view.kind} view={view} plan={plan} form="card" />
        ) : (
          <div className={styles.nowhere}>
            <EmptyState title={t('common:noPositionYet')} why={t('notSeen')} />
          </div>
        )}
        {view && views.length > 1 ? (
          <Segmented
            className={styles.switch ?? ''}
            size={phone ? 'large' : 'middle'}
            aria-label={t('placeShown')}
            options={views.map(({ kind }) => ({ value: kind, label: t(`view.${kind}`) }))}
            value={view.kind}
            onChange={setWanted}
          />
        ) : null}
      </div>
      {asset.HomeLocation ? (
        <p className={styles.home}>{t('home', { place: pathText(asset.HomeLocation.fullPath) })}</p>
      ) : null}
      <Modal
        title={name}
        open={large && view !== undefined}
        onCancel={() => setLarge(false)}
        footer={null}
        width="min(1200px, calc(100vw - 32px))"
        destroyOnHidden
        centered
      >
        <div className={styles.large}>{view ? <Floor view={view} plan={plan} form="dialog" /> : null}</div>
      </Modal>
      <Suspense fallback={null}>
        {trail ? (
          <ReplayDialog
            asset={asset}
            range={trail}
            onRange={(range) => change({ trail: range }, { replace: true })}
            onClose={() => change({ trail: undefined })}
          />
        ) : null}
      </Suspense>
    </Panel>
  )
}

interface FloorProps {
  readonly view: AssetView
  readonly plan: OpenPlan | undefined
  readonly form: 'card' | 'dialog'
}

function Floor({ view, plan, form }: FloorProps) {
  const { t } = useTranslation('asset-location')
  const { label, pins, centre, kind, isArea } = view
  return (
    <>
      <PinnedFloor label={label} pins={pins} centre={centre} kind={kind} plan={plan} form={form} />
      {kind === 'home' && centre === undefined ? (
        <p className={styles.unknown} role="status">
          {t(isArea ? 'homeArea' : 'homeUnknown')}
        </p>
      ) : null}
    </>
  )
}
