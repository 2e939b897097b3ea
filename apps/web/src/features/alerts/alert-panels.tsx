import type { GeofenceAlert } from '@wardtrack/contracts'
import { BellRing, CircleCheck, ExternalLink, Eye, LogIn, LogOut, Timer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMayOpen } from '../../lib/access.ts'
import { assetDetailHref } from '../../lib/matrix-url.ts'
import { useAliases } from '../../lib/metadata.ts'
import { pathText } from '../../lib/place.ts'
import { dateTime, MISSING } from '../../lib/time.ts'
import { Fact, Panel } from '../../ui/panel.tsx'
import { useNow } from '../../ui/use-now.ts'
import {
  alertedName,
  alertTimeline,
  momentText,
  type TimelineStep,
  triggerText,
} from '../alert-notices/index.ts'
import { AssetPicture, StateChips } from '../asset-display/index.ts'
import styles from './alert-detail.module.css'

/** Asset, alert and timeline, beside the map. */
export function AlertPanels({ alert }: { readonly alert: GeofenceAlert }) {
  return (
    <div className={styles.side}>
      <AssetPanel alert={alert} />
      <FactsPanel alert={alert} />
      <CoursePanel alert={alert} />
    </div>
  )
}

function AssetPanel({ alert }: { readonly alert: GeofenceAlert }) {
  const { t } = useTranslation('alerts')
  const { LinkedAsset, AssetThen } = alert
  const { AssetType, AssetId } = LinkedAsset
  const aliases = useAliases(AssetType)
  const mayOpenAsset = useMayOpen('asset-detail')
  const clinicians = AssetThen.Clinicians.map((clinician) => clinician.Fields?.AssetName || clinician.AssetId)
  const open = (
    <a href={assetDetailHref(AssetType, AssetId)} target="_blank" rel="noopener" className={styles.open}>
      {t('panel.open')} <ExternalLink size={14} strokeWidth={2.1} aria-hidden />
    </a>
  )
  return (
    <Panel title={t('column.asset')} extra={mayOpenAsset ? open : null}>
      <div className={styles.asset}>
        <AssetPicture assetType={AssetType} category={LinkedAsset.Fields.PrimaryCategory} size={56} />
        <div>
          <p className={styles.name}>{alertedName(alert)}</p>
          <p className={styles.serial}>{AssetThen.SerialNo || AssetId}</p>
          <StateChips asset={LinkedAsset} aliases={aliases} />
        </div>
      </div>
      <dl className={styles.facts}>
        <Fact label={t('panel.battery')}>
          {aliases.code('BatteryLevel', AssetThen.BatteryCode) || AssetThen.Battery || MISSING}
        </Fact>
        <Fact label={t('panel.wifi')}>
          {aliases.code('WifiStrength', AssetThen.WiFiCode) || AssetThen.WiFi || MISSING}
        </Fact>
        <Fact label={t('panel.clinician')}>{clinicians.join(', ') || MISSING}</Fact>
      </dl>
      <p className={styles.then}>{t('panel.then')}</p>
    </Panel>
  )
}

function FactsPanel({ alert }: { readonly alert: GeofenceAlert }) {
  const { t } = useTranslation('alerts')
  const { Name, Type } = alert.LinkedGeofence
  return (
    <Panel title={t('panel.alert')}>
      <dl className={styles.facts}>
        <Fact label={t('panel.geofence')}>{Name}</Fact>
        <Fact label={t('panel.type')}>{Type}</Fact>
        <Fact label={t('panel.trigger')}>{triggerText(alert)}</Fact>
        <Fact label={t('panel.time')}>{dateTime(alert.eventTime)}</Fact>
        <Fact label={t('column.location')}>{pathText(alert.LinkedLocation.fullPath) || MISSING}</Fact>
      </dl>
    </Panel>
  )
}

function CoursePanel({ alert }: { readonly alert: GeofenceAlert }) {
  const { t } = useTranslation('alerts')
  const now = useNow()
  return (
    <Panel title={t('column.whatHappened')}>
      <ol className={styles.course}>
        {alertTimeline(alert).map((line) => (
          <li key={line.kind} data-kind={line.kind}>
            <CourseIcon kind={line.kind} entered={alert.kind === 'Entry'} />
            <span className={styles.event}>
              {line.text}
              {line.note ? <q className={styles.note}>{line.note}</q> : null}
            </span>
            <time dateTime={line.at} title={dateTime(line.at)}>
              {momentText(line.at, now)}
            </time>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

const icons = { waited: Timer, raised: BellRing, acknowledged: Eye, resolved: CircleCheck } as const

function CourseIcon({ kind, entered }: Pick<TimelineStep, 'kind'> & { readonly entered: boolean }) {
  const Icon = kind === 'crossed' ? (entered ? LogIn : LogOut) : icons[kind]
  return <Icon size={16} strokeWidth={1.8} aria-hidden />
}
