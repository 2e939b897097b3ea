import type { AssetPointer, AssetRef } from '@wardtrack/contracts'
import { BellRing } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useAliases } from '../../lib/metadata.ts'
import { pathText } from '../../lib/place.ts'
import { MISSING } from '../../lib/time.ts'
import { type MapEngine, type Target, zoomLimits } from '../../map-engine/index.ts'
import { AgeLabel } from '../../ui/age-label.tsx'
import { ONLINE } from '../../ui/state-looks.ts'
import { BatteryState, ConnectionState, InfusionState, StateMark, WifiState } from '../../ui/states.tsx'
import { MapTooltip } from '../map-canvas/index.ts'
import { type HeatKind, levelOf } from './heat-choice.ts'
import styles from './live-map.module.css'
import { countText, useMapScope } from './map-scope.ts'
import { pointerName, reportsStates } from './pointer-markers.ts'

interface MarkerTooltipProps {
  readonly engine: MapEngine | undefined
  readonly target: Target | undefined
  readonly pointerOf: (id: string) => AssetPointer | undefined
  /** Shown heat map, whose value the tooltip includes. */
  readonly heat: HeatKind | undefined
}

/** Tooltip of the hovered or focused marker. */
export function MarkerTooltip({ engine, target, pointerOf, heat }: MarkerTooltipProps) {
  const pointer = target?.kind === 'marker' ? pointerOf(target.id) : undefined
  if (!target || (target.kind === 'marker' && !pointer)) return null
  return (
    <MapTooltip engine={engine} target={target}>
      {pointer ? <AssetSummary pointer={pointer} heat={heat} /> : null}
      {target.kind === 'cluster' ? (
        <ClusterSummary count={target.members.length} zoom={engine?.snapshot.zoom ?? 1} />
      ) : null}
    </MapTooltip>
  )
}

function ClusterSummary({ count, zoom }: { readonly count: number; readonly zoom: number }) {
  const { t } = useTranslation('live-map')
  const scope = useMapScope()
  return (
    <>
      <p className={styles.name}>{t('here', { what: countText(scope, count) })}</p>
      <p className={styles.path}>{zoom < zoomLimits.max ? t('cluster.zoom') : t('cluster.list')}</p>
    </>
  )
}

interface AssetSummaryProps extends Pick<MarkerTooltipProps, 'heat'> {
  readonly pointer: AssetPointer
}

function AssetSummary({ pointer, heat }: AssetSummaryProps) {
  const { t } = useTranslation('live-map')
  const aliases = useAliases(pointer.AssetType)
  const { SerialNo, Clinicians, Equipments, Patients } = pointer.Fields
  return (
    <>
      <div className={styles.first}>
        <p className={styles.name}>{pointerName(pointer)}</p>
        <AgeLabel time={pointer.CurrentLocation.time} />
      </div>
      <p className={styles.serial}>{SerialNo || pointer.AssetId}</p>
      <p className={styles.path}>{pathText(pointer.CurrentLocation.fullPath) || MISSING}</p>
      {pointer.CurrentLocation.precision === 'room' ? <p className={styles.path}>{t('roomOnly')}</p> : null}
      <HeatValue pointer={pointer} heat={heat} />
      <p className={styles.states}>
        {reportsStates(pointer) ? (
          <>
            {pointer.DeviceStatus === ONLINE ? (
              <InfusionState
                stored={pointer.InfusionStatus}
                words={aliases.words('InfusionStatus')}
                form="mark"
              />
            ) : null}
            <ConnectionState
              stored={pointer.DeviceStatus}
              words={aliases.words('DeviceStatus')}
              form="mark"
            />
          </>
        ) : (
          <span>{aliases.type}</span>
        )}
        {pointer.icon_type === 2 ? <OpenAlert /> : null}
      </p>
      <dl className={styles.links}>
        <Linked label={t('linked.clinician')} refs={Clinicians} />
        <Linked label={t('linked.equipment')} refs={Equipments} />
        {Patients ? <Linked label={t('linked.patient')} refs={Patients} /> : null}
      </dl>
    </>
  )
}

/** Value of the asset in the heat map. */
function HeatValue({ pointer, heat }: AssetSummaryProps) {
  const { t } = useTranslation('live-map')
  const { words } = useAliases(pointer.AssetType)
  if (heat !== 'battery' && heat !== 'wifi') return null
  return (
    <p className={styles.states}>
      <span>{t(`heat.${heat}`)}:</span>
      {levelOf(pointer, heat) === undefined ? (
        <span>{t('heat.notReported')}</span>
      ) : heat === 'battery' ? (
        <BatteryState stored={pointer.Battery} words={words('BatteryLevel')} form="mark" />
      ) : (
        <WifiState stored={pointer.WiFi} words={words('WifiStrength')} form="mark" />
      )}
    </p>
  )
}

/** Note about an unresolved geofence alert of the asset, which the server reports by `icon_type` 2. */
const OpenAlert = () => {
  const { t } = useTranslation('live-map')
  return (
    <StateMark
      icon={<BellRing size={14} strokeWidth={2.1} aria-hidden />}
      word={t('openAlert')}
      tone="bad"
      form="mark"
    />
  )
}

function Linked({ label, refs }: { readonly label: string; readonly refs: readonly AssetRef[] }) {
  const names = refs.map(({ AssetId, Fields }) => Fields?.AssetName || AssetId)
  return (
    <>
      <dt>{label}</dt>
      <dd>{names.length > 0 ? names.join(', ') : MISSING}</dd>
    </>
  )
}
