import { badValue } from '../errors.ts'
import type { Collection, Index } from '../storage/catalogue.ts'
import type { Store } from '../storage/store.ts'
import { conjuncts, type DocumentTest, type Filter } from './ast.ts'
import { ENTRIES_PER_DOCUMENT } from './candidate-rids.ts'
import { findCoveringScan, isPlain, sizesOf, withoutDominated } from './compare-scans.ts'
import {
  type Condition,
  conditionsOf,
  crossesArray,
  holdsAll,
  type IndexBounds,
  indexBounds,
} from './index-bounds.ts'
import { indexRids } from './index-walk.ts'
import { rememberedCounter } from './key-count.ts'
import { compileFilter } from './match.ts'
import { type IndexScan, type Plan, type Question, type ScanSize, sourceOf } from './plan.ts'
import type { SortKey } from './sort.ts'

/** Number of entries counted in each list at first, and at most, to find a short list. */
const FIRST_LIMIT = 64
const LAST_LIMIT = 16_384

/**
 * Returns the bounds of an index under the conditions. For several equalities on one array field ($all) it uses one
 * with a short list: at most four times as long as the shortest, unless counting costs too much.
 */
function rarestBounds(store: Store, index: Index, conditions: readonly Condition[]): IndexBounds {
  const first = indexBounds(index, conditions)
  if (first.alternatives.length === 0) return first
  return shortest(store, [first, ...first.alternatives.map((leaf) => indexBounds(index, conditions, leaf))])
}

/**
 * Returns, for each range of a single key, the keys of the other equalities on the array field. A document must have them
 * too. Returns none if a range has several keys.
 */
function probeKeys(
  index: Index,
  conditions: readonly Condition[],
  { ranges, alternatives, constant, several }: IndexBounds,
): Buffer[][] {
  if (alternatives.length === 0 || constant.size + several.size < index.fields.length) return []
  // The equalities differ only in the array's member, so their ranges have the same order.
  const alternativeRanges = alternatives.map((leaf) => indexBounds(index, conditions, leaf).ranges)
  return ranges.map((_, position) => alternativeRanges.map((keys) => keys[position]!.lo))
}

function shortest(store: Store, all: readonly IndexBounds[]): IndexBounds {
  const counters = all.map(({ ranges }) => rememberedCounter(store, ranges))
  for (let limit = FIRST_LIMIT; limit <= LAST_LIMIT; limit *= 4) {
    const short = all.find((_bounds, i) => counters[i]!(limit + 1) <= limit)
    if (short) return short
  }
  return all[0]!
}

/** Maximum number of ranges that a sorted merge reads in parallel. */
const MAX_MERGED = 64
/** Entries of a list that is compared with its probes to weigh a scan. */
const MAX_PROBED = 1_024

/** Chooses the index whose entries and sorting promise the least work, or a scan of the whole collection. */
export function planQuery(store: Store, collection: Collection, question: Question): Plan {
  const { filter, sort, hint } = question
  if (conjuncts(filter).some((part) => part.kind === 'never')) return { kind: 'nothing', sorted: true }
  const conditions = conditionsOf(filter)
  const hinted = hint === undefined ? undefined : hintedIndex(collection, hint)
  const found: IndexScan[] = []
  for (const index of hinted ? [hinted] : candidateIndexes(collection, conditions)) {
    if (index.record.building || !holdsAll(index, conditions)) continue
    const scan = indexScan(store, index, question, conditions)
    if (scan && (hinted || isUseful(scan, sort))) found.push(scan)
  }
  const scans = withoutDominated(found)
  if (scans.length === 1) return scans[0]!
  if (scans.length > 1) return cheapestScan(store, collection, scans, question.wanted)
  return unionScan(store, collection, question) ?? collectionScan(question)
}

/** An equality on `_id` needs no other index. */
function candidateIndexes(collection: Collection, conditions: readonly Condition[]): readonly Index[] {
  const byId = conditions.some(({ path, leaf: { predicate } }) => path === '_id' && predicate.op === 'eq')
  return byId ? collection.indexes.slice(0, 1) : collection.indexes
}

/** An index helps if it narrows the scan or gives the order. */
const isUseful = (scan: IndexScan, sort: readonly SortKey[]) =>
  scan.ranges.length !== 1 || scan.ranges[0]!.lo.length > 4 || (sort.length > 0 && scan.sorted)

function collectionScan({ filter, sort }: Question): Plan {
  const test = conjuncts(filter).length === 0 ? undefined : compileFilter(filter)
  return { kind: 'collection', test, sorted: sort.length === 0 }
}

function hintedIndex(collection: Collection, hint: NonNullable<Question['hint']>): Index {
  const found = collection.indexes.find(
    ({ fields }) =>
      fields.length === hint.length &&
      hint.every((key, i) => fields[i]!.path === key.path && fields[i]!.descending === key.descending),
  )
  if (!found) throw badValue('hint provided does not correspond to an existing index')
  return found
}

function indexScan(
  store: Store,
  index: Index,
  question: Question,
  conditions: readonly Condition[],
): IndexScan | undefined {
  const bounds = rarestBounds(store, index, conditions)
  const order = orderOf(index, bounds, question.sort)
  // Lists of record numbers can only be compared in ascending order.
  const isInRidOrder = !index.record.unique && !order?.reverse && !order?.merge
  const probes = isInRidOrder ? probeKeys(index, conditions, bounds) : []
  if (probes.length > 0) for (const leaf of bounds.alternatives) bounds.proven.add(leaf)
  const residual = residualOf(question.filter, bounds.proven, index)
  return {
    kind: 'index',
    index,
    ranges: bounds.ranges,
    reverse: order?.reverse ?? false,
    merge: order?.merge ?? false,
    repeats: bounds.repeats,
    probes,
    singleKey: bounds.singleKey,
    proven: bounds.proven,
    used: bounds.used,
    candidateScans: [],
    candidatesFirst: false,
    residual: residual.length === 0 ? undefined : compiledWhenUsed({ kind: 'and', children: residual }),
    sorted: question.sort.length === 0 || order !== undefined,
  }
}

