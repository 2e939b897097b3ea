import type { Store } from '../storage/store.ts'
import type { Source } from './plan.ts'

type Bounds = { lo: Buffer; hi: Buffer }

/**
 * Whether a range has more entries than that; costs half of counting so many, however few the range has: LMDB passes over
 * them before it looks where the range ends.
 */
export function hasMoreThan(store: Store, { lo, hi }: Bounds, entries: number): boolean {
  for (const _key of store.lmdb.entries.getKeys({ start: lo, end: hi, offset: entries, limit: 1 }))
    return true
  return false
}

/** Number of entries in a range, counted inside LMDB without bringing keys out. */
export const countKeys = (store: Store, { lo, hi }: Bounds) =>
  store.lmdb.entries.getKeysCount({ start: lo, end: hi })

/** Index entries read in one go. */
const PORTION = 4_096

/**
 * The record numbers of a range of an index that is not unique, in portions: cheaper than with their keys.
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

/** Number of entries in the ranges, or `limit` when there are more. @param least so many are known to be there */
export function rangesUpTo(store: Store, ranges: readonly Bounds[], limit: number, least = 0): number {
  // So many are passed over at first: of hundreds of short ranges none may cost as much as a long one.
  const first = Math.max(16, Math.ceil((least * 4) / ranges.length))
  let keys = 0
  for (const range of ranges) {
    for (let entries = first; hasMoreThan(store, range, Math.min(entries, limit - keys)); entries *= 4)
      if (entries >= limit - keys) return limit
    keys += countKeys(store, range)
    if (keys >= limit) return keys
  }
  return keys
}
