import type { NearestAsset, StartPoint } from '@wardtrack/contracts'
import { Hand, SearchX, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatWholeMetres } from '../../lib/i18n/formats.ts'
import { pathText, placeOf } from '../../lib/place.ts'
import { useSession } from '../../lib/session/index.ts'
import { relativeTime } from '../../ui/age.ts'
import { AgeLabel } from '../../ui/age-label.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { BatteryState } from '../../ui/states.tsx'
import { useNow } from '../../ui/use-now.ts'
import styles from './nearest.module.css'
import { RoutePanel } from './route-panel.tsx'
import { useClaims } from './use-claims.ts'

interface AssetRowProps {
  readonly asset: NearestAsset
  readonly start: StartPoint
  readonly isOpen: boolean
  /** True if the route is shown in the row, because a phone has no room beside it. */
  readonly showsRoute: boolean
  readonly onOpen: () => void
}

/** Row of available equipment: distance, name and place; when chosen, also its actions. */
export function AssetRow({ asset, start, isOpen, showsRoute, onOpen }: AssetRowProps) {
  const { t } = useTranslation('nearest')
  const { place, within } = placeOf(asset.fullPath)
  const name = asset.AssetName ?? asset.AssetId
  return (
    <li className={`${styles.row} ${isOpen ? styles.open : ''}`}>
      <button type="button" className={styles.main} aria-expanded={isOpen} onClick={onOpen}>
        <span className={styles.metres}>{distanceText(asset, t('otherFloor'))}</span>
        <span className={styles.what}>
          <span className={styles.name}>{name}</span>
          <span title={pathText(asset.fullPath)}>{place || asset.mapName}</span>
          {within ? <span className={styles.quiet}>{within}</span> : null}
          <span className={styles.states}>
            <AgeLabel time={asset.seenAt} />
            {asset.Battery === undefined ? null : <BatteryState stored={asset.Battery} />}
          </span>
          <Missing asset={asset} />
        </span>
      </button>
      {isOpen ? (
        <>
          <RowActions asset={asset} name={name} />
          {showsRoute ? <RoutePanel start={start} assetId={asset.AssetId} /> : null}
        </>
      ) : null}
    </li>
  )
}

/** Formats metres, marked as approximate for a straight line. */
function distanceText({ metres, alongLanes }: NearestAsset, otherFloor: string): string {
  if (metres === null) return otherFloor
  return `${alongLanes ? '' : '≈ '}${formatWholeMetres(metres)}`
}

function Missing({ asset: { missing } }: { readonly asset: NearestAsset }) {
  const { t } = useTranslation('common')
  const now = useNow()
  if (!missing) return null
  return (
    <span className={styles.missing}>
      {t('reportedMissing', { age: relativeTime(missing.at, now), name: missing.by })}
    </span>
  )
}

function RowActions({ asset, name }: { readonly asset: NearestAsset; readonly name: string }) {
  const { t } = useTranslation('nearest')
  const user = useSession()?.userName
  const { claim, release, report, withdraw } = useClaims()
  const isMine = asset.claim?.by === user && user !== undefined
  const reportedByMe = asset.missing?.by === user && user !== undefined
  const icon = { size: 18, strokeWidth: 1.8, 'aria-hidden': true } as const
  return (
    <div className={styles.actions}>
      <OnlineButton
        size="large"
        type={isMine ? 'default' : 'primary'}
        loading={claim.isPending || release.isPending}
        onClick={() => (isMine ? release : claim).mutate(asset.AssetId)}
        icon={<Hand {...icon} />}
        aria-label={isMine ? t('releaseName', { name }) : t('takeName', { name })}
      >
        {isMine ? t('release') : t('take')}
      </OnlineButton>
      <OnlineButton
        size="large"
        loading={report.isPending || withdraw.isPending}
        onClick={() => (reportedByMe ? withdraw : report).mutate(asset.AssetId)}
        icon={reportedByMe ? <Undo2 {...icon} /> : <SearchX {...icon} />}
        aria-label={reportedByMe ? t('undoName', { name }) : t('notThereName', { name })}
      >
        {reportedByMe ? t('undo') : t('notThere')}
      </OnlineButton>
    </div>
  )
}
