import { formatNumber } from '../../lib/i18n/formats.ts'
import type { Size } from '../../map-engine/index.ts'

/** What stands in the two fields, and whether one follows the other. */
export interface SizeTexts {
  readonly x: string
  readonly y: string
  /** A metre has as many pixels across as down: writing one side gives the other. */
  readonly square: boolean
}

/** As the server takes a side, metres. */
const minMetres = 0.1
const maxMetres = 100_000

/** Metres of a text; undefined if it is no length that a plan can have. Both decimal signs are understood. */
export function metresOf(text: string): number | undefined {
  const metres = Number(text.trim().replace(',', '.'))
  return text.trim() !== '' && metres >= minMetres && metres <= maxMetres ? metres : undefined
}

/** Pixels that count as a metre where nobody has said how large a plan is; the server assumes the same. */
export const assumedPixelsPerMetre = 10

/** A side of a plan as the form says it: metres, nothing at all, or a text that is no length. */
export type SizeInput = number | 'empty' | 'invalid'

/** What the text of one side says. */
export const sizeInputOf = (text: string): SizeInput =>
  text.trim() === '' ? 'empty' : (metresOf(text) ?? 'invalid')

/**
 * The sizes that the texts give: both, or none when both are left empty.
 * @returns undefined when one side is missing or no length
 */
export function sizesOf({ x, y }: SizeTexts): { xDimension?: number; yDimension?: number } | undefined {
  const [xDimension, yDimension] = [sizeInputOf(x), sizeInputOf(y)]
  if (xDimension === 'empty' && yDimension === 'empty') return {}
  if (typeof xDimension !== 'number' || typeof yDimension !== 'number') return undefined
  return { xDimension, yDimension }
}

/** Centimetres are more than a plan knows. */
export const metresText = (metres: number): string => String(Math.round(metres * 100) / 100)

/** The same in a sentence, as the language writes it. */
export const formatSide = (metres: number): string => formatNumber(Math.round(metres * 100) / 100)

/** The texts after one side was written. */
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

/** The texts after a line of so many pixels was said to be so many metres long: it sets both sides. */
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
 * How much a metre differs across and down, as a part of the larger one: 0 when it does not. A plan whose sides were
 * measured apart is seldom off by more than a hundredth.
 */
export function distortion(x: number, y: number, image: Size): number {
  const pixelsPerMetreX = image.width / x
  const pixelsPerMetreY = image.height / y
  return Math.abs(pixelsPerMetreX - pixelsPerMetreY) / Math.max(pixelsPerMetreX, pixelsPerMetreY)
}
