import type { Store } from '../storage/store.ts'

type Bounds = { lo: Buffer; hi: Buffer }

/** Whether a range has more entries than that; costs half of counting them. */
export function hasMoreThan(store: Store, { lo, hi }: Bounds, entries: number): boolean {
  for (const _ of store.entries.getKeys({ start: lo, end: hi, offset: entries, limit: 1 })) return true
  return false
}

/** Number of entries in a range, counted inside LMDB without bringing keys out. */
export const countKeys = (store: Store, { lo, hi }: Bounds) =>
  store.entries.getKeysCount({ start: lo, end: hi })

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
