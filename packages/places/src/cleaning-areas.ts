import type { ServiceParts } from '@wardtrack/access'
import { type HoldsPoint, holdsPoint } from './fence-area.ts'
import { factorTo, scaledArea } from './map-geometry.ts'
import type { PlaceLookup } from './place-cache.ts'

/** The type of the geofences around things that wait to be cleaned; names of types are compared without case. */
const CLEANING = 'cleaning'

const RELEVANT_CONFIG: ReadonlySet<string> = new Set(['geofences', 'maps'])

/** Whether areas of cleaning may be others after a change of configuration. */
export const changesCleaning = ({ what }: { what: string }): boolean => RELEVANT_CONFIG.has(what)

/** Reads the areas of things that are not clean, by map: geofences of that type for equipment that are switched on. */
export async function readCleaningAreas(
  { db }: Pick<ServiceParts, 'db'>,
  lookup: PlaceLookup,
): Promise<Map<string, HoldsPoint[]>> {
  const fences = await db.models.geofences.find({ Enabled: true, AssetTypes: 'Equipment' })
  const areas = new Map<string, HoldsPoint[]>()
  for (const { MapId, Type, Coordinates, imageSize } of fences) {
    if (Type.toLowerCase() !== CLEANING) continue
    const area = scaledArea(Coordinates, factorTo(lookup.map(MapId), imageSize))
    areas.set(MapId, [...(areas.get(MapId) ?? []), holdsPoint(area)])
  }
  return areas
}
