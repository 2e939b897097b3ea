import { asString, regexParts, T, type Value } from '../bson/value.ts'
import { badValue, notImplemented, StoreError } from '../errors.ts'

/** A regular expression. `prefix`: the text that every match begins with (anchored, case-sensitive patterns only). */
export type Pattern = {
  test: (text: string) => boolean
  prefix: { text: string; exact: boolean } | undefined
}

/** A run of characters, or one character that may be left out. */
type Piece = { text: string; optional: boolean }

/** MongoDB's limit. */
const MAX_LENGTH = 32_764
const SYNTAX = /[\^$\\.*+?()[\]{}|]/
const CONTROLS: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f' }
const HEX = /^x([0-9a-fA-F]{2})/

export function patternOf(source: Value): Pattern {
  const { pattern, options } = regexParts(source)
  return compilePattern(pattern, options)
}

/** The pattern of a $regex with its $options. */
export function patternOfOperands(operand: Value, options: Value | undefined): Pattern {
  if (options !== undefined && options.type !== T.string) throw badValue('$options has to be a string')
  const flags = options === undefined ? '' : asString(options)
  if (operand.type === T.string) return compilePattern(asString(operand), flags)
  if (operand.type !== T.regex) throw badValue('$regex has to be a string')
  const parts = regexParts(operand)
  if (parts.options !== '' && options !== undefined)
    throw new StoreError(51075, 'options set in both $regex and $options')
  return compilePattern(parts.pattern, parts.options || flags)
}

/**
 * Texts, optional characters (`a?`), an anchor at the beginning and the option i are carried out, which is what a search
 * by words needs: PCRE and JavaScript read them alike, and they take linear time. All else is refused.
 */
function compilePattern(source: string, flags: string): Pattern {
  // What JavaScript writes for an empty pattern.
  const pattern = source === '(?:)' ? '' : source
  if (/[^imsxu]/.test(flags)) throw new StoreError(51108, `invalid flag in regex options: ${flags}`)
  if (/[mx]/.test(flags)) throw notImplemented(`regular expressions with the options ${flags}`)
  if (pattern.length > MAX_LENGTH)
    throw new StoreError(51091, 'Regular expression is invalid: it is too long')
  const anchored = pattern.startsWith('^')
  const pieces = readPieces(pattern, anchored ? 1 : 0)
  const ignoreCase = flags.includes('i')
  const [first] = pieces
  const prefix =
    anchored && !ignoreCase && first && !first.optional
      ? { text: first.text, exact: pieces.length === 1 }
      : undefined
  return { test: testOf(pieces, anchored, ignoreCase ? 'iu' : 'u'), prefix }
}

function readPieces(pattern: string, from: number): Piece[] {
  const pieces: Piece[] = []
  let run = ''
  const end = () => {
    if (run !== '') pieces.push({ text: run, optional: false })
    run = ''
  }
  const characters = [...pattern]
  for (let at = from; at < characters.length; at++) {
    let character = characters[at]!
    if (character === '\\') {
      const hex = HEX.exec(characters.slice(at + 1, at + 4).join(''))
      character = hex
        ? String.fromCharCode(Number.parseInt(hex[1]!, 16))
        : escaped(pattern, characters[at + 1])
      at += hex ? 3 : 1
    } else if (SYNTAX.test(character)) throw refusal(pattern, character)
    if (characters[at + 1] !== '?') run += character
    else {
      end()
      pieces.push({ text: character, optional: true })
      at++
      if (/[*?+{]/.test(characters[at + 1] ?? '')) throw refusal(pattern, `?${characters[at + 1]}`)
    }
  }
  end()
  return pieces
}

function escaped(pattern: string, character = ''): string {
  if (Object.hasOwn(CONTROLS, character)) return CONTROLS[character]!
  if (character === '' || /[A-Za-z0-9]/.test(character)) throw refusal(pattern, `\\${character}`)
  return character
}

function refusal(pattern: string, what: string): StoreError {
  try {
    // PCRE's own kinds of groups look broken to JavaScript.
    void new RegExp(pattern.replaceAll('(?', '('))
  } catch (error) {
    return new StoreError(51091, `Regular expression is invalid: ${(error as Error).message}`)
  }
  return notImplemented(`'${what}' in a regular expression`)
}

/** One piece is left to the engine. More are walked through with all places where a match may be, each once. */
function testOf(pieces: readonly Piece[], anchored: boolean, flags: string): Pattern['test'] {
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
