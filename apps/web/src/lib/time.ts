import { currentLanguage } from './i18n/i18n.ts'

const two = (n: number): string => String(n).padStart(2, '0')

const valid = (time: string | number | null | undefined): Date | undefined => {
  if (time === null || time === undefined || time === '') return undefined
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? undefined : date
}

/** Text for a missing value. */
export const MISSING = '--'

/**
 * Length of a time in the format of all services, `2026-11-21T10:00:00.000Z`. Times in this format compare as text.
 */
const writtenLength = 24

const isWritten = (time: string): boolean => time.length === writtenLength && time.endsWith('Z')

/**
 * Returns true if a time (ISO 8601) is as late as another, or later; false if one of them is invalid. It runs for
 * thousands of live events, so only times in another format are parsed.
 */
export const isAsLateAs = (time: string, reference: string): boolean =>
  isWritten(time) && isWritten(reference) ? time >= reference : Date.parse(time) >= Date.parse(reference)

/**
 * Formats a time of day as `14:32:04` in the viewer's zone; `--` without a time. All languages of the console use
 * this format.
 */
export function clockTime(time: string | number | null | undefined): string {
  const date = valid(time)
  return date ? `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}` : MISSING
}

/** Formats a time of day as `14:32` in the viewer's zone; `--` without a time. */
export function shortTime(time: string | number | null | undefined): string {
  return valid(time) ? clockTime(time).slice(0, 5) : MISSING
}

/** Formats the date of history tables: `MM/DD/YYYY` in en-GB, elsewhere the language's numeric date. */
function numericDate(date: Date): string {
  const language = currentLanguage()
  if (language === 'en-GB') return `${two(date.getMonth() + 1)}/${two(date.getDate())}/${date.getFullYear()}`
  return new Intl.DateTimeFormat(language, { day: '2-digit', month: '2-digit', year: 'numeric' }).format(date)
}

/** Formats date and time of day in the viewer's zone: `MM/DD/YYYY, HH:mm:ss` in en-GB. */
export function dateTime(time: string | number | null | undefined): string {
  const date = valid(time)
  return date ? `${numericDate(date)}, ${clockTime(time)}` : MISSING
}
