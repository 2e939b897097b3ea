import { mongo } from 'mongoose'

/** Text as a pattern that matches it literally. The store takes no pattern with a null character in it. */
export const escapePattern = (text: string): string =>
  text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&').replaceAll('\0', '\\x00')

/**
 * The pattern of values that contain a text, whatever its case. It is not one of JavaScript's: those are sent with line and
 * paragraph separators (U+2028, U+2029) as `\u2028`, which the store refuses.
 */
export const patternContaining = (text: string): mongo.BSONRegExp =>
  new mongo.BSONRegExp(escapePattern(text), 'i')

/** The text that `patternContaining` made a pattern of; undefined when `pattern` is none. */
export const textOfPattern = (pattern: unknown): string | undefined =>
  pattern instanceof mongo.BSONRegExp
    ? pattern.pattern.replaceAll(/\\(x00|.)/gs, (_, escaped: string) => (escaped === 'x00' ? '\0' : escaped))
    : undefined

/** Tells whether a text meets a pattern that `patternContaining` made; undefined when `pattern` is none. */
export function matcherOf(pattern: unknown): ((text: string) => boolean) | undefined {
  const contained = textOfPattern(pattern)
  if (contained === undefined) return undefined
  const regexp = new RegExp(escapePattern(contained), 'i')
  return (text) => regexp.test(text)
}
