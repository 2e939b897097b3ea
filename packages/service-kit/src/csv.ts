const NOT_AVAILABLE = 'NA'
/**
 * What a spreadsheet would take for the beginning of a formula, and a text that looks as if it had its apostrophe
 * already: so whoever reads the file back takes one away and has what was written.
 */
const FORMULA = /^'*[=+\-@\t\r]/
const NEEDS_QUOTES = /[",\r\n]/

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join('; ')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : ''
}

/**
 * The text of a cell of a table that is opened in a spreadsheet: `NA` for what is missing, and an apostrophe before a text
 * that would be run as a formula.
 */
export function tableCell(value: unknown): string {
  const text = textOf(value)
  if (text === '' || text === '#N/A') return NOT_AVAILABLE
  return typeof value !== 'number' && FORMULA.test(text) ? `'${text}` : text
}

function csvCell(value: unknown): string {
  const text = tableCell(value)
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A line of a CSV file (RFC 4180) with its CRLF, of cells as {@link tableCell} gives them. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(csvCell).join(',')}\r\n`
