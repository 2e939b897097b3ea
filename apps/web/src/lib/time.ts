import { currentLanguage } from './i18n/i18n.ts'

const two = (n: number): string => String(n).padStart(2, '0')

const valid = (time: string | number | null | undefined): Date | undefined => {
  if (time === null || time === undefined || time === '') return undefined
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? undefined : date
}

/** A missing value, everywhere. */
export const MISSING = '--'

/** Length of a time as every service writes it, `2026-11-21T10:00:00.000Z`. Two of these compare as text. */
const writtenLength = 24

const isWritten = (time: string): boolean => time.length === writtenLength && time.endsWith('Z')

/**
 * Whether a time (ISO 8601) is as late as another, or later; false if one of them is no time. Asked for each of
 * thousands of live events: parsing is left to times that are written in another way.
 */
export const isAsLateAs = (time: string, reference: string): boolean =>
  isWritten(time) && isWritten(reference) ? time >= reference : Date.parse(time) >= Date.parse(reference)

/** `14:32:04` in the viewer's zone; `--` when there is no time. All our languages write the time of day like this. */
export function clockTime(time: string | number | null | undefined): string {
  const date = valid(time)
  return date ? `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}` : MISSING
}

/** `14:32` in the viewer's zone; `--` when there is no time. */
export function shortTime(time: string | number | null | undefined): string {
  return valid(time) ? clockTime(time).slice(0, 5) : MISSING
}

/** The pattern of every history table: `MM/DD/YYYY` in en-GB, elsewhere as the language writes a date in digits. */
function numericDate(date: Date): string {
  const language = currentLanguage()
  if (language === 'en-GB') return `${two(date.getMonth() + 1)}/${two(date.getDate())}/${date.getFullYear()}`
  return new Intl.DateTimeFormat(language, { day: '2-digit', month: '2-digit', year: 'numeric' }).format(date)
}

/** Date and time of day in the viewer's zone: `MM/DD/YYYY, HH:mm:ss` in en-GB. */
export function dateTime(time: string | number | null | undefined): string {
  const date = valid(time)
  return date ? `${numericDate(date)}, ${clockTime(time)}` : MISSING
}
