import type { AssetPointer } from '@wardtrack/contracts'
import { assetKey } from '../../lib/live/patch-asset.ts'
import { isAsLateAs } from '../../lib/time.ts'
import type { MapEngine, MapMarker, Point } from '../../map-engine/index.ts'
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
  readonly metre: number
}

/** Metres around the middle of a room in which its assets are spread. */
const SPREAD = 1.2

/** Returns a point near the middle of a room, always the same for an asset, so that not all lie on one point. */
function spreadInRoom(id: string, { x, y }: Point, metre: number): Point {
  let hash = 0
  for (let at = 0; at < id.length; at += 1) hash = (Math.imul(hash, 31) + id.charCodeAt(at)) >>> 0
  // Ids in a series differ in their last digits, which must change all bits.
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) >>> 0
  hash = (hash ^ (hash >>> 13)) >>> 0
  const angle = ((hash % 360) / 180) * Math.PI
  const distance = SPREAD * metre * Math.sqrt(((hash >>> 9) % 100) / 100)
  return { x: x + distance * Math.cos(angle), y: y + distance * Math.sin(angle) }
}

/** Returns the marker of an asset, if it has a position in its map's pixels. */
function markerOf(
  id: string,
  pointer: AssetPointer,
  { lookOf, latestStale, metre }: MarkerFacts,
): MapMarker | undefined {
  const { xCenterPoint: x, yCenterPoint: y, time, precision } = pointer.CurrentLocation
  if (x === null || y === null) return undefined
  const stale = isStaleTime(time, latestStale)
  const marker = { id, assetKey: id, x, y, look: lookOf(pointer), stale, label: pointerName(pointer) }
  return precision === 'room' ? { ...marker, ...spreadInRoom(id, marker, metre), inRoom: true } : marker
}

/** Returns the markers of the assets that have a position in their map's pixels. */
export function markersOf(
  pointers: readonly AssetPointer[],
  { now, lookOf, metre }: Omit<Drawing, 'shows'>,
): MapMarker[] {
  const facts = { lookOf, latestStale: latestStaleTime(now), metre }
  return pointers.flatMap((pointer) => markerOf(assetKey(pointer), pointer, facts) ?? [])
}

/** Options for drawing the assets of a map. */
interface Drawing {
  /** Returns true if an asset is shown. */
  readonly shows: (pointer: AssetPointer) => boolean
  readonly lookOf: MapScope['lookOf']
  /** Current time in milliseconds, for detecting stale positions. */
  readonly now: number
  /** Pixels of the plan in a metre; 0 if the size of the map is unknown. */
  readonly metre: number
}

/** Draws the changes of a batch and leaves all other markers unchanged. */
export function drawChange(engine: MapEngine, change: PointerChange, drawing: Drawing): void {
  const { shows, now, lookOf, metre } = drawing
  const facts = { lookOf, latestStale: latestStaleTime(now), metre }
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
