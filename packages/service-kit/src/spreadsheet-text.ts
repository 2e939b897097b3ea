/**
 * Beginning of a cell that a spreadsheet would run: a sign of a formula, full-width ones included, after white space, or
 * a tab. A text that looks as if it had its apostrophe already counts too, so that reading back gives what was written. Some
 * spreadsheets separate cells by a semicolon or a tab, and then begin a row at a line break in a quoted cell.
 */
const CELL_START = /(^|[;\t\r\n])(?=(?:'|[^\S\t\r\n])*[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?='*[\t\r])/g
const GUARDED_START = /(^|[;\t\r\n])'(?=(?:'|[^\S\t\r\n])*[=+\-@\uff1d\uff0b\uff0d\uff20])|^'(?='*[\t\r])/g

/** Puts an apostrophe before everything in a text that a spreadsheet would run as a formula. */
export const guardFormulas = (text: string): string => text.replaceAll(CELL_START, "$1'")

/** Takes away the apostrophes of {@link guardFormulas}. */
export const unguardFormulas = (text: string): string => text.replaceAll(GUARDED_START, '$1')