/** Compiles a filter on first use, because most scans are only weighed and a long $in is slow to compile. */
function compiledWhenUsed(filter: Filter): DocumentTest {
  let test: DocumentTest | undefined
  return (buf, at) => {
    test ??= compileFilter(filter)
    return test(buf, at)
  }
}

/** Conditions that must still be checked on the document. */
function residualOf(filter: Filter, proven: ReadonlySet<Filter>, index: Index): Filter[] {
  return conjuncts(filter).filter((part) => {
    if (proven.has(part)) return false
    if (part.kind !== 'leaf' || part.predicate.op !== 'exists') return true
    const provesExistence = index.record.sparse && index.fields.length === 1
    return !provesExistence || index.fields[0]!.path !== part.path || index.record.arrayPaths.length > 0
  })
}

/** Finds the direction, and the need for a merge, that gives the requested order; undefined for none. */
function orderOf(
  index: Index,
  bounds: IndexBounds,
  sort: readonly SortKey[],
): { reverse: boolean; merge: boolean } | undefined {
  if (sort.length === 0 || index.record.truncated) return undefined
  const straight = matchOrder(index, bounds.constant, bounds.constant, sort)
  if (straight !== undefined) return { reverse: straight, merge: false }
  if (bounds.several.size === 0 || bounds.ranges.length > MAX_MERGED) return undefined
  const merged = matchOrder(index, bounds.constant, new Set([...bounds.constant, ...bounds.several]), sort)
  return merged === undefined ? undefined : { reverse: merged, merge: true }
}

function matchOrder(
  index: Index,
  constant: ReadonlySet<number>,
  fixed: ReadonlySet<number>,
  sort: readonly SortKey[],
): boolean | undefined {
  let reverse: boolean | undefined
  let position = 0
  for (const { path, descending } of sort) {
    const at = index.fields.findIndex((field) => field.path === path)
    if (at >= 0 && constant.has(at) && !crossesArray(index, path)) continue
    while (fixed.has(position)) position++
    const field = index.fields[position]
    if (!field || field.path !== path || crossesArray(index, path)) return undefined
    const backwards = field.descending !== descending
    if (reverse !== undefined && reverse !== backwards) return undefined
    reverse = backwards
    position++
  }
  return reverse ?? false
}

/** Compares the cost of scans: keys to read, plus sorting. An index that gives the order may stop early. */
function cheapestScan(
  store: Store,
  collection: Collection,
  scans: readonly IndexScan[],
  wanted: number | undefined,
): IndexScan {
  const direct = scans.find((scan) => scan.index.record.unique && scan.singleKey) ?? findCoveringScan(scans)
  if (direct) return direct
  const sizes = sizesOf(store, collection, scans).map((size, i) =>
    probedSize(store, collection, scans[i]!, size),
  )
  const fewest = Math.max(1, Math.min(...sizes.map(({ entries }) => entries)))
  // The record numbers of a scan with exactly the matching documents show which documents another scan can skip.
  const matches = Math.min(
    ...sizes.map(({ known, entries }, i) =>
      known && isPlain(scans[i]!) && !scans[i]!.residual ? entries : Number.POSITIVE_INFINITY,
    ),
  )
  const weighed = scans.map((scan, i) => {
    const keys = sizes[i]!.entries
    const early = scan.sorted && wanted !== undefined
    const read = early ? Math.min(keys, scan.residual ? wanted * (keys / fewest) : wanted) : keys
    const fetching = (scan.residual ? read * 1.2 : read) * (scan.sorted ? 1 : 1.5)
    const sifting = early && scan.residual ? wanted + (matches + read) / ENTRIES_PER_DOCUMENT : fetching
    return { scan, cost: Math.min(fetching, sifting), candidatesFirst: sifting < fetching }
  })
  const { scan: best, candidatesFirst } = weighed.reduce((a, b) => (b.cost < a.cost ? b : a))
  if (best.residual === undefined) return best
  const candidateScans = scans.flatMap((scan, i) => (scan === best ? [] : [{ scan, size: sizes[i]! }]))
  return { ...best, candidateScans, candidatesFirst }
}

/**
 * Counts the documents of a scan with probes when its list is short. Comparing short lists costs little. Without the count, a
 * scan that ends early would look too cheap beside a list that probes make far shorter.
 */
function probedSize(store: Store, collection: Collection, scan: IndexScan, size: ScanSize): ScanSize {
  if (scan.probes.length === 0 || !size.known || size.entries > MAX_PROBED) return size
  let entries = 0
  for (const rid of indexRids(sourceOf(store, collection), scan)) if (rid !== undefined) entries++
  return { ...size, entries }
}

/** Plans an $or of which every branch has an index. */
function unionScan(store: Store, collection: Collection, question: Question): Plan | undefined {
  const or = conjuncts(question.filter).find((part) => part.kind === 'or')
  if (or?.kind !== 'or' || question.hint !== undefined) return undefined
  const plans: IndexScan[] = []
  for (const child of or.children) {
    const plan = planQuery(store, collection, { ...question, filter: child, sort: [], wanted: undefined })
    if (plan.kind === 'nothing') continue
    if (plan.kind !== 'index') return undefined
    plans.push(plan)
  }
  return {
    kind: 'union',
    plans,
    residual: compileFilter(question.filter),
    sorted: question.sort.length === 0,
  }
}
