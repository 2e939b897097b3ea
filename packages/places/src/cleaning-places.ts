import type { ServiceParts } from '@wardtrack/access'
import type { Coordinates } from '@wardtrack/contracts'
import { trusted } from '@wardtrack/database'
import { type CachedValue, cachedValue } from '@wardtrack/service-kit'
import { changesCleaning, readCleaningAreas } from './cleaning-areas.ts'
import { type HoldsPoint, holdsPoint } from './fence-area.ts'
import { factorTo, scaledArea } from './map-geometry.ts'
import type { PlaceCache } from './place-cache.ts'

/** Sample points along each side of the box around a room. */
const POINTS_PER_SIDE = 15

/** Hierarchy ids of internal places where equipment is cleaned or waits for cleaning. */
export type CleaningPlaces = ReadonlySet<string>

/** Caches the rooms that have more than half of their outline in cleaning areas. */
export const createCleaningPlaces = (
  parts: Pick<ServiceParts, 'db' | 'bus' | 'cacheMode'> & { places: PlaceCache },
): CachedValue<CleaningPlaces> =>
  cachedValue(parts, { load: () => load(parts), invalidateOn: { 'config.changed': changesCleaning } })

async function load(parts: Pick<ServiceParts, 'db'> & { places: PlaceCache }): Promise<CleaningPlaces> {
  const lookup = await parts.places.read()
  const areas = await readCleaningAreas(parts, lookup)
  const found = new Set<string>()
  for (const [mapId, holders] of areas) {
    // A place that has been moved to another map is no longer a room of this map.
    const rooms = await parts.db.models.places
      .find({ 'outline.mapId': mapId, mapId: trusted({ $in: [null, mapId] }) })
      .select({ hierarchyId: 1, outline: 1 })
    const map = lookup.map(mapId)
    const isCleaning: HoldsPoint = (x, y) => holders.some((holds) => holds(x, y))
    for (const { hierarchyId, outline } of rooms) {
      if (!outline) continue
      const room = scaledArea(outline.Coordinates, factorTo(map, outline.imageSize))
      if (isMostlyIn(room, isCleaning)) found.add(hierarchyId)
    }
  }
  return found
}

/** Returns true if `holds` accepts more than half of an area, judged by a grid of sample points. */
export function isMostlyIn(area: Coordinates, holds: HoldsPoint): boolean {
  const isInside = holdsPoint(area)
  let [inside, held] = [0, 0]
  for (let row = 0; row < POINTS_PER_SIDE; row += 1)
    for (let column = 0; column < POINTS_PER_SIDE; column += 1) {
      const x = area.x + ((area.x2 - area.x) * (column + 0.5)) / POINTS_PER_SIDE
      const y = area.y + ((area.y2 - area.y) * (row + 0.5)) / POINTS_PER_SIDE
      if (!isInside(x, y)) continue
      inside += 1
      if (holds(x, y)) held += 1
    }
  return held * 2 > inside
}
