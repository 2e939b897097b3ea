import { type DrawnArea, messages, type PushedOutline } from '@wardtrack/contracts'
import {
  type Database,
  INTERNAL,
  type MapDoc,
  type PlaceDoc,
  type PlaceOutline,
  trusted,
} from '@wardtrack/database'
import { type ItemRefusal, isRefusal, refuseItem } from '@wardtrack/ingestion'
import { geometryOf, type MapGeometry, mapAbove, pathKey, scaledDrawing } from '@wardtrack/places'
import { isAreaFault, readArea } from '../geofences/index.ts'
import { mapValues, NEW_MAP, providerOf, type ValidPlace } from './ingested-place.ts'

/** Reads the map of a pushed internal place: its own, or else that of the nearest ancestor with a map. */
async function readMapIds(
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

/** A valid place, and the map for which it gives sizes. */
type TakeablePlace = { validItem: ValidPlace; mapId: string | undefined }

/**
 * Returns the outlines of pushed places in stored form, or the refusal of an item. Outlines are checked on the maps
 * as they are after the whole request, because a room may precede its floor.
 */
export async function readOutlines(
  db: Database,
  places: readonly TakeablePlace[],
): Promise<ReadonlyMap<ValidPlace, PlaceOutline | ItemRefusal>> {
  const outlined = places.filter(({ validItem }) => validItem.item.outline)
  if (outlined.length === 0) return new Map()
  const validItems = places.map(({ validItem }) => validItem)
  const mapIdOf = await readMapIds(db, validItems)
  const ids = validItems.flatMap((validItem) => mapIdOf(validItem) ?? [])
  const stored = await db.models.maps.find({ _id: trusted({ $in: [...new Set(ids)] }) })
  const maps = new Map(stored.map((map) => [map._id, map]))
  for (const place of places) if (!place.validItem.item.outline) applySizes(maps, place)
  return new Map(
    outlined.map((place) => {
      const { validItem } = place
      const undo = applySizes(maps, place)
      const mapId = mapIdOf(validItem)
      const outline = readOutline(validItem, mapId === undefined ? undefined : maps.get(mapId))
      // A refused item does not change its map either.
      if (isRefusal(outline)) undo()
      return [validItem, outline]
    }),
  )
}

/** Applies a place's sizes to its map. @returns function that reverts them */
function applySizes(maps: Map<string, MapDoc>, { validItem, mapId }: TakeablePlace): () => void {
  if (mapId === undefined || providerOf(validItem) !== INTERNAL) return () => undefined
  const earlier = maps.get(mapId)
  const map = earlier ?? { _id: mapId, name: mapId, ...NEW_MAP }
  maps.set(mapId, { ...map, ...mapValues(validItem.item) })
  return () => {
    if (earlier) maps.set(mapId, earlier)
    else maps.delete(mapId)
  }
}

function readOutline(validItem: ValidPlace, map: MapDoc | undefined): PlaceOutline | ItemRefusal {
  const { outline } = validItem.item
  if (!outline) throw new Error('a place without an outline was asked for it')
  if (providerOf(validItem) !== INTERNAL)
    return refuseItem('outline', 'validation', 'Only places of the internal hierarchy have an outline.')
  if (!map) return refuseItem('outline', 'unknown_map', 'This place is not on a map.')
  const geometry = geometryOf(map)
  const Coordinates = readArea(inPixels(outline, geometry), geometry)
  if (!isAreaFault(Coordinates))
    return {
      mapId: map._id,
      Coordinates,
      ...(geometry.imageSize === undefined ? {} : { imageSize: geometry.imageSize }),
    }
  const { member, message } = Coordinates
  return refuseItem(
    member === undefined ? 'outline' : `outline.${member}`,
    message === messages.fenceOutside ? 'outside_map' : 'validation',
    outlineTexts[message] ?? message,
  )
}

/** Messages about geofences, reworded for outlines. */
const outlineTexts: Readonly<Record<string, string>> = {
  [messages.fenceOutside]: 'The outline lies outside the map.',
  [messages.noFenceMarked]: 'The outline has no area.',
  [messages.fenceContradicts]: 'The sides of the outline contradict each other.',
  [messages.fenceCrossesItself]: 'The edges of the outline cross or touch one another.',
  [messages.fenceTooSmall]: 'The outline covers less than one square metre.',
}

function inPixels(outline: PushedOutline, { perMetreX, perMetreY }: MapGeometry): DrawnArea {
  return outline.unit === 'px' ? outline : scaledDrawing(outline, { x: perMetreX, y: perMetreY })
}
