import type { UrlField } from './url-state.ts'

/** Column and direction of a list, as criteria carry them. */
export interface Sorting {
  readonly sortField: string
  readonly sortDirection: 1 | -1
}

/** The toggle rule of lists: the same column reverses the direction, another one keeps it. */
export function nextSorting(current: Sorting, column: string): Sorting {
  if (current.sortField !== column) return { ...current, sortField: column }
  return { sortField: column, sortDirection: current.sortDirection === 1 ? -1 : 1 }
}

/** An order as a page's address holds it: the column, with a minus before it for the other direction. */
export const urlSorting = (name: string, fallback: Sorting): UrlField<Sorting> => ({
  name,
  read: (text) => {
    const found = /^(-?)([A-Za-z][\w.]*)$/.exec(text ?? '')
    return found?.[2] ? { sortField: found[2], sortDirection: found[1] ? -1 : 1 } : fallback
  },
  write: (sorting) =>
    isSameSorting(sorting, fallback) ? '' : `${sorting.sortDirection === -1 ? '-' : ''}${sorting.sortField}`,
})

/** Whether two orders are the same. */
export const isSameSorting = (left: Sorting, right: Sorting): boolean =>
  left.sortField === right.sortField && left.sortDirection === right.sortDirection
