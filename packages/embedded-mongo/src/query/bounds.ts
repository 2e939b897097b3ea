import { fromJs } from '../bson/make.ts'
import { numberOf } from '../bson/number.ts'
import { T, type Value } from '../bson/value.ts'
import { encodeComponent, inverted, KEPT_BYTES, rankByte, successor } from '../keys/key-writer.ts'
import type { Predicate } from './ast.ts'

/** Encoded values from `lo` to below `hi`. A `point` holds the values that begin with one encoded value. */
export type Interval = { lo: Buffer; hi: Buffer; point: boolean }

/** Intervals of the values that satisfy a condition. When `exact`, all values in them satisfy it. */
export type FieldBounds = { intervals: readonly Interval[]; exact: boolean }

const NAN = encodeComponent(T.double, fromJs(Number.NaN).buf, fromJs(Number.NaN).at).bytes

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
    default:
      return undefined
  }
}

function equalityBounds(values: readonly Value[], multikey: boolean): FieldBounds | undefined {
  const points = new Map<string, Interval>()
  let exact = true
  for (const value of values) {
    if (value.type === T.array) return undefined
    // In an index with arrays, a key null may also represent an element without this path.
    if (value.type === T.null && multikey) exact = false
    const { bytes } = encodeComponent(value.type, value.buf, value.at)
    points.set(bytes.toString('latin1'), { lo: bytes, hi: successor(bytes), point: true })
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
  const bracket = Buffer.from([rankByte(value.type)])
  const numeric = bracket[0] === rankByte(T.int)
  if (numeric && Number.isNaN(numberOf(value))) {
    return op === 'gte' || op === 'lte' ? equalityBounds([value], multikey) : { intervals: [], exact: true }
  }
  const behindEdge = op === 'lte' || (op === 'lt' && truncated) || (op === 'gt' && !truncated)
  const limit = behindEdge ? successor(edge) : edge
  const interval: Interval =
    op === 'gt' || op === 'gte'
      ? { lo: limit, hi: successor(bracket), point: false }
      : { lo: numeric ? successor(NAN) : bracket, hi: limit, point: false }
  return { intervals: [interval], exact: !truncated }
}

/** The bytes of an interval for a field's direction. */
export const byteRange = ({ lo, hi }: Interval, descending: boolean): { lo: Buffer; hi: Buffer } =>
  descending ? { lo: successor(inverted(hi)), hi: successor(inverted(lo)) } : { lo, hi }

/** Intersects two conditions; only for fields that hold no arrays. */
export function intersect(a: FieldBounds, b: FieldBounds): FieldBounds {
  const intervals: Interval[] = []
  for (const x of a.intervals) {
    for (const y of b.intervals) {
      const lo = Buffer.compare(x.lo, y.lo) >= 0 ? x.lo : y.lo
      const hi = Buffer.compare(x.hi, y.hi) <= 0 ? x.hi : y.hi
      if (Buffer.compare(lo, hi) < 0) intervals.push({ lo, hi, point: x.point || y.point })
    }
  }
  return { intervals, exact: a.exact && b.exact }
}
