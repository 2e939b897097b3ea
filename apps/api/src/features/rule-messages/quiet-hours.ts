import type { QuietHours } from '@wardtrack/contracts'
import { addDays, momentOf, wallTimeAt, weekdayOf } from '@wardtrack/service-kit'

/**
 * When the quiet hours end in which a moment lies; undefined when it lies in none. They begin on the days that are
 * named, at the first moment at which the clocks of the hospital show `from`, and end at the last one at which they show
 * the next `to`: on the night on which the clocks are put back they are an hour longer.
 */
export function quietUntil(moment: Date, { from, to, days }: QuietHours, timeZone: string): Date | undefined {
  const time = moment.getTime()
  const today = wallTimeAt(time, timeZone).slice(0, 10)
  // Those that began yesterday may last until today.
  for (const day of [addDays(today, -1), today]) {
    if (!days.includes(weekdayOf(day))) continue
    const lastDay = to > from ? day : addDays(day, 1)
    const begin = momentOf(`${day}T${from}`, timeZone, 'first')
    const end = momentOf(`${lastDay}T${to}`, timeZone, 'last')
    if (begin <= time && time < end) return new Date(end)
  }
  return undefined
}
