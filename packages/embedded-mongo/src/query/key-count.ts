import type { Store } from '../storage/store.ts'

type Bounds = { lo: Buffer; hi: Buffer }

/** Number of entries in a range, counted inside LMDB without bringing keys out; at most `limit` + what is known. */
export function keysUpTo(store: Store, range: Bounds, limit: number): number {
  if (limit <= 0) return 0
  return hasMoreThan(store, range, limit) ? limit : countKeys(store, range)
}

/** Whether a range has more entries than that; costs half of counting them. */
export function hasMoreThan(store: Store, { lo, hi }: Bounds, entries: number): boolean {
  for (const _ of store.entries.getKeys({ start: lo, end: hi, offset: entries, limit: 1 })) return true
  return false
}

export const countKeys = (store: Store, range: Bounds) =>
  store.entries.getKeysCount({ start: range.lo, end: range.hi })
