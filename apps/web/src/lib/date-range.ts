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

/** Where no time is asked for. */
export const ANY_TIME = { preset: 'any-time' } as const

/** Name of a range that ends now, or of no range at all. */
export type RangePreset = keyof typeof RANGE_PRESETS | 'any-time'

/** A stretch of time: one that moves along with now, or one between two moments, ISO 8601. */
export type DateRange = { readonly preset: RangePreset } | { readonly from: string; readonly to: string }

const isPreset = (text: string): text is RangePreset =>
  text === ANY_TIME.preset || Object.hasOwn(RANGE_PRESETS, text)

const isTime = (text: string | undefined): text is string =>
  text !== undefined && text !== '' && !Number.isNaN(Date.parse(text))

/** Whether a range leaves anything out. */
export const isLimited = (range: DateRange): boolean => !('preset' in range && range.preset === 'any-time')

/** The two ends of a range, milliseconds; any time counts as the last day, for a picker to begin with. */
export function rangeBounds(range: DateRange, now: number): { readonly from: number; readonly to: number } {
  if (!('preset' in range)) return { from: Date.parse(range.from), to: Date.parse(range.to) }
  const { preset } = range
  return { from: now - RANGE_PRESETS[preset === 'any-time' ? 'last-24-hours' : preset], to: now }
}

/** So many steps a range that ends now moves along in: a question asked again each millisecond is never answered. */
export const RANGE_STEPS = 60

/** A range as criteria take it, the end exclusive; undefined for any time. One that ends now has no end. */
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

/** The ends of a range as calls take them, the end exclusive; nothing for any time. */
export function rangeQuery(range: DateRange, now: number): { startDate?: string; endDate?: string } {
  const condition = rangeCondition(range, now)
  if (!condition) return {}
  const { $gte: startDate, $lt: endDate } = condition
  return { startDate, ...(endDate ? { endDate } : {}) }
}

/** Reads a range as {@link rangeText} writes it; undefined for any other text. */
export function readRange(text: string): DateRange | undefined {
  if (isPreset(text)) return { preset: text }
  const [from, to] = text.split('~')
  return isTime(from) && isTime(to) && Date.parse(from) < Date.parse(to) ? { from, to } : undefined
}

/** A range in words. */
export const rangeWords = (range: DateRange): string =>
  'preset' in range
    ? translate(`common:blocks.range.${range.preset}`)
    : `${dateTime(range.from)} – ${dateTime(range.to)}`

/** A range in the address: `last-24-hours`, or both ends with `~` between. */
export const rangeText = (range: DateRange): string =>
  'preset' in range ? range.preset : `${range.from}~${range.to}`

/** A range as a page's address holds it. */
export const urlDateRange = (name: string, fallback: RangePreset): UrlField<DateRange> => ({
  name,
  read: (text) => readRange(text ?? '') ?? { preset: fallback },
  write: (range) => ('preset' in range && range.preset === fallback ? '' : rangeText(range)),
})
