import { guardFormulas } from './spreadsheet-text.ts'

const NOT_AVAILABLE = 'NA'
const NEEDS_QUOTES = /[",;\t\r\n]/

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join('; ')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : ''
}

/**
 * Writes a value as the text of a cell that a spreadsheet may open. A missing value becomes `NA`. An apostrophe
 * precedes everything that would run as a formula.
 */
export function tableCell(value: unknown): string {
  const text = textOf(value)
  if (text === '' || text === '#N/A') return NOT_AVAILABLE
  return typeof value === 'number' ? text : guardFormulas(text)
}

function csvCell(value: unknown): string {
  const text = tableCell(value)
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Writes a line of a CSV file (RFC 4180) with its CRLF, from cells that {@link tableCell} returns. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(csvCell).join(',')}\r\n`
