import type { Sort } from '@wardtrack/contracts'

/** Sort in the store's form. */
export type StoreSort = Record<string, 1 | -1>

/**
 * Creates the sort of a list: the requested fields, then type and id, so that all pages share one order. Ties have
 * the list's direction, because an index is read in one direction. A type that the filter fixes is left out.
 */
export function storeSort(requested: readonly Sort[], filter: Record<string, unknown>): StoreSort {
  const direction = requested[0]?.sortDirection ?? 1
  const oneType = typeof filter['AssetType'] === 'string'
  const ties: Sort[] = [
    { sortField: 'AssetType', sortDirection: direction },
    { sortField: 'AssetId', sortDirection: direction },
  ]
  const sort: StoreSort = {}
  for (const { sortField, sortDirection } of [...requested, ...ties])
    if (!(sortField in sort) && !(oneType && sortField === 'AssetType')) sort[sortField] = sortDirection
  return sort
}

/** Reverses an order; an index serves both directions. */
export const reversedSort = (sort: StoreSort): StoreSort =>
  Object.fromEntries(Object.entries(sort).map(([path, direction]) => [path, direction === 1 ? -1 : 1]))

/** Compares two documents like the store, for the values that assets have. */
export function createComparer(sort: StoreSort): (a: object, b: object) => number {
  const keys = Object.entries(sort).map(([path, direction]) => ({ path: path.split('.'), direction }))
  return (a, b) => {
    for (const { path, direction } of keys) {
      const order = compareValues(valueAt(a, path), valueAt(b, path))
      if (order !== 0) return order * direction
    }
    return 0
  }
}

function valueAt(from: unknown, path: readonly string[]): unknown {
  let value = from
  for (const name of path)
    value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  return value
}

/** Returns the order of the kinds of values: missing, numbers, texts, booleans, times. */
function rankOf(value: unknown): number {
  if (value === undefined || value === null) return 0
  if (typeof value === 'number') return 1
  if (typeof value === 'string') return 2
  if (typeof value === 'boolean') return 3
  return value instanceof Date ? 4 : 5
}

function compareValues(a: unknown, b: unknown): number {
  const rank = rankOf(a)
  if (rank !== rankOf(b)) return rank - rankOf(b)
  // Texts compare by code point like in the store, which differs from JavaScript's order beyond 16 bits.
  if (rank === 2) return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)))
  if (rank === 0 || rank === 5) return 0
  return Number(a) - Number(b)
}
