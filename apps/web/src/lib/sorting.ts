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
