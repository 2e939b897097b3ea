import { translate } from './i18n/i18n.ts'
import { dateTime } from './time.ts'
import type { UrlField } from './url-state.ts'

const HOUR_MS = 60 * 60_000

/** Ranges that end now, by name, with their length in milliseconds. */
export const RANGE_PRESETS = {
  'last-hour': HOUR_MS,
  'last-6-hours': 6 * HOUR_MS,
  'last-24-hours': 24 * HOUR_MS,
  'last-7-days': 7 * 24 * HOUR_MS,
  'last-30-days': 30 * 24 * HOUR_MS,
} as const

/** Range without limits. */
export const ANY_TIME = { preset: 'any-time' } as const

/** Name of a range that ends now, or of the range without limits. */
export type RangePreset = keyof typeof RANGE_PRESETS | 'any-time'

/** A time range: one that ends now, or one between two times, ISO 8601. */
export type DateRange = { readonly preset: RangePreset } | { readonly from: string; readonly to: string }

const isPreset = (text: string): text is RangePreset =>
  text === ANY_TIME.preset || Object.hasOwn(RANGE_PRESETS, text)

const isTime = (text: string | undefined): text is string =>
  text !== undefined && text !== '' && !Number.isNaN(Date.parse(text))

/** True if a range has limits. */
export const isLimited = (range: DateRange): boolean => !('preset' in range && range.preset === 'any-time')

/**
 * Returns the two ends of a range in milliseconds. For a range without limits, the picker starts with the last day.
 */
export function rangeBounds(range: DateRange, now: number): { readonly from: number; readonly to: number } {
  if (!('preset' in range)) return { from: Date.parse(range.from), to: Date.parse(range.to) }
  const { preset } = range
  return { from: now - RANGE_PRESETS[preset === 'any-time' ? 'last-24-hours' : preset], to: now }
}

/**
 * Number of steps in which a range that ends now advances. Advancing each millisecond would restart a query forever.
 */
export const RANGE_STEPS = 60

/**
 * Returns a range as a condition of criteria, with an exclusive end; undefined without limits. A range that ends now
 * has no end.
 */
export function rangeCondition(
  range: DateRange,
  now: number,
): { readonly $gte: string; readonly $lt?: string } | undefined {
  if (!('preset' in range)) return { $gte: range.from, $lt: range.to }
  if (range.preset === 'any-time') return undefined
  const step = RANGE_PRESETS[range.preset] / RANGE_STEPS
  const from = Math.floor(rangeBounds(range, now).from / step) * step
  return { $gte: new Date(from).toISOString() }
}

/** Returns the ends of a range as parameters of a call, with an exclusive end; empty without limits. */
export function rangeQuery(range: DateRange, now: number): { startDate?: string; endDate?: string } {
  const condition = rangeCondition(range, now)
  if (!condition) return {}
  const { $gte: startDate, $lt: endDate } = condition
  return { startDate, ...(endDate ? { endDate } : {}) }
}

/** Reads a range that {@link rangeText} has written; undefined for any other text. */
export function readRange(text: string): DateRange | undefined {
  if (isPreset(text)) return { preset: text }
  const [from, to] = text.split('~')
  return isTime(from) && isTime(to) && Date.parse(from) < Date.parse(to) ? { from, to } : undefined
}

/** Formats a range in words. */
export const rangeWords = (range: DateRange): string =>
  'preset' in range
    ? translate(`common:blocks.range.${range.preset}`)
    : `${dateTime(range.from)} – ${dateTime(range.to)}`

/** Formats a range for the address: `last-24-hours`, or both ends with `~` between. */
export const rangeText = (range: DateRange): string =>
  'preset' in range ? range.preset : `${range.from}~${range.to}`

/** Field of a page's address for a range. */
export const urlDateRange = (name: string, fallback: RangePreset): UrlField<DateRange> => ({
  name,
  read: (text) => readRange(text ?? '') ?? { preset: fallback },
  write: (range) => ('preset' in range && range.preset === fallback ? '' : rangeText(range)),
})
