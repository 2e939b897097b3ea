import type { ReactNode } from 'react'

/**
 * One column of a {@link DataTable}. On a phone each row is a card of two lines. `main` comes first, `end` is at its
 * right, the others are below, and `wide` has a separate line.
 */
export interface DataColumn<Row, Name extends string = string> {
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  readonly onPhone?: 'main' | 'end' | 'wide' | 'hidden'
  /** Shows the title before the value on a phone, where the table has no head. */
  readonly named?: true
  readonly mono?: true
  /** Wraps long texts, instead of pushing later columns out of view. */
  readonly wraps?: true
  /** Field that the server sorts by; without it the column cannot be sorted. */
  readonly sortField?: string
  /** Edge at which the column stays visible while the others scroll sideways. */
  readonly sticky?: 'start' | 'end'
  /** In CSS pixels. */
  readonly width?: number
  /** Name in the choice of columns; a column without a name is always shown. */
  readonly name?: Name
}
