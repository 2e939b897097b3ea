import { formatNumber } from '../../lib/i18n/formats.ts'
import type { Size } from '../../map-engine/index.ts'

/** Texts of the two fields, and the link between them. */
export interface SizeTexts {
  readonly x: string
  readonly y: string
  /** True if a metre has as many pixels across as down, so that writing one side sets the other. */
  readonly square: boolean
}

/** Limits of the server for a side, in metres. */
const minMetres = 0.1
const maxMetres = 100_000

/** Parses a length in metres, with either decimal separator; undefined if no plan can have it. */
export function metresOf(text: string): number | undefined {
  const metres = Number(text.trim().replace(',', '.'))
  return text.trim() !== '' && metres >= minMetres && metres <= maxMetres ? metres : undefined
}

/** Assumed pixels per metre of a plan of unknown size, the same as in the server. */
export const assumedPixelsPerMetre = 10

/** Input for a side of a plan: metres, empty, or an invalid text. */
export type SizeInput = number | 'empty' | 'invalid'

/** Parses the text of one side. */
export const sizeInputOf = (text: string): SizeInput =>
  text.trim() === '' ? 'empty' : (metresOf(text) ?? 'invalid')

/**
 * Returns the sizes of the texts: both, or none if both are empty.
 * @returns undefined if one side is missing or invalid
 */
export function sizesOf({ x, y }: SizeTexts): { xDimension?: number; yDimension?: number } | undefined {
  const [xDimension, yDimension] = [sizeInputOf(x), sizeInputOf(y)]
  if (xDimension === 'empty' && yDimension === 'empty') return {}
  if (typeof xDimension !== 'number' || typeof yDimension !== 'number') return undefined
  return { xDimension, yDimension }
}

/** Formats metres with centimetres, the maximum precision of a plan. */
export const metresText = (metres: number): string => String(Math.round(metres * 100) / 100)

/** Formats metres in the current language. */
export const formatSide = (metres: number): string => formatNumber(Math.round(metres * 100) / 100)

/** Returns the texts after a change of one side. */
export function sizesFromInput(
  texts: SizeTexts,
  side: 'x' | 'y',
  text: string,
  image: Size | undefined,
): SizeTexts {
  const next = { ...texts, [side]: text }
  const metres = metresOf(text)
  if (!texts.square || !image || metres === undefined) return next
  return side === 'x'
    ? { ...next, y: metresText((metres * image.height) / image.width) }
    : { ...next, x: metresText((metres * image.width) / image.height) }
}

/** Returns the texts after a measured line got a length in metres, which sets both sides. */
export function sizesFromRuler(texts: SizeTexts, pixels: number, metres: number, image: Size): SizeTexts {
  const perPixel = metres / pixels
  return {
    ...texts,
    x: metresText(image.width * perPixel),
    y: metresText(image.height * perPixel),
    square: true,
  }
}

/**
 * Returns the difference of a metre across and down, as a share of the larger one; 0 if equal. Separately measured
 * sides seldom differ by more than a hundredth.
 */
export function distortion(x: number, y: number, image: Size): number {
  const pixelsPerMetreX = image.width / x
  const pixelsPerMetreY = image.height / y
  return Math.abs(pixelsPerMetreX - pixelsPerMetreY) / Math.max(pixelsPerMetreX, pixelsPerMetreY)
}

/** Texts of the form: the size, and the tolerance at the edge of the map. */
export interface ImportTexts extends SizeTexts {
  readonly edge: string
}

/** Tolerance at the edge of a new map in metres, the same as in the server. */
export const defaultEdgeMetres = 1

/** Limit of the server for the tolerance, in metres. */
const maxEdgeMetres = 50

/** Parses the tolerance at the edge; undefined if the server would refuse it. */
export function edgeMetresOf(text: string): number | undefined {
  const metres = Number(text.trim().replace(',', '.'))
  return text.trim() !== '' && metres >= 0 && metres <= maxEdgeMetres ? metres : undefined
}
