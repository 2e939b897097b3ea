import { readCounters } from '../storage/records.ts'
import { ridPortions } from './key-count.ts'
import type { IndexScan, Source } from './plan.ts'

/** Number of fetched documents before the first decision to read the candidates. */
const FIRST_REVIEW = 64
/** Index entries that are read in the time of fetching one document. */
export const ENTRIES_PER_DOCUMENT = 8
/** Maximum number of record numbers in memory. */
const MAX_HELD = 100_000
/** Largest share of the collection whose record numbers are worth reading first. */
const MAX_SHARE = 1 / 3

type Reading = Generator<undefined, ReadonlySet<number> | undefined, undefined>

/** Filter of a scan's documents before they are fetched. */
export type Candidates = {
  /** Returns false when the index proves that a document does not match. */
  has(rid: number): boolean
  /** @param fetched documents that were fetched, or are about to be */
  review(fetched: number): Generator<undefined, void, undefined>
}

/**
 * Creates candidates from the shortest of a scan's other scans. That scan is read when it costs no more than the documents
 * fetched so far. If it excludes no document, the total cost at most doubles.
 */
export function candidatesOf(source: Source, { candidateScans, candidatesFirst }: IndexScan): Candidates {
  // A unique index holds record numbers as values, not in its keys.
  const scans = candidateScans.filter(({ scan }) => !scan.index.record.unique)
  let rids: ReadonlySet<number> | undefined
  let nextReview = candidatesFirst ? 1 : FIRST_REVIEW
  return {
    has: (rid) => rids === undefined || rids.has(rid),
    *review(fetched) {
      if (rids || scans.length === 0 || fetched < nextReview) return
      rids = yield* readShortest(source, scans, candidatesFirst ? MAX_HELD : fetched * ENTRIES_PER_DOCUMENT)
      nextReview = fetched * 4
    },
  }
}

function* readShortest(source: Source, scans: IndexScan['candidateScans'], limit: number): Reading {
  const { store, collection } = source
  let fewest = Math.min(limit, MAX_HELD, readCounters(store, collection).count * MAX_SHARE)
  let chosen: IndexScan | undefined
  for (const { scan, size } of scans) {
    const entries = size.known ? size.entries : size.count(Math.ceil(fewest))
    if (entries >= fewest) continue
    fewest = entries
    chosen = scan
  }
  if (!chosen) return undefined
  const held = new Set<number>()
  // One condition excludes most documents. Comparing several lists costs more than fetching a few documents.
  for (const range of chosen.ranges)
    for (const rids of ridPortions(source, range)) {
      for (const rid of rids) held.add(rid)
      yield undefined
    }
  return held
}
