import type { Coordinates, Levels } from '@wardtrack/contracts'
import type { PlaceOutline } from '@wardtrack/database'
import { type AreaGrid, createAreaGrid, type GridArea } from './area-grid.ts'
import { toFenceArea } from './fence-area.ts'
import { factorTo, inMetres, type MapGeometry, type Point, rounded, scaledArea } from './map-geometry.ts'
import { cornersOf, depthIn, innerPoint, sizeOf } from './outline-geometry.ts'

/** A place of the internal hierarchy with the map it lies on: its own or that of its nearest ancestor with a map. */
export type Place = { hierarchyId: string; fullPath: Levels; depth: number; mapId: string | null }

/**
 * Metres past the outline of a room within which an asset stays in it, so that a tag on a wall does not change rooms
 * with each event.
 */
const WALL_METRES = 0.5

/** A place with an outline on its map, in pixels of the map's image. */
export type Room = {
  place: Place
  map: MapGeometry
  outline: Coordinates
  /** inner point of the outline */
  inner(): Point
}

/** The rooms of all maps. */
export type RoomIndex = {
  /** the place itself if it has an outline, or else the nearest place above it with one on the same map */
  roomOf(hierarchyId: string): Room | undefined
  /**
   * the smallest room that holds a point, edges included; of equal ones the first by id
   * @param within the place in which the room must lie; undefined for any
   */
  roomAt(mapId: string, point: Point, within: Place | undefined): Room | undefined
  /**
   * returns true if an asset of a room stays in it: its point is at most half a metre outside, and not clearly inside
   * a smaller or another room
   */
  holds(hierarchyId: string, mapId: string, point: Point, found: Room | undefined): boolean
}

/** A room and what is computed from its outline. Corners are in metres. */
type IndexedRoom = Room & GridArea & { corners: readonly Point[]; size: number; wall(): number }

/** A place and its outline. */
export type OutlinedPlace = { place: Place; outline: PlaceOutline }

/** Creates the index. @param above the place above another one, if any */
export function createRoomIndex(
  places: readonly OutlinedPlace[],
  map: (mapId: string) => MapGeometry | undefined,
  above: (hierarchyId: string) => Place | undefined,
): RoomIndex {
  const rooms = new Map<string, IndexedRoom>()
  const byMap = new Map<string, IndexedRoom[]>()
  for (const { place, outline } of places) {
    const geometry = map(outline.mapId)
    // A place that has moved to another map is no longer a room of this one.
    if (!geometry || place.mapId !== outline.mapId) continue
    const room = toRoom(place, geometry, outline)
    rooms.set(place.hierarchyId, room)
    const ofMap = byMap.get(outline.mapId)
    if (ofMap) ofMap.push(room)
    else byMap.set(outline.mapId, [room])
  }
  const grids = new Map<string, AreaGrid<IndexedRoom>>()
  for (const [mapId, ofMap] of byMap) grids.set(mapId, createAreaGrid(ofMap.sort(bySize)))
  const holding: IndexedRoom[] = []
  return {
    roomOf: (hierarchyId) => {
      const own = rooms.get(hierarchyId)
      if (own) return own
      const place = above(hierarchyId)
      for (let next = place; next; next = above(next.hierarchyId)) {
        const room = rooms.get(next.hierarchyId)
        if (room) return room
      }
      return undefined
    },
    roomAt: (mapId, { x, y }, within) => {
      holding.length = 0
      grids.get(mapId)?.collectAt(x, y, holding)
      for (const room of holding) if (!within || isWithin(room.place, within)) return room
      return undefined
    },
    holds: (hierarchyId, mapId, point, found) => {
      const held = rooms.get(hierarchyId)
      if (!held || held.map.mapId !== mapId) return false
      const at = inMetres(held.map, point)
      if (depthIn(held.corners, at) < -WALL_METRES) return false
      const other = found ? rooms.get(found.place.hierarchyId) : undefined
      return !other || depthIn(other.corners, at) <= other.wall()
    },
  }
}

const bySize = (a: IndexedRoom, b: IndexedRoom): number =>
  a.size - b.size || (a.place.hierarchyId < b.place.hierarchyId ? -1 : 1)

/** Returns true if a place lies in another one, or is the same. */
export const isWithin = (place: Place, { fullPath, depth }: Place): boolean =>
  place.depth >= depth && Object.entries(fullPath).every(([level, name]) => place.fullPath[level] === name)

function toRoom(place: Place, map: MapGeometry, stored: PlaceOutline): IndexedRoom {
  const outline = scaledArea(stored.Coordinates, factorTo(map, stored.imageSize))
  const corners = cornersOf(outline).map((corner) => inMetres(map, corner))
  const area = toFenceArea(outline)
  const { x, y, x2, y2 } = outline
  let found: ReturnType<typeof innerPoint> | undefined
  const middle = () => {
    found ??= innerPoint(corners)
    return found
  }
  return {
    place,
    map,
    outline,
    inner: () => ({
      x: rounded(middle().at.x * map.perMetreX),
      y: rounded(middle().at.y * map.perMetreY),
    }),
    x,
    y,
    x2,
    y2,
    ...(area ? { area } : {}),
    corners,
    size: sizeOf(corners),
    // A narrow room can be entered too.
    wall: () => Math.min(WALL_METRES, middle().depth / 2),
  }
}
