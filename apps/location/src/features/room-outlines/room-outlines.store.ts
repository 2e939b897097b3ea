import {
  type Database,
  findPage,
  type PageRequest,
  type PlaceDoc,
  type PlaceOutline,
  trusted,
} from '@wardtrack/database'

/** A place whose outline is known. */
export type Room = PlaceDoc & { outline: PlaceOutline }

/** A page of the rooms of a map. A place that meanwhile names another map itself is none of them. */
export async function findRooms(
  db: Database,
  mapId: string,
  page: PageRequest,
): Promise<{ docs: Room[]; count: number }> {
  const filter = { 'outline.mapId': mapId, mapId: trusted({ $in: [null, mapId] }) }
  const { docs, count } = await findPage(db.models.places, filter, { hierarchyId: 1 }, page)
  return {
    docs: docs.flatMap((place) => (place.outline ? [{ ...place, outline: place.outline }] : [])),
    count,
  }
}
