import type { ServiceParts } from '@wardtrack/access'
import { factorTo, type PlaceCache, scaledArea } from '@wardtrack/places'
import { type CachedValue, cachedValue } from '@wardtrack/service-kit'
import { type HoldsPoint, holdsPoint } from '../geofences/index.ts'
import type { PlacedCandidate } from './availability.ts'

/** The type of the geofences around things that wait to be cleaned; names of types are compared without case. */
const CLEANING = 'cleaning'

/** Whether a point lies in an area of things that are not clean. */
export type IsUnclean = (location: PlacedCandidate['CurrentLocation']) => boolean

const RELEVANT_CONFIG: ReadonlySet<string> = new Set(['geofences', 'maps'])

/** Keeps the areas of things that are not clean in memory: geofences of that type for equipment that are switched on. */
export const createUncleanAreas = (
  parts: Pick<ServiceParts, 'db' | 'bus' | 'cacheMode'> & { places: PlaceCache },
): CachedValue<IsUnclean> =>
  cachedValue(parts, {
    load: () => load(parts),
    invalidateOn: { 'config.changed': ({ what }) => RELEVANT_CONFIG.has(what) },
  })

async function load({ db, places }: Pick<ServiceParts, 'db'> & { places: PlaceCache }): Promise<IsUnclean> {
  const [lookup, fences] = await Promise.all([
    places.read(),
    db.models.geofences.find({ Enabled: true, AssetTypes: 'Equipment' }),
  ])
  const areas = new Map<string, HoldsPoint[]>()
  for (const { MapId, Type, Coordinates, imageSize } of fences) {
    if (Type.toLowerCase() !== CLEANING) continue
    const area = scaledArea(Coordinates, factorTo(lookup.map(MapId), imageSize))
    areas.set(MapId, [...(areas.get(MapId) ?? []), holdsPoint(area)])
  }
  return ({ mapId, xCenterPoint: x, yCenterPoint: y }) =>
    areas.get(mapId)?.some((holds) => holds(x, y)) ?? false
}
