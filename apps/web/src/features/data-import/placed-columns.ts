import type { ImportColumn } from '@wardtrack/contracts'

/** A column with its position, because two columns may have the same name. */
export interface PlacedColumn extends ImportColumn {
  readonly index: number
  readonly key: string
}

/** Returns the columns of a file, each with a unique key. */
export const placedColumns = (columns: readonly ImportColumn[]): PlacedColumn[] =>
  columns.map((column, index) => ({ ...column, index, key: `${index} ${column.name}` }))
