import { bool, int, NULL, string } from '../bson/make.ts'
import { isNumberType, numberOf } from '../bson/number.ts'
import { asString, regexParts, T, type Value } from '../bson/value.ts'
import { buildArray } from '../bson/writer.ts'
import { StoreError } from '../errors.ts'
import { compilePattern, patternFromText } from '../query/regex.ts'
import { typeName } from '../query/type-names.ts'
import { isNullish, named, type OperatorTable, positional, positionalOrNull } from './operator.ts'
import { textOf } from './text.ts'

function demand(name: string, value: Value): string {
  if (value.type !== T.string)
    throw new StoreError(16702, `${name} only supports strings, not ${typeName(value.type)}`)
  return asString(value)
}

const number = (value: Value | undefined, fallback: number) =>
  value && isNumberType(value.type) ? numberOf(value) : fallback

// MongoDB changes the case of ASCII letters alone.
const lowerAscii = (text: string) => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
const upperAscii = (text: string) => text.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase())

function trim(sides: 'both' | 'start' | 'end') {
  return named(['input'], ['chars'], ({ input, chars }) => {
    if (isNullish(input!)) return NULL
    const unwanted = isNullish(chars!) ? undefined : new Set(asString(chars!))
    const drop = (char: string) => (unwanted ? unwanted.has(char) : /[\s\0]/.test(char))
    const list = [...demand('$trim', input!)]
    let from = 0
    let to = list.length
    if (sides !== 'end') while (from < to && drop(list[from]!)) from++
    if (sides !== 'start') while (to > from && drop(list[to - 1]!)) to--
    return string(list.slice(from, to).join(''))
  })
}

const substringCp = positional(3, 3, ([text, from, count]) =>
  string([...textOf(text!)].slice(number(from, 0), number(from, 0) + number(count, 0)).join('')),
)

const substringBytes = positional(3, 3, ([text, from, count]) => {
  const bytes = Buffer.from(textOf(text!))
  const start = number(from, 0)
  const length = number(count, 0)
  return string(bytes.subarray(start, length < 0 ? undefined : start + length).toString('utf8'))
})

const regexMatch = named(['input', 'regex'], ['options'], ({ input, regex, options }) => {
  if (isNullish(input!) || isNullish(regex!)) return bool(false)
  const flags = isNullish(options!) ? '' : asString(options!)
  const pattern =
    regex!.type === T.regex && flags === ''
      ? compilePattern(regex!)
      : patternFromText(
          regex!.type === T.regex ? regexParts(regex!).pattern : demand('$regexMatch', regex!),
          flags,
        )
  return bool(pattern.test(demand('$regexMatch', input!)))
})

const replace = (all: boolean) =>
  named(['input', 'find', 'replacement'], [], ({ input, find, replacement }) => {
    if ([input, find, replacement].some((value) => isNullish(value!))) return NULL
    const [text, sought, other] = [input, find, replacement].map((value) => demand('$replaceOne', value!))
    return string(all ? text!.split(sought!).join(other) : text!.replace(sought!, () => other!))
  })

export const stringOperators: OperatorTable = {
  $concat: positionalOrNull(0, 1000, (parts) =>
    string(parts.map((part) => demand('$concat', part)).join('')),
  ),
  $toLower: positional(1, 1, ([text]) => string(lowerAscii(textOf(text!)))),
  $toUpper: positional(1, 1, ([text]) => string(upperAscii(textOf(text!)))),
  $strLenCP: positional(1, 1, ([text]) => int([...demand('$strLenCP', text!)].length)),
  $strLenBytes: positional(1, 1, ([text]) => int(Buffer.byteLength(demand('$strLenBytes', text!)))),
  $substrCP: substringCp,
  $substrBytes: substringBytes,
  $substr: substringBytes,
  $split: positionalOrNull(2, 2, ([text, separator]) => {
    const by = demand('$split', separator!)
    if (by === '') throw new StoreError(40087, '$split requires a non-empty separator')
    return buildArray(demand('$split', text!).split(by).map(string))
  }),
  $strcasecmp: positional(2, 2, ([a, b]) => {
    const [x, y] = [upperAscii(textOf(a!)), upperAscii(textOf(b!))]
    return int(x < y ? -1 : x > y ? 1 : 0)
  }),
  $indexOfCP: positional(2, 2, ([text, sought]) => {
    if (isNullish(text!)) return NULL
    const full = demand('$indexOfCP', text!)
    const at = full.indexOf(demand('$indexOfCP', sought!))
    return int(at < 0 ? -1 : Array.from(full.slice(0, at)).length)
  }),
  $trim: trim('both'),
  $ltrim: trim('start'),
  $rtrim: trim('end'),
  $regexMatch: regexMatch,
  $replaceOne: replace(false),
  $replaceAll: replace(true),
}
