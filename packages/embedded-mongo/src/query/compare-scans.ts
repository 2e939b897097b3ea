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
 * reads no more because its ranges prove every condition that made theirs. The first of equal scans stays. No entries are counted for this.
 */
export function withoutDominated(scans: readonly IndexScan[]): IndexScan[] {
  return scans.filter(
    (scan, i) =>
      !scans.some((other, j) => i !== j && dominates(other, scan) && (j < i || !dominates(scan, other))),
  )
}

/** Scans whose entries are not one for each document, or that are put together from several, are not compared. */
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
 * A scan that reads what is asked for and nothing else, in its order: counting what others would read costs more than
 * they could spare. Best in one run; else side by side, or with documents that come up more than once.
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
 * Numbers of entries, counted only as far as it takes to tell which scan has the fewest. A longer one is taken to be as
 * long as the whole collection: that one is read through until enough is found must not look cheaper than it is.
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
