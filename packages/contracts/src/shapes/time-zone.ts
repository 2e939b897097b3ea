import { z } from 'zod'
import { messages } from '../messages.ts'

/**
 * Returns true if a text is a name of the IANA database. Offsets are refused, because they have no daylight saving
 * time.
 */
export function isTimeZone(name: string): boolean {
  if (name !== 'UTC' && !/^[A-Za-z]+[/_+-][A-Za-z0-9/_+-]+$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The IANA name of a time zone. */
export const timeZoneName = z.string().max(64).refine(isTimeZone, messages.timeZoneRule)
