import { type Database, INTERNAL, type PlaceDoc, trusted } from '@wardtrack/database'
import { mapAbove, pathKey } from '@wardtrack/places'
import { providerOf, type ValidPlace } from './ingested-place.ts'

/** Reads the map of a pushed internal place: its own, or else that of the nearest ancestor with a map. */
export async function readMapIds(
  db: Database,
  items: readonly ValidPlace[],
): Promise<(place: ValidPlace) => string | undefined> {
  const internal = items.filter((validItem) => providerOf(validItem) === INTERNAL)
  if (internal.every(({ item }) => !item.outline || item.mapId !== undefined)) return ({ item }) => item.mapId
  const stored = await db.models.places
    .find<Pick<PlaceDoc, 'hierarchyId' | 'fullName' | 'mapId'>>({
      provider: INTERNAL,
      mapId: trusted({ $ne: null }),
    })
    .select({ _id: 0, hierarchyId: 1, fullName: 1, mapId: 1 })
  const byId = new Map(stored.map(({ hierarchyId, mapId }) => [hierarchyId, mapId]))
  const byPath = new Map<string, string>()
  for (const { fullName, mapId } of stored) if (mapId !== null) byPath.set(pathKey(fullName), mapId)
  for (const { item } of internal) {
    const mapId = item.mapId ?? byId.get(item.hierarchyId)
    if (mapId) byPath.set(pathKey(item.fullName), mapId)
  }
  return ({ item }) =>
    item.mapId ?? byId.get(item.hierarchyId) ?? mapAbove(item.fullName, byPath) ?? undefined
}
