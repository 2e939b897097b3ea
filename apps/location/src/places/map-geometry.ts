import { ASSUMED_PIXELS_PER_METRE, type MapDoc } from '@wardtrack/database'

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

/** A point in pixels of a map's image, origin top left. */
export type Point = { x: number; y: number }

/** Positions keep a thousandth of a pixel: finer figures are rounding noise of the conversion from metres. */
const GRAIN = 1_000

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
  const keptX = pixel(x, map.width)
  const keptY = pixel(y, map.height)
  if (keptX === undefined) return 'x'
  return keptY === undefined ? 'y' : { x: keptX, y: keptY }
}

function pixel(value: number, side: number): number | undefined {
  const rounded = Math.round(value * GRAIN) / GRAIN
  // Half a grain beyond the edge is still the edge: a side need not be a whole number of grains.
  if (!(rounded >= 0 && rounded <= side + 0.5 / GRAIN)) return undefined
  return Math.min(rounded, side) + 0
}
