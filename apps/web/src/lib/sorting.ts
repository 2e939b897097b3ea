import type { UrlField } from './url-state.ts'

/** Column and direction of a list, in the format of criteria. */
export interface Sorting {
  readonly sortField: string
  readonly sortDirection: 1 | -1
}

/** Returns the next order: the same column reverses the direction, another column keeps it. */
export function nextSorting(current: Sorting, column: string): Sorting {
  if (current.sortField !== column) return { ...current, sortField: column }
  return { sortField: column, sortDirection: current.sortDirection === 1 ? -1 : 1 }
}

/** Field of a page's address for an order: the column, with a leading minus for descending order. */
export const urlSorting = (name: string, fallback: Sorting): UrlField<Sorting> => ({
  name,
  read: (text) => {
    const found = /^(-?)([A-Za-z][\w.]*)$/.exec(text ?? '')
    return found?.[2] ? { sortField: found[2], sortDirection: found[1] ? -1 : 1 } : fallback
  },
  write: (sorting) =>
    isSameSorting(sorting, fallback) ? '' : `${sorting.sortDirection === -1 ? '-' : ''}${sorting.sortField}`,
})

/** True if two orders are equal. */
export const isSameSorting = (left: Sorting, right: Sorting): boolean =>
  left.sortField === right.sortField && left.sortDirection === right.sortDirection
