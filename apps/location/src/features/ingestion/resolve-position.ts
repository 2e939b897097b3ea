import type { Levels, LocationItem } from '@wardtrack/contracts'
import { type ItemRefusal, refuseItem } from '@wardtrack/ingestion'
import type { Book, MapGeometry, Place } from '../../places/place-book.ts'

/** Where an event took place: pixels of the map's image, origin top left; null for a place without a point. */
export type Position = {
  mapId: string | null
  hierarchyId?: string
  fullPath: Levels
  x: number | null
  y: number | null
  imageSize?: string
  accuracy?: number
}

/** Positions keep a thousandth of a pixel: finer figures are rounding noise of the conversion from metres. */
const GRAIN = 1_000

/**
 * Finds the place and the pixels of a location item (ingestion.md): metres or pixels on a map, or a place of the
 * internal hierarchy with pixels or without a point.
 */
export function resolvePosition(item: LocationItem, book: Book): Position | ItemRefusal {
  if (item.mapId !== undefined) return onMap(item, item.mapId, book)
  if (item.hierarchyId !== undefined) return inPlace(item, item.hierarchyId, book)
  return refuseItem('monitorId', 'unknown_monitor', 'This monitor is not marked on a map.')
}

function onMap(item: LocationItem, mapId: string, book: Book): Position | ItemRefusal {
  const map = book.map(mapId)
  if (!map) return refuseItem('mapId', 'unknown_map', 'There is no such map.')
  const scale = item.unit === 'm' ? { x: map.perMetreX, y: map.perMetreY } : { x: 1, y: 1 }
  const point = pointOf(item, map, scale)
  if ('code' in point) return point
  return position(book.topPlaceOf(mapId), map, point, item)
}

function inPlace(item: LocationItem, hierarchyId: string, book: Book): Position | ItemRefusal {
  const place = book.place(hierarchyId)
  if (!place) return refuseItem('hierarchyId', 'unknown_hierarchy', 'There is no such place.')
  const map = place.mapId === null ? undefined : book.map(place.mapId)
  if (item.x === undefined) return position(place, map, { x: null, y: null }, item)
  if (!map) return refuseItem('hierarchyId', 'unknown_map', 'This place lies on no map.')
  const point = pointOf(item, map, { x: 1, y: 1 })
  return 'code' in point ? point : position(place, map, point, item)
}

type Point = { x: number | null; y: number | null }

function position(
  place: Place | undefined,
  map: MapGeometry | undefined,
  point: Point,
  item: LocationItem,
): Position {
  return {
    mapId: map?.mapId ?? null,
    ...(place ? { hierarchyId: place.hierarchyId } : {}),
    fullPath: place?.fullPath ?? {},
    x: point.x,
    y: point.y,
    ...(map?.imageSize ? { imageSize: map.imageSize } : {}),
    ...(item.accuracy === undefined ? {} : { accuracy: item.accuracy }),
  }
}

function pointOf(
  item: LocationItem,
  map: MapGeometry,
  scale: { x: number; y: number },
): { x: number; y: number } | ItemRefusal {
  const x = pixel((item.x ?? Number.NaN) * scale.x, map.width)
  const y = pixel((item.y ?? Number.NaN) * scale.y, map.height)
  if (x === undefined) return refuseItem('x', 'outside_map', 'This point is outside the map.')
  if (y === undefined) return refuseItem('y', 'outside_map', 'This point is outside the map.')
  return { x, y }
}

/** A coordinate within 0..side, both edges inside; undefined outside. */
function pixel(value: number, side: number): number | undefined {
  const rounded = Math.round(value * GRAIN) / GRAIN
  // Half a grain beyond the edge is still the edge: a side need not be a whole number of grains.
  if (!(rounded >= 0 && rounded <= side + 0.5 / GRAIN)) return undefined
  return Math.min(rounded, side) + 0
}
