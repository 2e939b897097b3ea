import type { AssetPointer } from '@wardtrack/contracts'
import { assetKey } from '../../lib/live/patch-asset.ts'
import type { MapMarker } from '../../map-engine/index.ts'
import { positionAge } from '../../ui/age.ts'
import type { MapScope } from './map-scope.ts'

/** What an asset is called: its name, else its id. */
export const pointerName = ({ AssetId, Fields }: AssetPointer): string => Fields.AssetName || AssetId

/** Whether an asset reports states: a person's tag tells its place alone, and is not called offline. */
export const reportsStates = ({ AssetType, DeviceStatus }: AssetPointer): boolean =>
  AssetType === 'Equipment' || DeviceStatus !== undefined

/** Whether an asset's position is too old to look like a live one. */
export const isStale = (pointer: AssetPointer, now: number): boolean =>
  positionAge(pointer.CurrentLocation.time, now).kind === 'stale'

/** The markers of assets that have a place in their map's pixels. */
export function markersOf(
  pointers: readonly AssetPointer[],
  now: number,
  lookOf: MapScope['lookOf'],
): MapMarker[] {
  return pointers.flatMap((pointer) => {
    const { xCenterPoint: x, yCenterPoint: y } = pointer.CurrentLocation
    if (x === null || y === null) return []
    const id = assetKey(pointer)
    const shown = { look: lookOf(pointer), stale: isStale(pointer, now), label: pointerName(pointer) }
    return [{ id, assetKey: id, x, y, ...shown }]
  })
}
