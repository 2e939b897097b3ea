import { messages } from '@wardtrack/contracts'
import { invalidMember } from '@wardtrack/service-kit'

/** Hour of the week in a time zone: days from Monday, 0, and hours. */
export type HourOfWeek = { day: number; hour: number }

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** @param timeZone name known to the platform; UTC when omitted @throws ApiError 400 */
export function hourOfWeekIn(timeZone: unknown): (moment: number) => HourOfWeek {
  const format = formatOf(timeZone)
  return (moment) => {
    const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]))
    return { day: DAYS.indexOf(parts['weekday'] ?? ''), hour: Number(parts['hour']) }
  }
}

function formatOf(timeZone: unknown): Intl.DateTimeFormat {
  const isMissing = timeZone === undefined || timeZone === null || timeZone === ''
  if (!isMissing && typeof timeZone !== 'string') throw invalidMember('timeZone', messages.timeZoneRule)
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: isMissing ? 'UTC' : timeZone,
      weekday: 'short',
      hour: '2-digit',
      hourCycle: 'h23',
    })
  } catch {
    throw invalidMember('timeZone', messages.timeZoneRule)
  }
}
