/** What XML 1.0 cannot hold, and halves of surrogate pairs. */
const NO_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu
/** What a reader of a workbook takes for the code of a character. */
const CODED_CHARACTER = /_(?=x[0-9A-Fa-f]{4}_)/g
/** Characters that a cell holds at most. */
const MAX_CELL = 32_767
const DAY_MS = 86_400_000
/** Days from the beginning of a workbook's calendar to 1970. */
const DAYS_TO_1970 = 25_569

const escapeXml = (text: string): string =>
  text
    .replace(NO_XML, '\u{FFFD}')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** A text as an element of XML holds it. */
export const xmlText = escapeXml

/** Styles of cells by their number in `styles.xml`. */
export const STYLE = { plain: 0, heading: 1, time: 2, wrapped: 3, title: 4 } as const

/** A cell with a text, which is never a formula. @param ref where it stands: `B7` */
export function textCell(ref: string, text: string, style: number = STYLE.plain): string {
  const escaped = escapeXml(text.slice(0, MAX_CELL).replace(CODED_CHARACTER, '_x005F_'))
  return `<c r="${ref}" t="inlineStr"${styled(style)}><is><t xml:space="preserve">${escaped}</t></is></c>`
}

/** A cell with a number. */
export const numberCell = (ref: string, value: number): string => `<c r="${ref}"><v>${value}</v></c>`

/** A cell with a time. @param wallTime milliseconds as if the clocks that are shown were those of UTC */
export const timeCell = (ref: string, wallTime: number): string =>
  `<c r="${ref}"${styled(STYLE.time)}><v>${DAYS_TO_1970 + wallTime / DAY_MS}</v></c>`

const styled = (style: number): string => (style === STYLE.plain ? '' : ` s="${style}"`)

/** The letters of a column, from 1. */
export function columnLetters(column: number): string {
  let letters = ''
  for (let remaining = column; remaining > 0; remaining = Math.floor((remaining - 1) / 26))
    letters = String.fromCodePoint(65 + ((remaining - 1) % 26)) + letters
  return letters
}
