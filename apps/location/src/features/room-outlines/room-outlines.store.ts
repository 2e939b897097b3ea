import {
  type Database,
  findPage,
  type PageRequest,
  type PlaceDoc,
  type PlaceOutline,
  trusted,
} from '@wardtrack/database'

/** A place with a known outline. */
export type Room = PlaceDoc & { outline: PlaceOutline }

/** Returns a page of the rooms of a map, without places that have moved to another map themselves. */
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
