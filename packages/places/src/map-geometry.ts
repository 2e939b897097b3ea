import { type Coordinates, MAP_EDGE_METRES } from '@wardtrack/contracts'
import {
  ASSUMED_PIXELS_PER_METRE as ASSUMED,
  ASSUMED_PIXELS_PER_METRE,
  type MapDoc,
} from '@wardtrack/database'

/** The size of a map in pixels and its pixels per metre along each side. */
export type MapGeometry = {
  mapId: string
  width: number
  height: number
  perMetreX: number
  perMetreY: number
  /** `{width}x{height}` of the image; absent while the map has none */
  imageSize?: string
  /** metres beyond the edge; absent for the default. @see clampedTo */
  edgeTolerance?: number
}

/** The box around an area, in pixels of a map's image. */
export type Box = Pick<Coordinates, 'x' | 'y' | 'x2' | 'y2' | 'w' | 'h'>

/** A point in pixels of a map's image, origin top left. */
export type Point = { x: number; y: number }

/**
 * Positions have a precision of a thousandth of a pixel; finer digits are rounding noise of the conversion from
 * metres.
 */
const STEPS_PER_PIXEL = 1_000
/** Rounding noise of a distance in metres. */
const ROUNDING_METRES = 1e-9

/** Returns the geometry of a stored map. */
export function geometryOf(map: MapDoc): MapGeometry {
  const { _id: mapId, xDimension, yDimension, width, height, edgeTolerance } = map
  const edge = edgeTolerance === undefined ? {} : { edgeTolerance }
  if (width === null || height === null)
    return {
      mapId,
      width: xDimension * ASSUMED_PIXELS_PER_METRE,
      height: yDimension * ASSUMED_PIXELS_PER_METRE,
      perMetreX: ASSUMED_PIXELS_PER_METRE,
      perMetreY: ASSUMED_PIXELS_PER_METRE,
      ...edge,
    }
  const imageSize = `${width}x${height}`
  const perMetre = { perMetreX: width / xDimension, perMetreY: height / yDimension }
  return { mapId, width, height, ...perMetre, imageSize, ...edge }
}

/** Returns a point as stored, or the name of the coordinate that lies outside the map. Both edges are inside. */
export function pointOn(map: MapGeometry, { x, y }: Point): Point | 'x' | 'y' {
  const keptX = keptPixel(x, map.width)
  const keptY = keptPixel(y, map.height)
  if (keptX === undefined) return 'x'
  return keptY === undefined ? 'y' : { x: keptX, y: keptY }
}

/** Converts a point from pixels to metres. */
export const inMetres = (
  { perMetreX, perMetreY }: Pick<MapGeometry, 'perMetreX' | 'perMetreY'>,
  { x, y }: Point,
): Point => ({ x: x / perMetreX, y: y / perMetreY })

/**
 * Moves a point that lies beyond the edge of a map to the edge, if the distance is no more than its accuracy. Without
 * an accuracy, the tolerance of the map counts. Other points stay.
 * @param accuracy metres
 */
export function clampedTo(map: MapGeometry, { x, y }: Point, accuracy: number | undefined): Point {
  const inside = { x: Math.min(Math.max(x, 0), map.width), y: Math.min(Math.max(y, 0), map.height) }
  const distance = Math.hypot((x - inside.x) / map.perMetreX, (y - inside.y) / map.perMetreY)
  const limit = accuracy ?? map.edgeTolerance ?? MAP_EDGE_METRES
  return distance <= limit + ROUNDING_METRES ? inside : { x, y }
}

function keptPixel(value: number, side: number): number | undefined {
  const rounded = Math.round(value * STEPS_PER_PIXEL) / STEPS_PER_PIXEL
  // Half a step beyond the edge still counts as the edge, because a side need not be a whole number of steps.
  if (!(rounded >= 0 && rounded <= side + 0.5 / STEPS_PER_PIXEL)) return undefined
  return Math.min(rounded, side) + 0
}

/** Factors that convert pixels of one image size to another, along each side. */
export type Factor = { x: number; y: number }

const UNSCALED: Factor = { x: 1, y: 1 }

/**
 * Returns the factors that convert pixels of one image size to pixels of the current map.
 * @param from `{width}x{height}`; absent when the pixels were computed while the map had no image
 * @param map absent when the map is deleted and its pixels are unknown
 */
export function factorTo(map: MapGeometry | undefined, from: string | undefined): Factor {
  if (!map || map.imageSize === from) return UNSCALED
  const [width, height] = from === undefined ? [] : from.split('x').map(Number)
  // A map without an image used the assumed number of pixels per metre. Only the size in metres is needed to convert.
  if (!width || !height) return { x: map.perMetreX / ASSUMED, y: map.perMetreY / ASSUMED }
  return { x: map.width / width, y: map.height / height }
}

/** Rounds to a thousandth of a pixel. */
export const rounded = (value: number): number => Math.round(value * 1_000) / 1_000

/** Converts a coordinate to other pixels. */
export const scaled = (value: number, factor: number): number =>
  factor === 1 ? value : rounded(value * factor)

/** Returns the box around points. Its sides are computed from its corners, so they always agree. */
export function boxAround(points: readonly Point[]): Box {
  let [x, y] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  let [x2, y2] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const point of points) {
    x = Math.min(x, point.x)
    y = Math.min(y, point.y)
    x2 = Math.max(x2, point.x)
    y2 = Math.max(y2, point.y)
  }
  return { x, y, x2, y2, w: rounded(x2 - x), h: rounded(y2 - y) }
}

/**
 * Converts the area of a geofence to other pixels. A circle remains a circle: under uneven scaling its area grows by
 * the same ratio as the image.
 */
export function scaledArea(area: Coordinates, factor: Factor): Coordinates {
  if (factor.x === 1 && factor.y === 1) return area
  const toScaled = ({ x, y }: Point): Point => ({ x: scaled(x, factor.x), y: scaled(y, factor.y) })
  const { shape, points, centre, radius, x, y, x2, y2 } = area
  if (shape === 'polygon' && points) {
    const corners = points.map(toScaled)
    return { ...boxAround(corners), shape, points: corners }
  }
  if (shape === 'circle' && centre && radius !== undefined) {
    const at = toScaled(centre)
    const reach = rounded(radius * Math.sqrt(factor.x * factor.y))
    const [from, to] = [-reach, reach].map((by) => ({ x: rounded(at.x + by), y: rounded(at.y + by) }))
    return { ...boxAround([from ?? at, to ?? at]), shape, centre: at, radius: reach }
  }
  return boxAround([toScaled({ x, y }), toScaled({ x: x2, y: y2 })])
}
