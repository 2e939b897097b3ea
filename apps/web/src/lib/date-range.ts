import type { UrlField } from './url-state.ts'

const HOUR_MS = 60 * 60_000

/** Ranges that end now, by name, with their length in milliseconds. */
export const RANGE_PRESETS = {
  'last-hour': HOUR_MS,
  'last-24-hours': 24 * HOUR_MS,
  'last-7-days': 7 * 24 * HOUR_MS,
  'last-30-days': 30 * 24 * HOUR_MS,
} as const

/** Name of a range that ends now. */
export type RangePreset = keyof typeof RANGE_PRESETS

/** A stretch of time: one that moves along with now, or one between two moments, ISO 8601. */
export type DateRange = { readonly preset: RangePreset } | { readonly from: string; readonly to: string }

const isPreset = (text: string): text is RangePreset => Object.hasOwn(RANGE_PRESETS, text)

const isTime = (text: string | undefined): text is string =>
  text !== undefined && text !== '' && !Number.isNaN(Date.parse(text))

/** The two ends of a range, milliseconds. */
export function rangeBounds(range: DateRange, now: number): { readonly from: number; readonly to: number } {
  if ('preset' in range) return { from: now - RANGE_PRESETS[range.preset], to: now }
  return { from: Date.parse(range.from), to: Date.parse(range.to) }
}

/** A range in the address: `last-24-hours`, or both ends with `~` between. */
export const urlDateRange = (name: string, fallback: RangePreset): UrlField<DateRange> => ({
  name,
  read: (text) => {
    if (text !== null && isPreset(text)) return { preset: text }
    const [from, to] = (text ?? '').split('~')
    return isTime(from) && isTime(to) && Date.parse(from) < Date.parse(to)
      ? { from, to }
      : { preset: fallback }
  },
  write: (range) => {
    if ('preset' in range) return range.preset === fallback ? '' : range.preset
    return `${range.from}~${range.to}`
  },
})
