import { int32At } from '../bson/value.ts'
import { documentKey } from '../storage/record-keys.ts'
import { readCounters } from '../storage/records.ts'
import type { DocumentTest } from './ast.ts'
import { candidatesOf } from './candidate-rids.ts'
import { indexRids } from './index-walk.ts'
import { countKeys, ridPortions } from './key-count.ts'
import type { IndexScan, Plan, Source, Walk } from './plan.ts'
import { copyDocument, type DocumentKeeper, discardDocument, runScan, type Scan } from './scan.ts'
import { Sorter, type SortKey, sortKeyMaker } from './sort.ts'
import { TimeSlices, visitFound } from './turns.ts'

/** Maximum number of record numbers in memory before their documents are counted. */
const MAX_HELD = 65_536

/** Order and range of the documents that a query returns. */
export type Page = { sort: readonly SortKey[]; skip: number; limit: number | undefined }

/**
 * Yields the documents of a plan in the requested order, skipped and limited.
 * @param keep converts a found document to its result
 */
export function* findDocuments(
  source: Source,
  plan: Plan,
  { sort, skip, limit }: Page,
  keep: DocumentKeeper = copyDocument,
): Scan {
  const scan = plan.sorted
    ? runScan(source, plan, keep)
    : sortDocuments(source, plan, { sort, skip, limit }, keep)
  yield* partOf(scan, skip, limit)
}

/** Yields the results of a walk after the first `skip`, up to `limit`. */
export function* partOf<R>(walk: Iterable<R | undefined>, skip: number, limit: number | undefined): Walk<R> {
  let toSkip = skip
  let remaining = limit ?? Number.POSITIVE_INFINITY
  for (const found of walk) {
    if (found === undefined) yield undefined
    else if (toSkip > 0) toSkip--
    else {
      yield found
      if (--remaining <= 0) return
    }
  }
}

/** Sorts keys and record numbers only. Documents are fetched again when they are yielded. */
function* sortDocuments(source: Source, plan: Plan, { sort, skip, limit }: Page, keep: DocumentKeeper): Scan {
  const keyOf = sortKeyMaker(sort)
  const sorter = new Sorter<number>(limit === undefined ? undefined : limit + skip, () => 8)
  for (const found of runScan(source, plan)) {
    if (found) sorter.add(keyOf(found.bytes), found.rid)
    else yield undefined
  }
  for (const rid of sorter.result()) {
    const bytes = source.store.lmdb.peek(documentKey(source.collection.number, rid))
    if (bytes) yield { rid, bytes: keep(bytes, int32At(bytes, 0)) }
  }
}

/** Counts the documents of a plan; from keys alone if they suffice. */
export async function countDocuments(source: Source, plan: Plan): Promise<number> {
  if (plan.kind === 'collection' && !plan.test) return readCounters(source.store, source.collection).count
  if (plan.kind === 'index' && !plan.residual && plan.probes.length === 0) {
    if (!plan.repeats) return plan.ranges.reduce((sum, range) => sum + countKeys(source.store, range), 0)
    if (!plan.index.record.unique) return countDistinctRids(source, plan)
  }
  let total = 0
  await visitFound(walkToCount(source, plan), () => total++)
  return total
}

/** Yields one value for each document. */
function walkToCount(source: Source, plan: Plan): Walk<unknown> {
  if (plan.kind !== 'index') return runScan(source, plan, discardDocument)
  return plan.residual ? matchInFileOrder(source, plan, plan.residual) : indexRids(source, plan)
}

/** Fetches documents in the order of the file, which differs from the order of index keys. */
function* matchInFileOrder(source: Source, scan: IndexScan, test: DocumentTest): Walk<number> {
  const { store, collection, counts } = source
  const candidates = candidatesOf(source, scan)
  let held: number[] = []
  for (const rid of indexRids(source, scan)) {
    if (rid === undefined) yield undefined
    else if (held.push(rid) >= MAX_HELD) {
      yield* matching(held)
      held = []
    }
  }
  yield* matching(held)

  function* matching(rids: number[]): Walk<number> {
    yield* candidates.review(rids.length)
    const fetched = rids.filter((rid) => candidates.has(rid)).sort((a, b) => a - b)
    for (const [n, rid] of fetched.entries()) {
      if (n % 32 === 31) yield undefined
      const bytes = store.lmdb.peek(documentKey(collection.number, rid))
      if (bytes === undefined) continue
      counts.documents++
      if (test(bytes, 0)) yield rid
    }
  }
}

/** Counts the documents in the ranges, each once. */
async function countDistinctRids(source: Source, { ranges }: IndexScan): Promise<number> {
  const seen = new Set<number>()
  const slices = new TimeSlices()
  for (const range of ranges)
    for (const rids of ridPortions(source, range)) {
      for (const rid of rids) seen.add(rid)
      await slices.yieldIfDue()
    }
  return seen.size
}
