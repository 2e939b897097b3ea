import type { ServiceParts } from '@wardtrack/access'
import { type CachedValue, cachedValue } from '@wardtrack/service-kit'
import type { PlacedCandidate } from './availability.ts'
import { changesCleaning, readCleaningAreas } from './cleaning-areas.ts'
import { type HoldsPoint, holdsPoint } from './fence-area.ts'
import type { PlaceCache } from './place-cache.ts'

/** Returns true if a point lies in an area of unclean equipment. */
export type IsUnclean = (location: PlacedCandidate['CurrentLocation']) => boolean

/** Caches the areas of unclean equipment: enabled geofences of the cleaning type that apply to equipment. */
export const createUncleanAreas = (
  parts: Pick<ServiceParts, 'db' | 'bus' | 'cacheMode'> & { places: PlaceCache },
): CachedValue<IsUnclean> =>
  cachedValue(parts, { load: () => load(parts), invalidateOn: { 'config.changed': changesCleaning } })

async function load(parts: Pick<ServiceParts, 'db'> & { places: PlaceCache }): Promise<IsUnclean> {
  const areas = new Map<string, HoldsPoint[]>()
  for (const [mapId, cleaning] of await readCleaningAreas(parts, await parts.places.read()))
    areas.set(mapId, cleaning.map(holdsPoint))
  return ({ mapId, xCenterPoint: x, yCenterPoint: y }) =>
    areas.get(mapId)?.some((holds) => holds(x, y)) ?? false
}
