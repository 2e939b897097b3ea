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

function cellOf(value: unknown): string {
  const text = textOf(value)
  if (text === '' || text === '#N/A') return NOT_AVAILABLE
  const safe = typeof value !== 'number' && FORMULA.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * A line of a CSV file (RFC 4180) with its CRLF. A missing value is `NA`; a text that a spreadsheet would run as a
 * formula gets an apostrophe before it.
 */
export const csvLine = (values: readonly unknown[]): string => `${values.map(cellOf).join(',')}\r\n`
