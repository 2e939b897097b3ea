import { type DateRange, rangeText, readRange } from '../../lib/date-range.ts'
import type { UrlField } from '../../lib/url-state.ts'

/** What a trail shows until another period is chosen. */
export const LAST_HOURS: DateRange = { preset: 'last-6-hours' }

/** Period of the trail that is open; undefined while none is. A period that cannot be read is the last hours. */
export const urlTrail: UrlField<DateRange | undefined> = {
  name: 'trail',
  read: (text) => (text === null ? undefined : (readRange(text) ?? LAST_HOURS)),
  write: (range) => (range ? rangeText(range) : ''),
}
