import { readCounters } from '../storage/records.ts'
import { rangesUpTo, ridPortions } from './key-count.ts'
import type { IndexScan, Source } from './plan.ts'

/** Documents after which it is first judged whether to know which of the next ones to leave out. */
const FIRST_REVIEW = 64
/** Index entries that are read in the time of fetching one document. */
const ENTRIES_PER_DOCUMENT = 8
/** Record numbers held at most. */
const MAX_HELD = 100_000
/** Largest share of the collection whose record numbers are worth reading first. */
const MAX_SHARE = 1 / 3

type Reading = Generator<undefined, ReadonlySet<number> | undefined, undefined>

/**
 * Tells which documents of a scan need not be fetched, from the shortest of its other scans. That one is read once it takes
 * no longer than what was fetched already, so that it costs at most as much again where it leaves out nothing.
 */
export class Candidates {
  private readonly source: Source
  private readonly scans: IndexScan['candidateScans']
  private rids: ReadonlySet<number> | undefined
  private nextReview = FIRST_REVIEW

  constructor(source: Source, { candidateScans }: IndexScan) {
    this.source = source
    // What is unique holds its numbers apart from its keys.
    this.scans = candidateScans.filter(({ scan }) => !scan.index.record.unique)
  }

  /** Whether a document may be among those that are wanted. */
  has(rid: number): boolean {
    return this.rids === undefined || this.rids.has(rid)
  }

  /** @param fetched documents that were fetched, or are about to be */
  *review(fetched: number): Generator<undefined, void, undefined> {
    if (this.rids || this.scans.length === 0 || fetched < this.nextReview) return
    this.rids = yield* this.read(fetched * ENTRIES_PER_DOCUMENT)
    this.nextReview = fetched * 4
  }

  private *read(limit: number): Reading {
    const { store, collection } = this.source
    let fewest = Math.min(limit, MAX_HELD, readCounters(store, collection).count * MAX_SHARE)
    let chosen: IndexScan | undefined
    for (const { scan, size } of this.scans) {
      const entries = size.known ? size.entries : rangesUpTo(store, scan.ranges, Math.ceil(fewest))
      if (entries >= fewest) continue
      fewest = entries
      chosen = scan
    }
    if (!chosen) return undefined
    const held = new Set<number>()
    // One condition is enough to leave out most; comparing the lists of several takes longer than a few documents more.
    for (const range of chosen.ranges)
      for (const rids of ridPortions(this.source, range)) {
        for (const rid of rids) held.add(rid)
        yield undefined
      }
    return held
  }
}
