import type { Collection } from '../storage/catalogue.ts'
import { readCounters } from '../storage/records.ts'
import type { Store } from '../storage/store.ts'
import { indexRids, type ScanCounts } from './index-walk.ts'
import type { IndexScan } from './plan.ts'
import { rangesUpTo } from './selectivity.ts'

/** Documents that a walk in order may fetch before it is worth knowing which ones to leave out. */
export const FETCHED_FIRST = 500
/** Record numbers held at most. */
const MOST_HELD = 100_000
/** Of the collection, the share that a sieve may let through at most. */
const WORTHWHILE = 1 / 3

/**
 * The record numbers that any wanted document is among, from the shortest of a walk's other scans: a document that is
 * not there need not be fetched.
 * @returns undefined where none of them leaves out enough
 */
export function* readSieve(
  store: Store,
  collection: Collection,
  { sieves }: IndexScan,
  counts: ScanCounts,
): Generator<undefined, ReadonlySet<number> | undefined, undefined> {
  let fewest = Math.min(MOST_HELD, readCounters(store, collection).count * WORTHWHILE)
  let chosen: IndexScan | undefined
  for (const scan of sieves) {
    const size = rangesUpTo(store, scan.ranges, Math.ceil(fewest))
    if (size >= fewest) continue
    fewest = size
    chosen = scan
  }
  if (!chosen) return undefined
  const rids = new Set<number>()
  // One condition is enough to leave out most; comparing the lists of several takes longer than a few documents more.
  for (const rid of indexRids(store, { ...chosen, probes: [] }, counts)) {
    if (rid === undefined) yield undefined
    else rids.add(rid)
  }
  return rids
}
