import { mongo } from 'mongoose'

/** Escapes a text for a pattern that matches it literally. The store accepts no pattern with a null character. */
export const escapePattern = (text: string): string =>
  text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&').replaceAll('\0', '\\x00')

/**
 * Creates the pattern of values that contain a text, ignoring case. A JavaScript pattern does not work: it is sent
 * with line and paragraph separators (U+2028, U+2029) as `\u2028`, which the store refuses.
 */
export const patternContaining = (text: string): mongo.BSONRegExp =>
  new mongo.BSONRegExp(escapePattern(text), 'i')

/** Returns the original text of a `patternContaining` pattern; undefined for any other value. */
export const textOfPattern = (pattern: unknown): string | undefined =>
  pattern instanceof mongo.BSONRegExp
    ? pattern.pattern.replaceAll(/\\(x00|.)/gs, (_, escaped: string) => (escaped === 'x00' ? '\0' : escaped))
    : undefined

/** Creates a function that tests texts against a `patternContaining` pattern; undefined for any other value. */
export function matcherOf(pattern: unknown): ((text: string) => boolean) | undefined {
  const contained = textOfPattern(pattern)
  if (contained === undefined) return undefined
  const regexp = new RegExp(escapePattern(contained), 'i')
  return (text) => regexp.test(text)
}
