import type { EntryCounter, Store } from '../storage/store.ts'
import type { Source } from './plan.ts'

type Bounds = { lo: Buffer; hi: Buffer }

/**
 * Reports if a range has more than `entries` entries. Costs half of counting that many, even for a short range, because LMDB
 * skips entries before it checks the end of the range.
 */
export function hasMoreThan(store: Store, { lo, hi }: Bounds, entries: number): boolean {
  const beyond = store.lmdb.entries.getKeys({ start: lo, end: hi, offset: entries, limit: 1 })
  return Array.from(beyond).length > 0
}

/** Counts the entries in a range inside LMDB, without copying keys. */
export const countKeys = (store: Store, { lo, hi }: Bounds) =>
  store.lmdb.entries.getKeysCount({ start: lo, end: hi })

/** Index entries read in one go. */
const PORTION = 4_096

/**
 * Yields the record numbers of a range of a non-unique index in portions, which is cheaper than with their keys.
 * @param first size of the first portion; each later one is twice as large as the one before, up to `most`
 */
export function* ridPortions(
  { store, counts }: Pick<Source, 'store' | 'counts'>,
  { lo, hi }: Bounds,
  first = PORTION,
  most = PORTION,
): Generator<number[], void, undefined> {
  let start: Buffer | undefined = lo
  for (let portion = first; start; portion = Math.min(portion * 2, most)) {
    const { rids, last } = store.lmdb.scanRids(start, hi, start !== lo, portion)
    counts.keys += rids.length
    yield rids
    start = last
  }
}

/** Creates a counter that counts the entries of ranges up to a limit. A higher limit continues the count. */
export function entryCounter(store: Store, ranges: readonly Bounds[]): EntryCounter {
  let next = 0
  // Entries of the ranges counted so far, and the minimum of all ranges together.
  let keys = 0
  let least = 0
  return (limit) => {
    if (least >= limit) return limit
    // Limits the entries skipped at first, so that hundreds of short ranges do not each cost as much as a long one.
    const first = Math.max(16, Math.ceil((least * 4) / ranges.length))
    for (; next < ranges.length; next++) {
      const missing = limit - keys
      for (let entries = first; hasMoreThan(store, ranges[next]!, Math.min(entries, missing)); entries *= 4)
        if (entries >= missing) return (least = limit)
      keys += countKeys(store, ranges[next]!)
    }
    return (least = keys)
  }
}

/** Maximum number of ranges of a remembered scan, and of remembered scans. For more ranges the name costs more than it saves. */
const MAX_NAMED = 64
const MAX_REMEMBERED = 1_000

/** Returns a counter that remembers its counts until the next write, because a page and its total are requested together. */
export function rememberedCounter(store: Store, ranges: readonly Bounds[]): EntryCounter {
  if (ranges.length > MAX_NAMED) return entryCounter(store, ranges)
  const name = ranges.map(({ lo, hi }) => `${lo.toString('latin1')}\n${hi.toString('latin1')}`).join('\n')
  const counter = store.entryCounts.get(name) ?? entryCounter(store, ranges)
  if (store.entryCounts.size >= MAX_REMEMBERED) store.entryCounts.clear()
  store.entryCounts.set(name, counter)
  return counter
}
