import type { ServiceParts } from '@wardtrack/access'
import type { Coordinates } from '@wardtrack/contracts'
import { factorTo, scaledArea } from './map-geometry.ts'
import type { PlaceLookup } from './place-cache.ts'

/** Type of geofences around equipment that waits for cleaning; type names are compared without case. */
const CLEANING = 'cleaning'

const RELEVANT_CONFIG: ReadonlySet<string> = new Set(['geofences', 'maps'])

/** Returns true if a change of configuration may change the cleaning areas. */
export const changesCleaning = ({ what }: { what: string }): boolean => RELEVANT_CONFIG.has(what)

/** Reads the areas of unclean equipment by map: enabled geofences of the cleaning type that apply to equipment. */
export async function readCleaningAreas(
  { db }: Pick<ServiceParts, 'db'>,
  lookup: PlaceLookup,
): Promise<Map<string, Coordinates[]>> {
  const fences = await db.models.geofences.find({ Enabled: true, AssetTypes: 'Equipment' })
  const areas = new Map<string, Coordinates[]>()
  for (const { MapId, Type, Coordinates: drawn, imageSize } of fences) {
    if (Type.toLowerCase() !== CLEANING) continue
    const area = scaledArea(drawn, factorTo(lookup.map(MapId), imageSize))
    areas.set(MapId, [...(areas.get(MapId) ?? []), area])
  }
  return areas
}
