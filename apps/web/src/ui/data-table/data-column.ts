import type { ReactNode } from 'react'

/**
 * One column of a {@link DataTable}. On a phone a row is a card of two lines: `main` stands first, `end` at its right,
 * the others below; a `wide` one has a line of its own.
 */
export interface DataColumn<Row, Name extends string = string> {
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  readonly onPhone?: 'main' | 'end' | 'wide' | 'hidden'
  /** Its title stands before the value on a phone, where no head says what a value is. */
  readonly named?: true
  readonly mono?: true
  /** Long texts take several lines instead of pushing the columns behind them out of view. */
  readonly wraps?: true
  /** Field that the server sorts by; a column without one cannot be sorted. */
  readonly sortField?: string
  /** Stays in view at this edge while the others scroll sideways. */
  readonly sticky?: 'start' | 'end'
  /** CSS pixels. */
  readonly width?: number
  /** What the choice of columns calls it; a column without a name is always shown. */
  readonly name?: Name
}
