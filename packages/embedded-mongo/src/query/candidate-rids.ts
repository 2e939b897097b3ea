import { readCounters } from '../storage/records.ts'
import { indexRids } from './index-walk.ts'
import { rangesUpTo } from './key-count.ts'
import type { IndexScan, Source } from './plan.ts'

/** Documents that a walk in order may fetch before it is worth knowing which ones to leave out. */
export const FETCHED_FIRST = 500
/** Record numbers held at most. */
const MAX_HELD = 100_000
/** Largest share of the collection whose record numbers are worth reading first. */
const MAX_SHARE = 1 / 3

/**
 * The record numbers that any wanted document is among, from the shortest of a walk's other scans: a document that is
 * not there need not be fetched.
 * @returns undefined where none of them leaves out enough
 */
export function* readCandidateRids(
  source: Source,
  { candidateScans }: IndexScan,
): Generator<undefined, ReadonlySet<number> | undefined, undefined> {
  const { store, collection } = source
  let fewest = Math.min(MAX_HELD, readCounters(store, collection).count * MAX_SHARE)
  let chosen: IndexScan | undefined
  for (const scan of candidateScans) {
    const size = rangesUpTo(store, scan.ranges, Math.ceil(fewest))
    if (size >= fewest) continue
    fewest = size
    chosen = scan
  }
  if (!chosen) return undefined
  const rids = new Set<number>()
  // One condition is enough to leave out most; comparing the lists of several takes longer than a few documents more.
  for (const rid of indexRids(source, { ...chosen, probes: [] })) {
    if (rid === undefined) yield undefined
    else rids.add(rid)
  }
  return rids
}
