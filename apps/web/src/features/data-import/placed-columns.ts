import type { ImportColumn } from '@wardtrack/contracts'

/** A column with its place: two columns may have one name. */
export interface PlacedColumn extends ImportColumn {
  readonly index: number
  readonly key: string
}

/** The columns of a file, each with a key by which it is told from all others. */
export const placedColumns = (columns: readonly ImportColumn[]): PlacedColumn[] =>
  columns.map((column, index) => ({ ...column, index, key: `${index} ${column.name}` }))
