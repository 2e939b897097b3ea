import type { Collection } from '../storage/catalogue.ts'
import { readCounters } from '../storage/records.ts'
import type { Store } from '../storage/store.ts'
import { rememberedCounter } from './key-count.ts'
import type { IndexScan, ScanSize } from './plan.ts'

/** Keys counted at first, and at most, to judge how selective an index is. */
const FIRST_LIMIT = 64
const LAST_LIMIT = 16_384

/**
 * Leaves out scans that cannot be the best: another scan reads no more entries and has the requested order if they do. It
 * reads no more because its ranges prove every condition that made theirs. The first of equal scans stays. No entries are
 * counted for this.
 */
export function withoutDominated(scans: readonly IndexScan[]): IndexScan[] {
  return scans.filter(
    (scan, i) =>
      !scans.some((other, j) => i !== j && dominates(other, scan) && (j < i || !dominates(scan, other))),
  )
}

/** Reports if `b` is superfluous beside `a`. Scans with several entries for a document, or with probes, are not compared. */
function dominates(a: IndexScan, b: IndexScan): boolean {
  if (!isPlain(a) || !isPlain(b)) return false
  if (b.sorted && (!a.sorted || a.merge || a.ranges.length > b.ranges.length)) return false
  for (const leaf of b.used) if (!a.proven.has(leaf)) return false
  return !b.index.record.unique || !b.singleKey
}

/** Reports if each entry of the scan leads to a different document. */
export const isPlain = (scan: IndexScan) =>
  !scan.repeats && scan.probes.length === 0 && !scan.index.record.sparse

/**
 * Finds a scan that reads exactly the requested documents in their order. Counting the entries of other scans would cost
 * more than they could save. Prefers a single range to merged ranges or repeated documents.
 */
export function findCoveringScan(scans: readonly IndexScan[]): IndexScan | undefined {
  const complete = scans.filter(
    (scan) => scan.residual === undefined && scan.sorted && scan.probes.length === 0,
  )
  return (
    complete.find((scan) => !scan.repeats && !scan.merge) ??
    complete.find((scan) => !scan.repeats) ??
    complete[0]
  )
}

/**
 * Counts the entries of scans only until the smallest scan is known. Longer scans get the size of the whole collection.
 * Otherwise a scan that is read until enough documents are found would look too cheap.
 */
export function sizesOf(store: Store, collection: Collection, scans: readonly IndexScan[]): ScanSize[] {
  const { count } = readCounters(store, collection)
  const counters = scans.map(({ ranges }) => rememberedCounter(store, ranges))
  for (let limit = FIRST_LIMIT; ; limit *= 4) {
    const counted = counters.map((counter) => counter(limit))
    if (limit === LAST_LIMIT || counted.some((entries) => entries * 2 <= limit))
      return counted.map((entries, i) => {
        const known = entries < limit
        return { entries: known ? entries : Math.max(entries, count), known, count: counters[i]! }
      })
  }
}
