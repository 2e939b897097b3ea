import type { Levels, LocationItem } from '@wardtrack/contracts'
import { INTERNAL, type StoredSighting } from '@wardtrack/database'
import { type ItemRefusal, isRefusal, refuseItem } from '@wardtrack/ingestion'
import {
  clampedTo,
  type MapGeometry,
  type Place,
  type PlaceLookup,
  type Point,
  pointOn,
} from '@wardtrack/places'

/**
 * Position of an event, in pixels of the map's image, origin top left; null coordinates for a place without a point.
 */
export type Position = {
  mapId: string | null
  hierarchyId?: string
  fullPath: Levels
  x: number | null
  y: number | null
  /** absent for a point */
  precision?: 'room' | 'floor'
  /** place that the event names, within which its point tells the room; absent when it names none */
  named?: Place
  imageSize?: string
  accuracy?: number
  /** the sighting that the position comes from, for a marked monitor */
  sighting?: StoredSighting
}

/** Returns the part of an item that says where it was, as one text: an equal place at an equal time is a repeat. */
export const placeIdentity = ({ mapId, hierarchyId, monitorId, unit, x, y }: LocationItem): string =>
  JSON.stringify([mapId, hierarchyId, monitorId, unit, x, y])

const UNSCALED: Point = { x: 1, y: 1 }

/**
 * Resolves the place and the pixels of a location item. The item gives metres or pixels on a map, an internal or
 * provider's place with an optional point in its units, or a marked monitor.
 * @param provider lower case; '' or `rtls` means the internal hierarchy
 */
export function resolvePosition(
  item: LocationItem,
  provider: string,
  lookup: PlaceLookup,
): Position | ItemRefusal {
  if (item.mapId !== undefined) return onMap(item, item.mapId, lookup)
  if (item.hierarchyId !== undefined) {
    const found = placeOf(item.hierarchyId, provider, lookup)
    return isRefusal(found) ? found : inPlace(item, found.place, found.scaling, lookup)
  }
  return atMonitor(item, provider, lookup)
}

function onMap(item: LocationItem, mapId: string, lookup: PlaceLookup): Position | ItemRefusal {
  const map = lookup.map(mapId)
  if (!map) return refuseItem('mapId', 'unknown_map', 'This map does not exist.')
  const scale = item.unit === 'm' ? { x: map.perMetreX, y: map.perMetreY } : UNSCALED
  const point = pointOf(item, map, scale)
  return isRefusal(point) ? point : atPoint(undefined, map, point, item, lookup)
}

/** Returns the position at a point: the smallest room that holds it gives the place, within the one that was named. */
function atPoint(
  named: Place | undefined,
  map: MapGeometry,
  point: Point,
  item: { accuracy?: number | undefined },
  lookup: PlaceLookup,
): Position {
  const room = lookup.rooms.roomAt(map.mapId, point, named)
  const found = position(room?.place ?? named ?? lookup.topPlaceOf(map.mapId), map, point, item)
  if (named) found.named = named
  return found
}

/** Returns the position in a place without a point: the inner point of its outline, or else of the place above. */
function inRoom(
  place: Place,
  map: MapGeometry | undefined,
  item: LocationItem,
  lookup: PlaceLookup,
): Position {
  const room = lookup.rooms.roomOf(place.hierarchyId)
  const isHere = room !== undefined && room.map.mapId === map?.mapId
  const found = position(place, map, isHere ? room.inner() : undefined, item)
  found.precision = isHere ? 'room' : 'floor'
  return found
}

function placeOf(
  hierarchyId: string,
  provider: string,
  lookup: PlaceLookup,
): { place: Place; scaling: Point } | ItemRefusal {
  if (provider === '' || provider === INTERNAL) {
    const place = lookup.place(hierarchyId)
    return place ? { place, scaling: UNSCALED } : unknownPlace('There is no such place.')
  }
  const found = lookup.mapped(provider, hierarchyId)
  if (found === 'unmapped')
    return unknownPlace('This place of the provider is not mapped to one of the internal hierarchy.')
  return found === 'unknown' ? unknownPlace('The provider has no such place.') : found
}

const unknownPlace = (message: string): ItemRefusal => refuseItem('hierarchyId', 'unknown_hierarchy', message)

function inPlace(
  item: LocationItem,
  place: Place,
  scaling: Point,
  lookup: PlaceLookup,
): Position | ItemRefusal {
  const map = place.mapId === null ? undefined : lookup.map(place.mapId)
  if (item.x === undefined) return inRoom(place, map, item, lookup)
  if (!map) return refuseItem('hierarchyId', 'unknown_map', 'This place is not on a map.')
  const point = pointOf(item, map, scaling)
  return isRefusal(point) ? point : atPoint(place, map, point, item, lookup)
}

function atMonitor(item: LocationItem, provider: string, lookup: PlaceLookup): Position | ItemRefusal {
  const refused = (message: string): ItemRefusal => refuseItem('monitorId', 'unknown_monitor', message)
  if (provider === '') return refused('A monitorId needs a provider.')
  const marked = lookup.monitor(provider, item.monitorId ?? '')
  if (!marked) return refused('This monitor of the provider is not marked on a map.')
  const { map } = marked
  const point = pointOn(map, marked.point)
  // A map without an image may have shrunk since, so that the mark lies outside.
  if (typeof point === 'string')
    return refuseItem('monitorId', 'outside_map', 'This monitor is outside the map.')
  const sighting: StoredSighting = {
    monitorId: item.monitorId ?? '',
    mapId: map.mapId,
    x: point.x,
    y: point.y,
  }
  if (item.rssi !== undefined) sighting.rssi = item.rssi
  if (item.accuracy !== undefined) sighting.accuracy = item.accuracy
  if (item.count !== undefined) sighting.count = item.count
  return { ...positionAt(map, point, item, lookup), sighting }
}

/** Returns the position of a point on a map. @param given `accuracy`: metres */
export const positionAt = (
  map: MapGeometry,
  point: Point,
  given: { accuracy?: number | undefined },
  lookup: PlaceLookup,
): Position => atPoint(undefined, map, point, given, lookup)

function position(
  place: Place | undefined,
  map: MapGeometry | undefined,
  point: Point | undefined,
  { accuracy }: { accuracy?: number | undefined },
): Position {
  const found: Position = {
    mapId: map?.mapId ?? null,
    fullPath: place?.fullPath ?? {},
    x: point?.x ?? null,
    y: point?.y ?? null,
  }
  if (place) found.hierarchyId = place.hierarchyId
  if (map?.imageSize) found.imageSize = map.imageSize
  if (accuracy !== undefined) found.accuracy = accuracy
  return found
}

function pointOf(item: LocationItem, map: MapGeometry, scale: Point): Point | ItemRefusal {
  const { x = Number.NaN, y = Number.NaN } = item
  const point = pointOn(map, clampedTo(map, { x: x * scale.x, y: y * scale.y }, item.accuracy))
  return typeof point === 'string'
    ? refuseItem(point, 'outside_map', 'This point is outside the map.')
    : point
}
