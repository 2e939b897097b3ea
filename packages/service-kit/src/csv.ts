/**
 * Beginning of a cell that a spreadsheet would run: a tab, or the sign of a formula after white space. Full-width
 * signs are included. A text that already begins with an apostrophe counts too, so that reading it back returns the
 * original. Some spreadsheets separate cells by a semicolon or a tab, and begin a row at a line break in a quoted
 * cell.
 */
const CELL_START = /(^|[;\t\r\n])(?=(?:'|[^\S\t\r\n])*[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?='*[\t\r])/g
const GUARDED_START = /(^|[;\t\r\n])'(?=(?:'|[^\S\t\r\n])*[=+\-@\uff1d\uff0b\uff0d\uff20])|^'(?='*[\t\r])/g

/** A text that looks like a number behind the apostrophe of a spreadsheet, which an import removes. */
const MARKED_NUMBER_START = /^(?=\s*'+\d+\s*$)/
const GUARDED_NUMBER_START = /^'(?=\s*'+\d+\s*$)/

/**
 * Puts an apostrophe before everything in a text that a spreadsheet would run as a formula, and before a number behind
 * an apostrophe.
 */
const guardFormulas = (text: string): string =>
  text.replaceAll(CELL_START, "$1'").replace(MARKED_NUMBER_START, "'")

/** Removes the apostrophes of {@link guardFormulas}. */
export const unguardFormulas = (text: string): string =>
  text.replace(GUARDED_NUMBER_START, '').replaceAll(GUARDED_START, '$1')

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
