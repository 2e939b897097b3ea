import type { Random } from '../random.ts'
import type { FeedItem } from './feed-item.ts'
import { type FloorMap, roomAt } from './place-graph.ts'
import { keepInside } from './spots.ts'
import type { TrackedAsset } from './world.types.ts'

/** Metres by which a resting tag's reported position wanders. */
const NOISE_METRES = 0.2
const NEAREST_WALL_METRES = 0.25

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

/** What a locating system would say of a position: exact to its lane under way, a little uncertain at rest. */
export function reportedPoint(
  tracked: TrackedAsset,
  map: FloorMap,
  random: Random,
): { x: number; y: number } {
  const { x, y } = tracked.where
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

/**
 * One location event in one of the forms that integrators use: mostly the place's own hierarchy with pixels, on
 * corridors now and then the map with metres or pixels, then also by tag.
 */
export function locationEvent(tracked: TrackedAsset, map: FloorMap, random: Random): FeedItem {
  const { x, y } = reportedPoint(tracked, map, random)
  const room = roomAt(map, x, y)
  const open = room === undefined || room.kind === 'corridor'
  const dice = random.next()
  const tag = open && dice < 0.12 ? byTag(tracked) : undefined
  const where =
    tag || (open && dice < 0.35)
      ? onMap(map, x, y, random)
      : { hierarchyId: room?.hierarchyId ?? map.hierarchyId, x: tenth(x), y: tenth(y) }
  return {
    lane: 'locations',
    mapId: map.mapId,
    body: { ...(tag ?? byName(tracked)), ...where, accuracy: centi(random.between(0.4, 2.5)) },
  }
}
