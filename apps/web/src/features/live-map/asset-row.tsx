import type { AssetPointer } from '@wardtrack/contracts'
import { memo, useEffect, useRef } from 'react'
import { assetKey } from '../../lib/live/patch-asset.ts'
import { assetDetailHref } from '../../lib/matrix-url.ts'
import { useAliases } from '../../lib/metadata.ts'
import { dateTime } from '../../lib/time.ts'
import { positionAge, span } from '../../ui/age.ts'
import { ONLINE } from '../../ui/state-looks.ts'
import { BatteryState, ConnectionState, InfusionState, WifiState } from '../../ui/states.tsx'
import { useNow } from '../../ui/use-now.ts'
import { MarkerImage } from '../map-canvas/index.ts'
import { roomOf } from './asset-groups.ts'
import styles from './asset-row.module.css'
import { useMapScope } from './map-scope.ts'
import { pointerName, reportsStates } from './pointer-markers.ts'

interface AssetRowProps {
  readonly pointer: AssetPointer
  /** True if the asset is hovered or focused, here or on the map. */
  readonly highlighted: boolean
  /** Scrolls the row into view when it becomes highlighted. */
  readonly follow: boolean
  readonly onHighlight: (id: string | undefined, by: 'pointer' | 'focus') => void
  /** Called instead of opening the details in a new tab. */
  readonly onChoose?: ((id: string) => void) | undefined
}

/** A row with the information of the marker: place, states and age, linked to the asset's details in a new tab. */
export const AssetRow = memo(function AssetRow(props: AssetRowProps) {
  const { pointer, highlighted, follow, onHighlight, onChoose } = props
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (highlighted && follow) row.current?.scrollIntoView?.({ block: 'nearest' })
  }, [highlighted, follow])
  const { AssetType, AssetId } = pointer
  const key = assetKey(pointer)
  return (
    <li ref={row} className={`${styles.row} ${highlighted ? styles.highlighted : ''}`}>
      <a
        href={assetDetailHref(AssetType, AssetId)}
        target="_blank"
        rel="noopener"
        onPointerEnter={({ pointerType }) => pointerType === 'mouse' && onHighlight(key, 'pointer')}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onHighlight(undefined, 'pointer')}
        onFocus={() => onHighlight(key, 'focus')}
        onBlur={() => onHighlight(undefined, 'focus')}
        onClick={(event) => {
          if (!onChoose) return
          event.preventDefault()
          onChoose(key)
        }}
      >
        <Marker pointer={pointer} hovered={highlighted} />
        <span className={styles.names}>
          <b>{pointerName(pointer)}</b>
          <span>{roomOf(pointer)}</span>
        </span>
        <States pointer={pointer} />
      </a>
    </li>
  )
})

function Marker({ pointer, hovered }: { readonly pointer: AssetPointer; readonly hovered: boolean }) {
  const { lookOf } = useMapScope()
  const stale = positionAge(pointer.CurrentLocation.time, useNow()).kind === 'stale'
  return <MarkerImage look={lookOf(pointer)} stale={stale} hovered={hovered} className={styles.marker} />
}

function States({ pointer }: { readonly pointer: AssetPointer }) {
  const aliases = useAliases(pointer.AssetType)
  const online = pointer.DeviceStatus === ONLINE
  if (!reportsStates(pointer))
    return (
      <span className={styles.states}>
        <span>{aliases.type}</span>
        <span className={styles.small}>
          <Age time={pointer.CurrentLocation.time} />
        </span>
      </span>
    )
  return (
    <span className={styles.states}>
      {online && pointer.InfusionStatus ? (
        <InfusionState stored={pointer.InfusionStatus} words={aliases.words('InfusionStatus')} form="mark" />
      ) : (
        <ConnectionState stored={pointer.DeviceStatus} words={aliases.words('DeviceStatus')} form="mark" />
      )}
      <span className={styles.small}>
        <BatteryState stored={pointer.Battery} words={aliases.words('BatteryLevel')} form="icon" />
        <WifiState stored={pointer.WiFi} words={aliases.words('WifiStrength')} form="icon" />
        <Age time={pointer.CurrentLocation.time} />
      </span>
    </span>
  )
}

/** Age as `Live`, `4 min`, or in amber `3 h`; short, because the column names it. */
function Age({ time }: { readonly time: string | undefined }) {
  const now = useNow()
  const { kind, words } = positionAge(time, now)
  const short = kind === 'recent' || kind === 'stale' ? span(now - Date.parse(time ?? '')) : words
  return (
    <span
      className={`${styles.age} ${kind === 'stale' ? styles.stale : ''}`}
      title={time ? dateTime(time) : undefined}
    >
      {short}
    </span>
  )
}
