/** Characters that are invalid in XML 1.0, and halves of surrogate pairs. */
const NO_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu
/** Texts that readers of a workbook interpret as a character code. */
const CODED_CHARACTER = /_(?=x[0-9A-Fa-f]{4}_)/g
/** Maximum number of characters in a cell. */
const MAX_CELL = 32_767
const DAY_MS = 86_400_000
/** Days from the start of the workbook calendar to 1970. */
const DAYS_TO_1970 = 25_569

const escapeXml = (text: string): string =>
  text
    .replace(NO_XML, '\u{FFFD}')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** Escapes a text for XML. */
export const xmlText = escapeXml

/** Styles of cells by their number in `styles.xml`. */
export const STYLE = { plain: 0, heading: 1, time: 2, wrapped: 3, title: 4 } as const

/** Creates a cell with a text, which is never a formula. @param ref position of the cell, such as `B7` */
export function textCell(ref: string, text: string, style: number = STYLE.plain): string {
  const escaped = escapeXml(text.slice(0, MAX_CELL).replace(CODED_CHARACTER, '_x005F_'))
  return `<c r="${ref}" t="inlineStr"${styled(style)}><is><t xml:space="preserve">${escaped}</t></is></c>`
}

/** Creates a cell with a number. */
export const numberCell = (ref: string, value: number): string => `<c r="${ref}"><v>${value}</v></c>`

/** Creates a cell with a time. @param wallTime local time in milliseconds, as if it were UTC */
export const timeCell = (ref: string, wallTime: number): string =>
  `<c r="${ref}"${styled(STYLE.time)}><v>${DAYS_TO_1970 + wallTime / DAY_MS}</v></c>`

const styled = (style: number): string => (style === STYLE.plain ? '' : ` s="${style}"`)

/** Returns the letters of a column, counted from 1. */
export function columnLetters(column: number): string {
  let letters = ''
  for (let remaining = column; remaining > 0; remaining = Math.floor((remaining - 1) / 26))
    letters = String.fromCodePoint(65 + ((remaining - 1) % 26)) + letters
  return letters
}
