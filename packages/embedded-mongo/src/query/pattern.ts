import { asString, regexParts, T, type Value } from '../bson/value.ts'
import { notImplemented, StoreError } from '../errors.ts'

/** Tests a text against the pattern. */
export type Pattern = (text: string) => boolean

/** A run of characters, or one character that may be left out. */
type Piece = { text: string; optional: boolean }

/** MongoDB's limit. */
const MAX_LENGTH = 32_764
const CONTROLS: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f' }
/** A character: by its number, after a backslash, or plain; then the `?` that makes it optional. */
const CHARACTER = /(?:\\x([0-9a-fA-F]{2})|\\([tnrf]|[^A-Za-z0-9])|([^^$\\.*+?()[\]{}|]))(\?(?![*?+{]))?/suy

/**
 * Compiles a pattern of text, optional characters (`a?`), an anchor at the beginning and the option i. A search by words
 * needs no more. PCRE and JavaScript agree on these patterns, which take linear time. All others are refused.
 */
export function patternOf(source: Value): Pattern {
  const { options, ...parts } =
    source.type === T.string ? { pattern: asString(source), options: '' } : regexParts(source)
  // JavaScript writes an empty pattern as (?:).
  const pattern = parts.pattern === '(?:)' ? '' : parts.pattern
  if (options !== '' && options !== 'i')
    throw notImplemented(`regular expressions with the options ${options}`)
  if (pattern.length > MAX_LENGTH)
    throw new StoreError(51091, 'Regular expression is invalid: it is too long')
  const anchored = pattern.startsWith('^')
  return testOf(readPieces(pattern, anchored ? 1 : 0), anchored, options === 'i' ? 'iu' : 'u')
}

/** @throws StoreError when the pattern contains anything but characters */
function readPieces(pattern: string, from: number): Piece[] {
  const pieces: Piece[] = []
  for (let at = from; at < pattern.length; at = CHARACTER.lastIndex) {
    CHARACTER.lastIndex = at
    const found = CHARACTER.exec(pattern)
    if (!found) throw notImplemented(`'${pattern.slice(at, at + 2)}' in a regular expression`)
    const [, hex, escaped = '', plain = CONTROLS[escaped] ?? escaped, question] = found
    const text = hex ? String.fromCharCode(Number.parseInt(hex, 16)) : plain
    const last = pieces.at(-1)
    if (!last || last.optional || question) pieces.push({ text, optional: question !== undefined })
    else last.text += text
  }
  return pieces
}

/** Leaves a single piece to the engine. Several pieces are matched in one pass over all possible positions. */
function testOf(pieces: readonly Piece[], anchored: boolean, flags: string): Pattern {
  if (pieces.every(({ optional }) => !optional)) {
    const regexp = new RegExp(`${anchored ? '^' : ''}${literal(pieces[0]?.text ?? '')}`, flags)
    return (text) => regexp.test(text)
  }
  const needed = pieces
    .filter(({ optional }) => !optional)
    .map(({ text }) => new RegExp(literal(text), flags))
  const steps = pieces.map(({ text, optional }) => ({
    regexp: new RegExp(literal(text), `${flags}y`),
    optional,
  }))
  return (text) => {
    if (!needed.every((regexp) => regexp.test(text))) return false
    let ends = new Set(anchored ? [0] : Array.from({ length: text.length + 1 }, (_, at) => at))
    for (const { regexp, optional } of steps) {
      const next = new Set(optional ? ends : [])
      for (const at of ends) {
        regexp.lastIndex = at
        if (regexp.test(text)) next.add(regexp.lastIndex)
      }
      if (next.size === 0) return false
      ends = next
    }
    return true
  }
}

const literal = (text: string) => text.replaceAll(/[\^$\\.*+?()[\]{}|/]/g, '\\$&')
