import type { AssetPointer } from '@wardtrack/contracts'
import { Button } from 'antd'
import { ChevronDown, ChevronUp, ExternalLink, List, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { assetDetailHref } from '../../lib/matrix-url.ts'
import { useAliases } from '../../lib/metadata.ts'
import { levelValues, placeOf } from '../../lib/place.ts'
import { clockTime } from '../../lib/time.ts'
import { AgeLabel } from '../../ui/age-label.tsx'
import { ONLINE } from '../../ui/state-looks.ts'
import { BatteryState, ConnectionState, InfusionState, WifiState } from '../../ui/states.tsx'
import { AssetPicture } from '../asset-display/index.ts'
import { countText, useMapScope } from './map-scope.ts'
import styles from './phone-sheet.module.css'
import { pointerName, reportsStates } from './pointer-markers.ts'

interface PhoneSheetProps {
  readonly chosen: AssetPointer | undefined
  readonly count: number
  readonly listed: boolean
  readonly onListed: (listed: boolean) => void
  readonly list: ReactNode
}

/** Sheet under the map on a phone: the chosen asset, and the list of all. */
export function PhoneSheet({ chosen, count, listed, onListed, list }: PhoneSheetProps) {
  const { t } = useTranslation('live-map')
  const scope = useMapScope()
  const Chevron = listed ? ChevronDown : ChevronUp
  return (
    <section className={styles.sheet} aria-label={t(`${scope.name}.onThisFloor`)}>
      <span className={styles.grip} aria-hidden />
      {chosen && !listed ? <Chosen pointer={chosen} /> : null}
      <button
        type="button"
        className={`${styles.bar} ${chosen && !listed ? styles.parted : ''}`}
        aria-expanded={listed}
        onClick={() => onListed(!listed)}
      >
        <List size={18} strokeWidth={1.8} aria-hidden />
        <span>{t('onThisFloor', { what: countText(scope, count) })}</span>
        <Chevron size={18} strokeWidth={1.8} aria-hidden />
      </button>
      {listed ? <div className={styles.list}>{list}</div> : null}
    </section>
  )
}

function Chosen({ pointer }: { readonly pointer: AssetPointer }) {
  const { t } = useTranslation('live-map')
  const aliases = useAliases(pointer.AssetType)
  const { PrimaryCategory, SerialNo } = pointer.Fields
  const reports = reportsStates(pointer)
  const category = PrimaryCategory ? `${aliases.option('PrimaryCategory', PrimaryCategory)} · ` : ''
  return (
    <div className={styles.chosen}>
      <div className={styles.top}>
        <AssetPicture assetType={pointer.AssetType} category={PrimaryCategory} size={60} />
        <div className={styles.names}>
          <div className={styles.first}>
            <h2>{pointerName(pointer)}</h2>
            <AgeLabel time={pointer.CurrentLocation.time} />
          </div>
          <p>
            {category}
            {SerialNo || pointer.AssetId}
          </p>
          {reports ? (
            <p className={styles.chips}>
              {pointer.DeviceStatus === ONLINE ? (
                <InfusionState stored={pointer.InfusionStatus} words={aliases.words('InfusionStatus')} />
              ) : null}
              <ConnectionState stored={pointer.DeviceStatus} words={aliases.words('DeviceStatus')} />
            </p>
          ) : null}
        </div>
      </div>
      <Place pointer={pointer} />
      <p className={styles.states}>
        {reports ? (
          <>
            <WifiState stored={pointer.WiFi} words={aliases.words('WifiStrength')} />
            <BatteryState stored={pointer.Battery} words={aliases.words('BatteryLevel')} />
          </>
        ) : (
          <span>{aliases.type}</span>
        )}
        <span className={styles.seen}>
          {t('phone.position', { time: clockTime(pointer.CurrentLocation.time) })}
        </span>
      </p>
      <Button
        type="primary"
        size="large"
        block
        href={assetDetailHref(pointer.AssetType, pointer.AssetId)}
        target="_blank"
        rel="noopener"
        icon={<ExternalLink size={16} strokeWidth={1.8} aria-hidden />}
        iconPlacement="end"
      >
        {t('phone.openDetails')}
      </Button>
    </div>
  )
}

function Place({ pointer }: { readonly pointer: AssetPointer }) {
  const { t } = useTranslation('common')
  const { fullPath } = pointer.CurrentLocation
  const { place } = placeOf(fullPath)
  const values = levelValues(fullPath)
  return (
    <div className={styles.place}>
      <MapPin size={18} strokeWidth={1.8} aria-hidden />
      <div>
        <p>{place || t('noPositionYet')}</p>
        <p>{values.slice(0, values.length >= 5 ? -2 : -1).join(' > ')}</p>
      </div>
    </div>
  )
}
