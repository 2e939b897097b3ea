import type { Store } from '../storage/store.ts'
import type { Source } from './plan.ts'

type Bounds = { lo: Buffer; hi: Buffer }

type Range = Parameters<Store['lmdb']['entries']['getKeys']>[0]

function firstKey(store: Store, range: Range): Buffer | undefined {
  for (const key of store.lmdb.entries.getKeys(range)) return key
  return undefined
}

/** Whether a range has more entries than that; costs half of counting them. */
export const hasMoreThan = (store: Store, { lo, hi }: Bounds, entries: number): boolean =>
  firstKey(store, { start: lo, end: hi, offset: entries, limit: 1 }) !== undefined

/** Number of entries in a range, counted inside LMDB without bringing keys out. */
export const countKeys = (store: Store, { lo, hi }: Bounds) =>
  store.lmdb.entries.getKeysCount({ start: lo, end: hi })

/** Index entries read in one go. */
const PORTION = 4_096

/** The record numbers of a range of an index that is not unique, in portions: cheaper than with their keys. */
export function* ridPortions(
  { store, counts }: Pick<Source, 'store' | 'counts'>,
  { lo, hi }: Bounds,
): Generator<number[], void, undefined> {
  let start: Buffer | undefined = lo
  while (start) {
    const rids = store.lmdb.scanRids(start, hi, false, PORTION)
    counts.keys += rids.length
    yield rids
    // What comes next is found without bringing out the keys before it.
    start = rids.length < PORTION ? undefined : firstKey(store, { start, end: hi, offset: PORTION, limit: 1 })
  }
}

/** Number of entries in the ranges, or `limit` when there are more. */
export function rangesUpTo(store: Store, ranges: readonly Bounds[], limit: number): number {
  let keys = 0
  for (const range of ranges) {
    if (hasMoreThan(store, range, limit - keys)) return limit
    keys += countKeys(store, range)
    if (keys >= limit) return keys
  }
  return keys
}
