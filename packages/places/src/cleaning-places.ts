import type { ServiceParts } from '@wardtrack/access'
import { trusted } from '@wardtrack/database'
import { type CachedValue, cachedValue } from '@wardtrack/service-kit'
import { changesCleaning, readCleaningAreas } from './cleaning-areas.ts'
import { factorTo, scaledArea } from './map-geometry.ts'
import { isMostlyCovered } from './outline-geometry.ts'
import type { PlaceCache } from './place-cache.ts'

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
  for (const [mapId, cleaning] of areas) {
    // A place that has been moved to another map is no longer a room of this map.
    const rooms = await parts.db.models.places
      .find({ 'outline.mapId': mapId, mapId: trusted({ $in: [null, mapId] }) })
      .select({ hierarchyId: 1, outline: 1 })
    const map = lookup.map(mapId)
    for (const { hierarchyId, outline } of rooms) {
      if (!outline) continue
      const room = scaledArea(outline.Coordinates, factorTo(map, outline.imageSize))
      if (isMostlyCovered(room, cleaning)) found.add(hierarchyId)
    }
  }
  return found
}
