import { notImplemented, StoreError } from '../errors.ts'

/**
 * A regular expression as both engines read it. `plain`: it has neither repetitions nor groups, so that no engine can
 * take more than linear time for it. `endsAtLineFeed`: a `$` of it may also stand before the text's last line feed.
 */
export type RegexSyntax = { text: string; plain: boolean; endsAtLineFeed: boolean }

/** What PCRE means by \s; JavaScript has more spaces, RE2 one less. */
const SPACES = '\\t\\n\\v\\f\\r '
const MAX_LENGTH = 32_764

/** Escapes that mean the same everywhere, and what they are written as. */
const ESCAPES: Readonly<Record<string, string>> = {
  d: '\\d',
  D: '\\D',
  w: '\\w',
  W: '\\W',
  b: '\\b',
  B: '\\B',
  s: `[${SPACES}]`,
  S: `[^${SPACES}]`,
  t: '\\t',
  n: '\\n',
  r: '\\r',
  f: '\\f',
}
const IN_CLASS: Readonly<Record<string, string>> = { ...ESCAPES, s: SPACES }
for (const name of ['b', 'B', 'S']) Reflect.deleteProperty(IN_CLASS, name)

const REPETITION = /(?:[*+?]|\{\d+(?:,\d*)?\})/y
const HEX = /\\x[0-9a-fA-F]{2}/y

/**
 * Reads a pattern in PCRE's syntax, as MongoDB takes it, and writes it so that JavaScript and RE2 give PCRE's answer.
 * @throws StoreError 238 for what they would read differently or do not have
 */
export function readRegex(pattern: string, flags: { multiline: boolean; dotAll: boolean }): RegexSyntax {
  if (pattern.length > MAX_LENGTH)
    throw new StoreError(51091, 'Regular expression is invalid: it is too long')
  let text = ''
  let plain = !flags.multiline
  let endsAtLineFeed = false
  let depth = 0
  for (let at = 0; at < pattern.length; ) {
    const char = pattern[at]!
    REPETITION.lastIndex = at
    const repetition = REPETITION.exec(pattern)?.[0]
    if (repetition) {
      plain = false
      at += repetition.length
      if (pattern[at] === '+') throw refused('a possessive repetition')
      text += repetition
      continue
    }
    if (char === '[') {
      const read = readClass(pattern, at)
      text += read.text
      at = read.end
      continue
    }
    if (char === '\\') {
      const read = readEscape(pattern, at, ESCAPES)
      if (/^\\[dDwWbB]$/.test(read.text)) plain = false
      text += read.text
      at = read.end
      continue
    }
    if (char === '(') {
      if (pattern[at + 1] === '?' && pattern[at + 2] !== ':')
        throw refused(`a group that begins with '(?${pattern[at + 2] ?? ''}'`)
      if (pattern[at + 1] === '*') throw refused('a verb')
      depth++
      plain = false
      const opening = pattern[at + 1] === '?' ? '(?:' : '('
      text += '(?:'
      at += opening.length
      continue
    }
    if (char === '$' && !flags.multiline) {
      const [, closings = '', next] = /^(\)*)(\||$)/.exec(pattern.slice(at + 1)) ?? []
      const isLast = next === '' || (next === '|' && closings.length === depth)
      if (!isLast) throw refused("'$' before something else")
      plain = false
      endsAtLineFeed = true
    }
    if (char === ')') depth--
    text += char === '.' ? (flags.dotAll ? '[\\s\\S]' : '[^\\n]') : literalOr(char, '^$|)')
    at++
  }
  return { text, plain, endsAtLineFeed }
}

const refused = (what: string) => notImplemented(`${what} in a regular expression`)

/** A character that stands for itself; those in `syntax` keep their meaning. */
const literalOr = (char: string, syntax: string) =>
  !syntax.includes(char) && /[\^$\\.*+?()[\]{}|/]/.test(char) ? `\\${char}` : char

function readEscape(
  pattern: string,
  at: number,
  escapes: Readonly<Record<string, string>>,
): { text: string; end: number } {
  const char = pattern[at + 1]
  if (char === undefined) throw new StoreError(51091, 'Regular expression is invalid: \\ at end of pattern')
  HEX.lastIndex = at
  const hex = HEX.exec(pattern)?.[0]
  if (hex) return { text: hex, end: at + hex.length }
  const known = Object.hasOwn(escapes, char) ? escapes[char] : undefined
  if (known !== undefined) return { text: known, end: at + 2 }
  if (/[A-Za-z0-9]/.test(char)) throw refused(`'\\${char}'`)
  return { text: char === '-' ? '\\x2d' : literalOr(char, ''), end: at + 2 }
}

function readClass(pattern: string, from: number): { text: string; end: number } {
  const negated = pattern[from + 1] === '^'
  let text = negated ? '[^' : '['
  let at = from + (negated ? 2 : 1)
  if (pattern[at] === ']') throw refused("a class that begins with ']'")
  for (;;) {
    const char = pattern[at]
    if (char === undefined)
      throw new StoreError(51091, 'Regular expression is invalid: missing terminating ] for character class')
    if (char === ']') return { text: `${text}]`, end: at + 1 }
    if (char === '[' && /[:.=]/.test(pattern[at + 1] ?? '')) throw refused(`'[${pattern[at + 1]}'`)
    if (char === '\\') {
      const read = readEscape(pattern, at, IN_CLASS)
      text += read.text
      at = read.end
      continue
    }
    text += char === '-' ? hyphen(pattern, at, text) : literalOr(char, '')
    at++
  }
}

/** A hyphen makes a range between two characters; at the edge of a class or beside `\d` it stands for itself. */
function hyphen(pattern: string, at: number, before: string): string {
  const atEdge = before === '[' || before === '[^' || pattern[at + 1] === ']'
  if (atEdge) return '\\x2d'
  if (/\\[dDwW]$|\\r $/.test(before) || /^-\\[dDwWs]/.test(pattern.slice(at)))
    throw refused('a range beside a class')
  return '-'
}
