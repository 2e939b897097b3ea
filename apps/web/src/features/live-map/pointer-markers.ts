import type { AssetPointer } from '@wardtrack/contracts'
import { assetKey } from '../../lib/live/patch-asset.ts'
import type { MapEngine, MapMarker } from '../../map-engine/index.ts'
import { positionAge } from '../../ui/age.ts'
import type { MapScope } from './map-scope.ts'
import type { PointerChange } from './patch-pointers.ts'

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

/** How the assets of a map are drawn. */
interface Drawing {
  /** Whether an asset is shown. */
  readonly shows: (pointer: AssetPointer) => boolean
  readonly lookOf: MapScope['lookOf']
  /** Milliseconds since the epoch: says which positions are stale. */
  readonly now: number
}

/** Draws what a batch changed and leaves every other marker as it is. */
export function drawChange(engine: MapEngine, change: PointerChange, { shows, now, lookOf }: Drawing): void {
  const markers = markersOf(change.changed.filter(shows), now, lookOf)
  const drawn = new Set(markers.map(({ id }) => id))
  // An asset without a place in pixels has no marker.
  const undrawn = change.changed.map(assetKey).filter((key) => !drawn.has(key))
  const gone = [...change.removedKeys, ...undrawn]
  if (gone.length > 0) engine.removeMarkers(gone)
  if (markers.length > 0) engine.putMarkers(markers)
}
