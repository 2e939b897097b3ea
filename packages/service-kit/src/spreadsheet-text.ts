/**
 * Beginning of a cell that a spreadsheet would run: a tab, or the sign of a formula after white space. Full-width
 * signs are included. A text that already begins with an apostrophe counts too, so that reading it back returns the
 * original. Some spreadsheets separate cells by a semicolon or a tab, and begin a row at a line break in a quoted
 * cell.
 */
const CELL_START = /(^|[;\t\r\n])(?=(?:'|[^\S\t\r\n])*[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?='*[\t\r])/g
const GUARDED_START = /(^|[;\t\r\n])'(?=(?:'|[^\S\t\r\n])*[=+\-@\uff1d\uff0b\uff0d\uff20])|^'(?='*[\t\r])/g

/** Puts an apostrophe before everything in a text that a spreadsheet would run as a formula. */
export const guardFormulas = (text: string): string => text.replaceAll(CELL_START, "$1'")

/** Removes the apostrophes of {@link guardFormulas}. */
export const unguardFormulas = (text: string): string => text.replaceAll(GUARDED_START, '$1')
