import { fromJs } from '../bson/make.ts'
import { numberOf } from '../bson/number.ts'
import { T, type Value } from '../bson/value.ts'
import { encodeComponent, inverted, KEPT_BYTES, rankByte, successor } from '../keys/key-writer.ts'
import type { Predicate } from './ast.ts'
import type { Pattern } from './pattern.ts'

/** Encoded values from `lo` to `hi`; an inclusive end takes in everything that begins with it. */
export type Interval = {
  lo: Buffer
  loInclusive: boolean
  hi: Buffer
  hiInclusive: boolean
  point: boolean
}

/** Where the values lie that satisfy a condition; `exact`: lying there is the whole condition. */
export type FieldBounds = { intervals: readonly Interval[]; exact: boolean }

const NAN = encodeComponent(T.double, fromJs(Number.NaN).buf, fromJs(Number.NaN).at).bytes

const point = (bytes: Buffer): Interval => ({
  lo: bytes,
  loInclusive: true,
  hi: bytes,
  hiInclusive: true,
  point: true,
})

/** Bounds of one condition on an index field, or undefined when the index cannot narrow it. */
export function predicateBounds(predicate: Predicate, multikey: boolean): FieldBounds | undefined {
  switch (predicate.op) {
    case 'eq':
      return equalityBounds([predicate.value], multikey)
    case 'in':
      return equalityBounds(predicate.values, multikey)
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return comparisonBounds(predicate.op, predicate.value, multikey)
    case 'pattern':
      return prefixBounds(predicate.pattern)
    default:
      return undefined
  }
}

function equalityBounds(values: readonly Value[], multikey: boolean): FieldBounds | undefined {
  const points = new Map<string, Interval>()
  let exact = true
  for (const value of values) {
    if (value.type === T.array) return undefined
    // Where arrays are, a key null may also stand for an element in which the path leads to nothing.
    if (value.type === T.null && multikey) exact = false
    const { bytes } = encodeComponent(value.type, value.buf, value.at)
    points.set(bytes.toString('latin1'), point(bytes))
  }
  return { intervals: [...points.values()], exact }
}

const RANGED = new Set<number>([T.int, T.double, T.long, T.string, T.objectId, T.bool, T.date, T.binary])

function comparisonBounds(
  op: 'gt' | 'gte' | 'lt' | 'lte',
  value: Value,
  multikey: boolean,
): FieldBounds | undefined {
  if (value.type === T.null)
    return op === 'gte' || op === 'lte' ? equalityBounds([value], multikey) : undefined
  if (!RANGED.has(value.type)) return undefined
  const { bytes, truncated } = encodeComponent(value.type, value.buf, value.at)
  const edge = truncated ? bytes.subarray(0, KEPT_BYTES) : bytes
  const inclusive = truncated || op === 'gte' || op === 'lte'
  const bracket = Buffer.from([rankByte(value.type)])
  const numeric = bracket[0] === rankByte(T.int)
  if (numeric && Number.isNaN(numberOf(value))) {
    return op === 'gte' || op === 'lte' ? equalityBounds([value], multikey) : { intervals: [], exact: true }
  }
  const interval: Interval =
    op === 'gt' || op === 'gte'
      ? { lo: edge, loInclusive: inclusive, hi: bracket, hiInclusive: true, point: false }
      : {
          lo: numeric ? NAN : bracket,
          loInclusive: !numeric,
          hi: edge,
          hiInclusive: inclusive,
          point: false,
        }
  return { intervals: [interval], exact: !truncated }
}

function prefixBounds({ prefix }: Pattern): FieldBounds | undefined {
  if (!prefix) return undefined
  const value = fromJs(prefix.text)
  const encoded = encodeComponent(T.string, value.buf, value.at)
  const edge = encoded.truncated ? encoded.bytes.subarray(0, KEPT_BYTES) : encoded.bytes.subarray(0, -2)
  return {
    intervals: [{ lo: edge, loInclusive: true, hi: edge, hiInclusive: true, point: false }],
    exact: prefix.exact && !encoded.truncated,
  }
}

/** Half-open byte range of an interval for a field's direction. */
export function byteRange(interval: Interval, descending: boolean): { lo: Buffer; hi: Buffer } {
  const { lo, loInclusive, hi, hiInclusive } = interval
  if (descending) {
    const top = inverted(hi)
    const bottom = inverted(lo)
    return { lo: hiInclusive ? top : successor(top), hi: loInclusive ? successor(bottom) : bottom }
  }
  return { lo: loInclusive ? lo : successor(lo), hi: hiInclusive ? successor(hi) : hi }
}

/** Both conditions at once; only for fields that hold no arrays. */
export function intersect(a: FieldBounds, b: FieldBounds): FieldBounds {
  const intervals: Interval[] = []
  for (const x of a.intervals) {
    for (const y of b.intervals) {
      const lower = laterStart(x, y)
      const upper = earlierEnd(x, y)
      const bytes = byteRange({ ...lower, ...upper, point: false }, false)
      if (Buffer.compare(bytes.lo, bytes.hi) < 0) {
        intervals.push({ ...lower, ...upper, point: x.point || y.point })
      }
    }
  }
  return { intervals, exact: a.exact && b.exact }
}

function laterStart(x: Interval, y: Interval): Pick<Interval, 'lo' | 'loInclusive'> {
  const startX = x.loInclusive ? x.lo : successor(x.lo)
  const startY = y.loInclusive ? y.lo : successor(y.lo)
  const later = Buffer.compare(startX, startY) >= 0 ? x : y
  return { lo: later.lo, loInclusive: later.loInclusive }
}

function earlierEnd(x: Interval, y: Interval): Pick<Interval, 'hi' | 'hiInclusive'> {
  const endX = x.hiInclusive ? successor(x.hi) : x.hi
  const endY = y.hiInclusive ? successor(y.hi) : y.hi
  const earlier = Buffer.compare(endX, endY) <= 0 ? x : y
  return { hi: earlier.hi, hiInclusive: earlier.hiInclusive }
}
