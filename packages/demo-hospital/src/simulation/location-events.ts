import { distance } from '../plans/geometry.ts'
import type { PlanRoom, Point } from '../plans/plan.types.ts'
import type { Random } from '../random.ts'
import { AEROSCOUT, CENTRAK, type ProviderPlace } from '../registry/provider-places.ts'
import type { FeedItem } from './feed-item.ts'
import { type FloorMap, roomAt } from './place-graph.ts'
import { keepInside } from './spots.ts'
import type { TrackedAsset } from './world.types.ts'

/** Noise of a resting tag's reported position, in metres. */
const NOISE_METRES = 0.2
const NEAREST_WALL_METRES = 0.25
/** Share of eligible events that use a locating system's own places. */
const PROVIDER_SHARE = 0.4
/** Distance below which a monitor detects a tag. */
const NEAR_MONITOR_METRES = 2

const tenth = (value: number): number => Math.round(value * 10) / 10
const centi = (value: number): number => Math.round(value * 100) / 100

type Body = Record<string, unknown>

function byName({ asset }: TrackedAsset): Body {
  return { AssetType: asset.AssetType, AssetId: asset.AssetId }
}

function byTag({ asset }: TrackedAsset): Body | undefined {
  const tag = asset.LocationTags.find((candidate) => candidate.IsPrimary)
  return tag && { tagId: tag.TagId, provider: tag.Provider }
}

function onMap(map: FloorMap, x: number, y: number, random: Random): Body {
  if (random.chance(0.4)) return { mapId: map.mapId, x: tenth(x), y: tenth(y), unit: 'px' }
  return {
    mapId: map.mapId,
    x: centi(x * map.metresPerPixel),
    y: centi(y * map.metresPerPixel),
    unit: 'm',
  }
}

/** Returns the reported position: exact on a lane while moving, with noise at rest. */
export function reportedPoint(
  tracked: TrackedAsset,
  map: FloorMap,
  random: Random,
): { x: number; y: number } {
  const { x, y } = tracked.position
  const room = tracked.moving ? undefined : roomAt(map, x, y)
  if (!room) return { x, y }
  const noise = NOISE_METRES / map.metresPerPixel
  return keepInside(
    room,
    x + random.bell() * noise,
    y + random.bell() * noise,
    NEAREST_WALL_METRES / map.metresPerPixel,
  )
}

/** Returns the event's body with the locating system's own place, if the server knows one; undefined otherwise. */
function inProviderWords(
  { asset, moving }: TrackedAsset,
  map: FloorMap,
  { x, y }: Point,
  room: PlanRoom | undefined,
): Body | undefined {
  const tagOf = (name: string) => asset.LocationTags.find(({ Provider }) => Provider === name)
  const inUnits = ({ hierarchyId, provider, scaling }: ProviderPlace, tagId: string): Body => {
    return { provider, tagId, hierarchyId, x: centi(x / scaling), y: centi(y / scaling) }
  }
  const zone = room && map.providers?.zones.get(room.hierarchyId)
  const older = tagOf(AEROSCOUT)
  if (zone && older) return inUnits(zone, older.TagId)
  const tag = tagOf(CENTRAK)
  if (!map.providers || !tag) return undefined
  const near = NEAR_MONITOR_METRES / map.metresPerPixel
  const monitor = moving && map.providers.monitors.find((entry) => distance(entry, { x, y }) < near)
  if (monitor) return { provider: CENTRAK, tagId: tag.TagId, monitorId: monitor.monitorId }
  return room === undefined || room.kind === 'corridor' ? inUnits(map.providers.floor, tag.TagId) : undefined
}

/**
 * Creates a location event in one of the forms that integrators use. Most events have the place's hierarchy with
 * pixels; in corridors some have the map with metres or pixels, sometimes by tag. If the server knows the places of
 * the locating systems, some events use these: a zone or a floor in their units, or a monitor.
 */
export function locationEvent(tracked: TrackedAsset, map: FloorMap, random: Random): FeedItem {
  const { x, y } = reportedPoint(tracked, map, random)
  const room = roomAt(map, x, y)
  const open = room === undefined || room.kind === 'corridor'
  const accuracy = centi(random.between(0.4, 2.5))
  const foreign = random.chance(PROVIDER_SHARE) ? inProviderWords(tracked, map, { x, y }, room) : undefined
  if (foreign) return { lane: 'locations', mapId: map.mapId, body: { ...foreign, accuracy } }
  const dice = random.next()
  const tag = open && dice < 0.12 ? byTag(tracked) : undefined
  const reportedPlace =
    tag || (open && dice < 0.35)
      ? onMap(map, x, y, random)
      : { hierarchyId: room?.hierarchyId ?? map.hierarchyId, x: tenth(x), y: tenth(y) }
  return {
    lane: 'locations',
    mapId: map.mapId,
    body: { ...(tag ?? byName(tracked)), ...reportedPlace, accuracy },
  }
}
