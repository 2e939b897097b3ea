import type { Coordinates } from '@wardtrack/contracts'
import {
  ASSUMED_PIXELS_PER_METRE as ASSUMED,
  ASSUMED_PIXELS_PER_METRE,
  type MapDoc,
} from '@wardtrack/database'

/** A map as positions need it: pixel size, pixels a metre along each side. */
export type MapGeometry = {
  mapId: string
  width: number
  height: number
  perMetreX: number
  perMetreY: number
  /** `{width}x{height}` of the image; absent while there is none */
  imageSize?: string
}

/** The box around an area, in pixels of a map's image. */
export type Box = Pick<Coordinates, 'x' | 'y' | 'x2' | 'y2' | 'w' | 'h'>

/** A point in pixels of a map's image, origin top left. */
export type Point = { x: number; y: number }

/** Positions keep a thousandth of a pixel: finer figures are rounding noise of the conversion from metres. */
const STEPS_PER_PIXEL = 1_000

/** What a stored map is as geometry. */
export function geometryOf(map: MapDoc): MapGeometry {
  const { _id: mapId, xDimension, yDimension, width, height } = map
  if (width === null || height === null)
    return {
      mapId,
      width: xDimension * ASSUMED_PIXELS_PER_METRE,
      height: yDimension * ASSUMED_PIXELS_PER_METRE,
      perMetreX: ASSUMED_PIXELS_PER_METRE,
      perMetreY: ASSUMED_PIXELS_PER_METRE,
    }
  const imageSize = `${width}x${height}`
  return { mapId, width, height, perMetreX: width / xDimension, perMetreY: height / yDimension, imageSize }
}

/** A point as it is kept, or the member that lies outside the map. Both edges are inside. */
export function pointOn(map: MapGeometry, { x, y }: Point): Point | 'x' | 'y' {
  const keptX = keptPixel(x, map.width)
  const keptY = keptPixel(y, map.height)
  if (keptX === undefined) return 'x'
  return keptY === undefined ? 'y' : { x: keptX, y: keptY }
}

function keptPixel(value: number, side: number): number | undefined {
  const rounded = Math.round(value * STEPS_PER_PIXEL) / STEPS_PER_PIXEL
  // Half a grain beyond the edge is still the edge: a side need not be a whole number of grains.
  if (!(rounded >= 0 && rounded <= side + 0.5 / STEPS_PER_PIXEL)) return undefined
  return Math.min(rounded, side) + 0
}

/** What pixels of one image size are in those of another, along each side. */
export type Factor = { x: number; y: number }

const UNSCALED: Factor = { x: 1, y: 1 }

/**
 * From the pixels of one image size to those of the map as it is now.
 * @param from `{width}x{height}`; absent: worked out while the map had no image
 * @param map absent when the map is gone: nothing is known of its pixels then
 */
export function factorTo(map: MapGeometry | undefined, from: string | undefined): Factor {
  if (!map || map.imageSize === from) return UNSCALED
  const [width, height] = from === undefined ? [] : from.split('x').map(Number)
  // Without an image there were as many pixels as metres times the assumed ones; the map's size in metres tells both.
  if (!width || !height) return { x: map.perMetreX / ASSUMED, y: map.perMetreY / ASSUMED }
  return { x: map.width / width, y: map.height / height }
}

/** To a thousandth of a pixel. */
export const rounded = (value: number): number => Math.round(value * 1_000) / 1_000

/** A coordinate in other pixels. */
export const scaled = (value: number, factor: number): number =>
  factor === 1 ? value : rounded(value * factor)

/** The box around points. Its sides follow from its corners, so that they never contradict each other. */
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
 * The area of a geofence in other pixels. A circle stays one: where the sides are stretched differently, its area grows
 * as that of the image does.
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
