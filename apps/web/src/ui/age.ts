import { translate } from '../lib/i18n/i18n.ts'

/** Maximum age of a live position, in milliseconds. */
export const LIVE_UNTIL_MS = 90_000
/** Age in milliseconds above which a position is stale and must not look live. */
export const STALE_AFTER_MS = 30 * 60_000

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Freshness of a position. */
export type AgeKind = 'live' | 'recent' | 'stale' | 'unknown'

/** Formats a duration in its largest whole unit: `4 s`, `44 min`, `3 h`, `2 d` in English. */
export function span(ms: number): string {
  if (ms < MINUTE) return translate('common:age.seconds', { count: Math.floor(ms / SECOND) })
  if (ms < HOUR) return translate('common:age.minutes', { count: Math.floor(ms / MINUTE) })
  if (ms < DAY) return translate('common:age.hours', { count: Math.floor(ms / HOUR) })
  return translate('common:age.days', { count: Math.floor(ms / DAY) })
}

/**
 * Returns the kind and the words of a position's age.
 * @param time time of the position, ISO 8601; absent or unreadable is `unknown`
 * @param now milliseconds of the viewer's clock; a later time counts as now
 */
export function positionAge(time: string | null | undefined, now: number): { kind: AgeKind; words: string } {
  const seen = time ? Date.parse(time) : Number.NaN
  if (Number.isNaN(seen)) return { kind: 'unknown', words: translate('common:age.noPosition') }
  const age = Math.max(0, now - seen)
  if (age <= LIVE_UNTIL_MS) return { kind: 'live', words: translate('common:age.live') }
  if (age <= STALE_AFTER_MS)
    return { kind: 'recent', words: translate('common:age.ago', { span: span(age) }) }
  return { kind: 'stale', words: translate('common:age.stale', { span: span(age) }) }
}

/**
 * Returns the latest stale time at `now`, in the format of the services. Thousands of positions are compared as text.
 */
export const latestStaleTime = (now: number): string => new Date(now - STALE_AFTER_MS - 1).toISOString()

/** Formats a relative time for lists and headings: `just now`, `4 min ago`, `3 h ago`. */
export function relativeTime(time: string, now: number): string {
  const age = now - Date.parse(time)
  return age < MINUTE ? translate('common:age.justNow') : translate('common:age.ago', { span: span(age) })
}
