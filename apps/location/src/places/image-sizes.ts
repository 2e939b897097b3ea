import type { Coordinates } from '@wardtrack/contracts'
import { ASSUMED_PIXELS_PER_METRE as ASSUMED } from '@wardtrack/database'
import type { MapGeometry } from './map-geometry.ts'

/** What pixels of one image size are in those of another, along each side. */
export type Factor = { x: number; y: number }

const SAME: Factor = { x: 1, y: 1 }

/**
 * From the pixels of one image size to those of the map as it is now.
 * @param from `{width}x{height}`; absent: worked out while the map had no image
 * @param map absent when the map is gone: nothing is known of its pixels then
 */
export function factorTo(map: MapGeometry | undefined, from: string | undefined): Factor {
  if (!map || map.imageSize === from) return SAME
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

/** A rectangle in other pixels. Its sides follow from its corners, so that they never contradict each other. */
export function scaledRectangle(of: Coordinates, factor: Factor): Coordinates {
  if (factor.x === 1 && factor.y === 1) return of
  const x = scaled(of.x, factor.x)
  const y = scaled(of.y, factor.y)
  const x2 = scaled(of.x2, factor.x)
  const y2 = scaled(of.y2, factor.y)
  return { x, y, x2, y2, w: rounded(x2 - x), h: rounded(y2 - y) }
}
