import type { AssetPointer } from '@wardtrack/contracts'
import { assetKey } from '../../lib/live/patch-asset.ts'
import { isAsLateAs } from '../../lib/time.ts'
import type { MapEngine, MapMarker } from '../../map-engine/index.ts'
import { latestStaleTime } from '../../ui/age.ts'
import type { MapScope } from './map-scope.ts'
import type { PointerChange } from './patch-pointers.ts'

/** Returns the name of an asset, else its id. */
export const pointerName = ({ AssetId, Fields }: AssetPointer): string => Fields.AssetName || AssetId

/** True if an asset reports states. A person's tag only reports a place, and is not called offline. */
export const reportsStates = ({ AssetType, DeviceStatus }: AssetPointer): boolean =>
  AssetType === 'Equipment' || DeviceStatus !== undefined

const isStaleTime = (time: string | undefined, latestStale: string): boolean =>
  time !== undefined && isAsLateAs(latestStale, time)

/** True if an asset's position is too old to look live. */
export const isStale = (pointer: AssetPointer, now: number): boolean =>
  isStaleTime(pointer.CurrentLocation.time, latestStaleTime(now))

/** Attributes of a marker apart from its position. */
interface MarkerFacts {
  readonly lookOf: MapScope['lookOf']
  readonly latestStale: string
}

/** Returns the marker of an asset, if it has a position in its map's pixels. */
function markerOf(
  id: string,
  pointer: AssetPointer,
  { lookOf, latestStale }: MarkerFacts,
): MapMarker | undefined {
  const { xCenterPoint: x, yCenterPoint: y, time } = pointer.CurrentLocation
  if (x === null || y === null) return undefined
  const stale = isStaleTime(time, latestStale)
  return { id, assetKey: id, x, y, look: lookOf(pointer), stale, label: pointerName(pointer) }
}

/** Returns the markers of the assets that have a position in their map's pixels. */
export function markersOf(
  pointers: readonly AssetPointer[],
  now: number,
  lookOf: MapScope['lookOf'],
): MapMarker[] {
  const facts = { lookOf, latestStale: latestStaleTime(now) }
  return pointers.flatMap((pointer) => markerOf(assetKey(pointer), pointer, facts) ?? [])
}

/** Options for drawing the assets of a map. */
interface Drawing {
  /** Returns true if an asset is shown. */
  readonly shows: (pointer: AssetPointer) => boolean
  readonly lookOf: MapScope['lookOf']
  /** Current time in milliseconds, for detecting stale positions. */
  readonly now: number
}

/** Draws the changes of a batch and leaves all other markers unchanged. */
export function drawChange(engine: MapEngine, change: PointerChange, { shows, now, lookOf }: Drawing): void {
  const facts = { lookOf, latestStale: latestStaleTime(now) }
  const markers: MapMarker[] = []
  const removedIds = [...change.removedKeys]
  for (const { key, pointer } of change.changed) {
    const marker = shows(pointer) ? markerOf(key, pointer, facts) : undefined
    if (marker) markers.push(marker)
    else removedIds.push(key)
  }
  if (removedIds.length > 0) engine.removeMarkers(removedIds)
  if (markers.length > 0) engine.putMarkers(markers)
}
