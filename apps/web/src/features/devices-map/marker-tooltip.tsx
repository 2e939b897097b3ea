import type { AssetPointer, AssetRef } from '@wardtrack/contracts'
import { useAliases } from '../../lib/metadata.ts'
import { pathText } from '../../lib/place.ts'
import { MISSING } from '../../lib/time.ts'
import { type MapEngine, type Target, zoomLimits } from '../../map-engine/index.ts'
import { AgeLabel } from '../../ui/age-label.tsx'
import { ConnectionState, InfusionState } from '../../ui/states.tsx'
import { ONLINE } from '../../ui/vocabulary.ts'
import styles from './marker-tooltip.module.css'
import { pointerName } from './pointer-markers.ts'
import { useAnchored } from './use-anchored.ts'

interface MarkerTooltipProps {
  readonly engine: MapEngine | undefined
  readonly target: Target | undefined
  readonly pointerOf: (id: string) => AssetPointer | undefined
}

/** What is known about the marker that is pointed at or focused. It only informs: nothing in it can be clicked. */
export function MarkerTooltip({ engine, target, pointerOf }: MarkerTooltipProps) {
  const box = useAnchored(engine, target)
  const pointer = target?.kind === 'marker' ? pointerOf(target.id) : undefined
  if (!target || (target.kind === 'marker' && !pointer)) return null
  return (
    <div ref={box} className={styles.tooltip} role="tooltip">
      {pointer ? <Device pointer={pointer} /> : null}
      {target.kind === 'cluster' ? (
        <Crowd count={target.members.length} zoom={engine?.snapshot.zoom ?? 1} />
      ) : null}
    </div>
  )
}

function Crowd({ count, zoom }: { readonly count: number; readonly zoom: number }) {
  return (
    <>
      <p className={styles.name}>{count} devices here</p>
      <p className={styles.path}>{zoom < zoomLimits.max ? 'Open to look closer' : 'Open to list them'}</p>
    </>
  )
}

function Device({ pointer }: { readonly pointer: AssetPointer }) {
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
      <p className={styles.states}>
        {pointer.DeviceStatus === ONLINE ? (
          <InfusionState
            stored={pointer.InfusionStatus}
            words={aliases.words('InfusionStatus')}
            form="mark"
          />
        ) : null}
        <ConnectionState stored={pointer.DeviceStatus} words={aliases.words('DeviceStatus')} form="mark" />
      </p>
      <dl className={styles.links}>
        <Linked label="Clinician" refs={Clinicians} />
        <Linked label="Equipment" refs={Equipments} />
        {Patients ? <Linked label="Patient" refs={Patients} /> : null}
      </dl>
    </>
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
