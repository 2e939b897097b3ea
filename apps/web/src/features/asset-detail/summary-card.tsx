import type { Asset } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { useAliases } from '../../lib/metadata.ts'
import { pathText, placeOf } from '../../lib/place.ts'
import { clockTime, dateTime, MISSING } from '../../lib/time.ts'
import { positionAge, relativeTime } from '../../ui/age.ts'
import { AgeLabel } from '../../ui/age-label.tsx'
import { FlashOnChange } from '../../ui/flash-on-change.tsx'
import { Fact } from '../../ui/panel.tsx'
import { useNow } from '../../ui/use-now.ts'
import { AssetPicture, assetName, reportsStates, StateChips, subtitleOf } from '../asset-display/index.ts'
import { StateFacts } from './details-panel.tsx'
import { volumeText } from './field-values.ts'
import styles from './summary-card.module.css'

/** Main facts of an asset: name, state, and current place. */
export function SummaryCard({ asset }: { readonly asset: Asset }) {
  const { t } = useTranslation('asset-detail')
  const aliases = useAliases(asset.AssetType)
  const { category, serial } = subtitleOf(asset, (stored) => aliases.option('PrimaryCategory', stored))
  return (
    <section className={styles.card} aria-label={t('summary.label')}>
      <div className={styles.head}>
        <span className={styles.picture}>
          <AssetPicture assetType={asset.AssetType} category={asset.Fields.PrimaryCategory} size={92} />
        </span>
        <div className={styles.names}>
          <div className={styles.first}>
            <h2 className={styles.name}>{assetName(asset)}</h2>
            <span className={styles.age}>
              <AgeLabel time={asset.CurrentLocation?.time} />
            </span>
          </div>
          <p className={styles.quiet}>
            {category ? `${category} · ` : ''}
            {serial}
          </p>
          <div className={styles.chips}>
            <StateChips asset={asset} aliases={aliases} />
            {asset.CustomTags.map((tag) => (
              <span key={tag} className={styles.tag} title={t('summary.customTag')}>
                {tag}
              </span>
            ))}
          </div>
        </div>
        <CurrentPlace asset={asset} />
      </div>
      <Figures asset={asset} />
    </section>
  )
}

function CurrentPlace({ asset }: { readonly asset: Asset }) {
  const { t } = useTranslation(['asset-detail', 'common'])
  const now = useNow()
  const { CurrentLocation } = asset
  const { place } = placeOf(CurrentLocation?.fullPath)
  const time = CurrentLocation?.time
  const stale = positionAge(time, now).kind === 'stale'
  return (
    <div className={styles.where}>
      <p className={styles.label}>{stale ? t('summary.lastSeenHere') : t('summary.currentLocation')}</p>
      <p
        className={`${styles.place} ${stale ? styles.stale : ''}`}
        title={pathText(CurrentLocation?.fullPath)}
      >
        <FlashOnChange value={place}>{place || t('common:noPositionYet')}</FlashOnChange>
      </p>
      {time ? (
        <p className={styles.since} title={dateTime(time)}>
          {t('summary.seen', { time: clockTime(time), age: relativeTime(time, now) })}
        </p>
      ) : null}
      <span className={styles.phoneAge}>
        <AgeLabel time={time} />
      </span>
    </div>
  )
}

function Figures({ asset }: { readonly asset: Asset }) {
  const { t } = useTranslation('asset-detail')
  const aliases = useAliases(asset.AssetType)
  const { VolumeInfused } = asset.Fields
  const home = placeOf(asset.HomeLocation?.fullPath).place || MISSING
  return (
    <dl className={styles.figures}>
      <StateFacts asset={asset} />
      {reportsStates(asset) ? (
        <Fact label={aliases.field('VolumeInfused')}>{volumeText(VolumeInfused)}</Fact>
      ) : null}
      <Fact label={t('summary.homeLocation')}>
        <span title={pathText(asset.HomeLocation?.fullPath)}>{home}</span>
      </Fact>
    </dl>
  )
}
