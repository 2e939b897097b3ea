import type { Asset } from '@wardtrack/contracts'
import { MapPin } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { assetDetailHref } from '../../lib/matrix-url.ts'
import { useAliases } from '../../lib/metadata.ts'
import { placeOf } from '../../lib/place.ts'
import { clockTime, dateTime } from '../../lib/time.ts'
import { positionAge } from '../../ui/age.ts'
import { AgeLabel } from '../../ui/age-label.tsx'
import { FlashOnChange } from '../../ui/flash-on-change.tsx'
import { BatteryState, WifiState } from '../../ui/states.tsx'
import { useNow } from '../../ui/use-now.ts'
import { AssetPicture, assetName, StateChips, statusTime, subtitleOf } from '../asset-display/index.ts'
import styles from './device-card.module.css'

/**
 * One device with its place in large type and its states as icons and words. The whole card links to its details in a
 * new tab.
 */
export function DeviceCard({ asset }: { readonly asset: Asset }) {
  const aliases = useAliases(asset.AssetType)
  const place = useId()
  const { category, serial } = subtitleOf(asset, (stored) => aliases.option('PrimaryCategory', stored))
  return (
    <article className={styles.card}>
      <div className={styles.head}>
        <span className={styles.picture}>
          <AssetPicture assetType={asset.AssetType} category={asset.Fields.PrimaryCategory} size={64} />
        </span>
        <div className={styles.names}>
          <div className={styles.first}>
            <h2 className={styles.name}>
              <a
                href={assetDetailHref(asset.AssetType, asset.AssetId)}
                target="_blank"
                rel="noopener"
                aria-describedby={place}
              >
                {assetName(asset)}
              </a>
            </h2>
            <AgeLabel time={asset.CurrentLocation?.time} />
          </div>
          <p className={styles.quiet}>
            {category ? `${category} · ` : ''}
            {serial}
          </p>
          <StateChips asset={asset} aliases={aliases} />
        </div>
      </div>
      <Place id={place} asset={asset} />
      <CardFooter asset={asset} />
    </article>
  )
}

function Place({ id, asset }: { readonly id: string; readonly asset: Asset }) {
  const { t } = useTranslation(['devices', 'common'])
  const { place, within } = placeOf(asset.CurrentLocation?.fullPath)
  const stale = positionAge(asset.CurrentLocation?.time, useNow()).kind === 'stale'
  return (
    <div id={id} className={`${styles.where} ${stale ? styles.stale : ''} ${place ? '' : styles.nowhere}`}>
      <MapPin size={18} strokeWidth={1.8} aria-hidden />
      <div>
        <p className={styles.place}>
          <FlashOnChange value={place}>{place || t('common:noPositionYet')}</FlashOnChange>
        </p>
        <p className={styles.within}>
          {stale ? `${t('lastSeenHere')}${within ? ' · ' : ''}` : ''}
          {within || (place ? '' : t('notSeen'))}
        </p>
      </div>
    </div>
  )
}

function CardFooter({ asset }: { readonly asset: Asset }) {
  const { t } = useTranslation('devices')
  const aliases = useAliases(asset.AssetType)
  const time = statusTime(asset)
  const { WifiStrength, BatteryLevel } = asset.Fields
  // Badges of people only report a place, so types without these states show no row of dashes.
  if (!WifiStrength && !BatteryLevel && !aliases.words('WifiStrength') && !aliases.words('BatteryLevel'))
    return null
  return (
    <div className={styles.foot}>
      <WifiState stored={WifiStrength?.Strength} words={aliases.words('WifiStrength')} />
      <span className={styles.divider} aria-hidden />
      <BatteryState stored={BatteryLevel?.Level} words={aliases.words('BatteryLevel')} />
      <span className={styles.status} title={time ? dateTime(time) : undefined}>
        {t('status', { time: clockTime(time) })}
      </span>
    </div>
  )
}
