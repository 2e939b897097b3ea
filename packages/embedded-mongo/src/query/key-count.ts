import type { Store } from '../storage/store.ts'

/** Number of entries in a range, counted inside LMDB without bringing keys out; at most `limit` + what is known. */
export function keysUpTo(store: Store, range: { lo: Buffer; hi: Buffer }, limit: number): number {
  if (limit <= 0) return 0
  const bounds = { start: range.lo, end: range.hi }
  for (const _ of store.entries.getKeys({ ...bounds, offset: limit, limit: 1 })) return limit
  return store.entries.getKeysCount(bounds)
}

export const countKeys = (store: Store, range: { lo: Buffer; hi: Buffer }) =>
  store.entries.getKeysCount({ start: range.lo, end: range.hi })
