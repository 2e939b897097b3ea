import type { ImportColumn } from '@wardtrack/contracts'
import type { TableRow } from '../reading/table.ts'
import type { NamedRow } from './import-writer.types.ts'

/** Texts that mean a missing value. */
const NOTHING: ReadonlySet<string> = new Set(['', 'NA', '#N/A'])

const isNothing = (cell: unknown): boolean =>
  cell === undefined || cell === null || (typeof cell === 'string' && NOTHING.has(cell.trim()))

/**
 * Assigns the cells of a row to the targets of their columns. The first value of several columns with the same target
 * counts.
 */
export function toNamedRow({ line, cells, message }: TableRow, columns: readonly ImportColumn[]): NamedRow {
  const values = new Map<string, unknown>()
  columns.forEach(({ target }, index) => {
    const cell = cells[index]
    if (target !== null && !isNothing(cell) && !values.has(target)) values.set(target, cell)
  })
  return { line, values, ...(message === undefined ? {} : { message }) }
}

/** Returns the text of a cell; empty for a cell that is not a single value. */
export const cellText = (cell: unknown): string =>
  typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? String(cell).trim() : ''

/** Returns true for a row of empty cells, which files often end with. */
export const isBlank = ({ cells, message }: TableRow): boolean =>
  message === undefined && cells.every((cell) => cell === undefined || cell === '')
