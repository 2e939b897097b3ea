import { fromJs } from '../bson/make.ts'
import { numberOf } from '../bson/number.ts'
import { T, type Value } from '../bson/value.ts'
import { encodeComponent, inverted, KEPT_BYTES, rankByte, successor } from '../keys/key-writer.ts'
import type { Index } from '../storage/catalogue.ts'
import { numberKey } from '../storage/record-keys.ts'
import { conjuncts, type Filter, type Leaf, type Predicate } from './ast.ts'
import type { KeyRange } from './plan.ts'

/** Encoded values from `lo` to below `hi`. A `point` holds the values that begin with one encoded value. */
type Interval = { lo: Buffer; hi: Buffer; point: boolean }

/** Intervals of the values that satisfy a condition. When `exact`, all values in them satisfy it. */
type FieldBounds = { intervals: readonly Interval[]; exact: boolean }

const NAN = encodeComponent(T.double, fromJs(Number.NaN).buf, fromJs(Number.NaN).at).bytes

/** Bounds of one condition on an index field, or undefined when the index cannot narrow it. */
function predicateBounds(predicate: Predicate, multikey: boolean): FieldBounds | undefined {
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
const byteRange = ({ lo, hi }: Interval, descending: boolean): { lo: Buffer; hi: Buffer } =>
  descending ? { lo: successor(inverted(hi)), hi: successor(inverted(lo)) } : { lo, hi }

/** Intersects two conditions; only for fields that hold no arrays. */
function intersect(a: FieldBounds, b: FieldBounds): FieldBounds {
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

/** Maximum number of prefixes that point conditions ($in) may multiply to. */
const MAX_PREFIXES = 400

/** A condition that an index field may use: the leaf itself, or a leaf inside an $elemMatch. */
export type Condition = { path: string; leaf: Leaf; within: Leaf | undefined }

export function conditionsOf(filter: Filter): Condition[] {
  return conjuncts(filter).flatMap((part): Condition[] => {
    if (part.kind !== 'leaf') return []
    if (part.predicate.op === 'elemMatchObject') return insideElemMatch(part, part.predicate.filter)
    if (part.predicate.op === 'elemMatchValue')
      return part.predicate.predicates.map((predicate) => ({
        path: part.path,
        leaf: { ...part, predicate },
        within: part,
      }))
    return [{ path: part.path, leaf: part, within: undefined }]
  })
}

function insideElemMatch(outer: Leaf, filter: Filter): Condition[] {
  return conjuncts(filter).flatMap((part): Condition[] =>
    part.kind === 'leaf' && !part.predicate.op.startsWith('elemMatch')
      ? [{ path: `${outer.path}.${part.path}`, leaf: part, within: outer }]
      : [],
  )
}

/** Ranges of one index that the conditions leave. */
export type IndexBounds = {
  ranges: KeyRange[]
  /** Conditions that every entry in the ranges meets. */
  proven: Set<Filter>
  /** Conditions that the ranges are made from. */
  used: Set<Filter>
  /** Fields bound to one value, and fields bound to several. */
  constant: Set<number>
  several: Set<number>
  repeats: boolean
  /** Every field is one value: the range is one key. */
  singleKey: boolean
  /** Other equalities on an array field that is bound to one value ($all). */
  alternatives: Leaf[]
}

export const crossesArray = (index: Index, path: string) =>
  index.record.arrayPaths.some((array) => path === array || path.startsWith(`${array}.`))

type Chosen = { bounds: FieldBounds; leaves: Leaf[]; within: Leaf | undefined }

/** Returns the bounds of an index. `preferred` is the condition to use of several on an array field; the planner chooses it. */
export function indexBounds(index: Index, conditions: readonly Condition[], preferred?: Leaf): IndexBounds {
  const result: IndexBounds = {
    ranges: [],
    proven: new Set(),
    used: new Set(),
    constant: new Set(),
    several: new Set(),
    repeats: false,
    singleKey: false,
    alternatives: [],
  }
  let prefixes: Buffer[] = [numberKey(index.record.number)]
  const arrayHolders = new Map<string, Leaf | undefined>()
  let ranges: KeyRange[] | undefined
  for (let i = 0; i < index.fields.length && !ranges; i++) {
    const field = index.fields[i]!
    const chosen = chooseBounds(index, field.path, conditions, arrayHolders, preferred)
    if (!chosen) break
    noteProof(result, index, field.path, chosen, conditions)
    const { intervals } = chosen.bounds
    const joined = prefixes.flatMap((prefix) =>
      intervals.map((interval) => joinRange(prefix, byteRange(interval, field.descending))),
    )
    const points = intervals.every((interval) => interval.point) && joined.length <= MAX_PREFIXES
    if (points) prefixes = joined.map((range) => range.lo)
    else ranges = joined
    if (points && intervals.length === 1) result.constant.add(i)
    else if (points) result.several.add(i)
  }
  result.singleKey = !ranges && result.constant.size === index.fields.length
  result.ranges =
    ranges ?? prefixes.map((prefix) => ({ lo: prefix, hi: successor(prefix), prefix: prefix.length }))
  result.ranges.sort((a, b) => Buffer.compare(a.lo, b.lo))
  result.repeats = index.fields.some((field, i) => crossesArray(index, field.path) && !result.constant.has(i))
  return result
}

function joinRange(prefix: Buffer, range: { lo: Buffer; hi: Buffer }): KeyRange {
  return {
    lo: Buffer.concat([prefix, range.lo]),
    hi: range.hi.length === 0 ? successor(prefix) : Buffer.concat([prefix, range.hi]),
    prefix: prefix.length,
  }
}

/**
 * Chooses the bounds of one field. With arrays, bounds of several conditions are never intersected. Fields below the same
 * array are bound together only inside one $elemMatch.
 */
function chooseBounds(
  index: Index,
  path: string,
  conditions: readonly Condition[],
  arrayHolders: Map<string, Leaf | undefined>,
  preferred: Leaf | undefined,
): Chosen | undefined {
  const arrays = index.record.arrayPaths.filter((array) => path === array || path.startsWith(`${array}.`))
  const shared = arrays.filter((array) => arrayHolders.has(array))
  const onPath = conditions.filter((condition) => condition.path === path)
  // The bounds of one equality on an array are enough, even if there are hundreds.
  const chosen = arrays.length > 0 ? onPath.filter(({ leaf }) => leaf === preferred) : []
  const usable: Chosen[] = []
  for (const condition of chosen.length > 0 ? chosen : onPath) {
    if (shared.length > 0) {
      const holder = arrayHolders.get(shared[0]!)
      if (!holder || condition.within !== holder || arrays.length > 1 || holder.path !== shared[0]) continue
    }
    const bounds = predicateBounds(condition.leaf.predicate, arrays.length > 0)
    if (!bounds) continue
    usable.push({
      bounds: condition.within ? { ...bounds, exact: false } : bounds,
      leaves: [condition.leaf],
      within: condition.within,
    })
  }
  if (usable.length === 0) return undefined
  if (arrays.length === 0) return usable.reduce(intersectChosen)
  const best =
    usable.find((candidate) => candidate.bounds.intervals.every((interval) => interval.point)) ?? usable[0]!
  for (const array of arrays) arrayHolders.set(array, best.within)
  return best
}

const intersectChosen = (a: Chosen, b: Chosen): Chosen => ({
  bounds: intersect(a.bounds, b.bounds),
  leaves: [...a.leaves, ...b.leaves],
  within: undefined,
})

function noteProof(
  result: IndexBounds,
  index: Index,
  path: string,
  { leaves, bounds, within }: Chosen,
  conditions: readonly Condition[],
): void {
  for (const leaf of leaves) {
    result.used.add(leaf)
    if (bounds.exact) result.proven.add(leaf)
  }
  const [chosen] = leaves
  if (within || chosen?.predicate.op !== 'eq' || !crossesArray(index, path)) return
  for (const other of conditions)
    if (other.path === path && !other.within && other.leaf !== chosen && isPlain(other.leaf))
      result.alternatives.push(other.leaf)
}

const isPlain = (leaf: Leaf) =>
  leaf.predicate.op === 'eq' && leaf.predicate.value.type !== T.array && leaf.predicate.value.type !== T.null

/** Reports if the index holds every document that the query matches (a sparse index holds only some). */
export const holdsAll = (index: Index, conditions: readonly Condition[]): boolean =>
  !index.record.sparse || index.fields.some((field) => provesExistence(field.path, conditions))

function provesExistence(path: string, conditions: readonly Condition[]): boolean {
  return conditions.some(({ path: other, leaf: { predicate } }) => {
    if (other !== path) return false
    if (predicate.op === 'eq') return predicate.value.type !== T.null
    if (predicate.op === 'in') return predicate.values.every((value) => value.type !== T.null)
    return 'value' in predicate
      ? predicate.value.type !== T.null
      : predicate.op === 'pattern' || predicate.op === 'exists'
  })
}
