import type { ServiceParts } from '@wardtrack/access'
import { type CachedValue, cachedValue } from '@wardtrack/service-kit'
import type { PlacedCandidate } from './availability.ts'
import { changesCleaning, readCleaningAreas } from './cleaning-areas.ts'
import type { PlaceCache } from './place-cache.ts'

/** Whether a point lies in an area of things that are not clean. */
export type IsUnclean = (location: PlacedCandidate['CurrentLocation']) => boolean

/** Keeps the areas of things that are not clean in memory: geofences of that type for equipment that are switched on. */
export const createUncleanAreas = (
  parts: Pick<ServiceParts, 'db' | 'bus' | 'cacheMode'> & { places: PlaceCache },
): CachedValue<IsUnclean> =>
  cachedValue(parts, { load: () => load(parts), invalidateOn: { 'config.changed': changesCleaning } })

async function load(parts: Pick<ServiceParts, 'db'> & { places: PlaceCache }): Promise<IsUnclean> {
  const areas = await readCleaningAreas(parts, await parts.places.read())
  return ({ mapId, xCenterPoint: x, yCenterPoint: y }) =>
    areas.get(mapId)?.some((holds) => holds(x, y)) ?? false
}
