import type { AssetPointer } from '@wardtrack/contracts'
import type { MapMarker, MarkerLook } from '../../map-engine/index.ts'
import { positionAge } from '../../ui/age.ts'
import { INFUSING, ONLINE } from '../../ui/vocabulary.ts'

/** What a device is called: its name, else its id. */
export const pointerName = ({ AssetId, Fields }: AssetPointer): string => Fields.AssetName || AssetId

/** How a device's marker looks at rest. An offline one shows no infusion: its last one is in the history. */
export function lookOf({ DeviceStatus, InfusionStatus }: AssetPointer): MarkerLook {
  if (DeviceStatus !== ONLINE) return 'offline'
  return InfusionStatus === INFUSING ? 'infusing' : 'rest'
}

/** Whether a device's position is too old to look like a live one. */
export const isStale = (pointer: AssetPointer, now: number): boolean =>
  positionAge(pointer.CurrentLocation.time, now).kind === 'stale'

/** The markers of devices that have a place in their map's pixels. */
export function markersOf(pointers: readonly AssetPointer[], now: number): MapMarker[] {
  return pointers.flatMap((pointer) => {
    const { xCenterPoint: x, yCenterPoint: y } = pointer.CurrentLocation
    if (x === null || y === null) return []
    const { AssetId } = pointer
    const shown = { look: lookOf(pointer), stale: isStale(pointer, now), label: pointerName(pointer) }
    return [{ id: AssetId, subject: AssetId, x, y, ...shown }]
  })
}
