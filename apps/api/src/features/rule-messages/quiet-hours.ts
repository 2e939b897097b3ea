import type { QuietHours } from '@wardtrack/contracts'
import { addDays, momentOf, wallTimeAt, weekdayOf } from '@wardtrack/service-kit'

/**
 * Returns the end of the quiet hours that contain a moment; undefined outside quiet hours. They begin on the named
 * days at the first moment with the hospital's local time `from`. They end at the last moment with the next `to`, so
 * they last an hour longer when the clocks go back.
 */
export function quietUntil(moment: Date, { from, to, days }: QuietHours, timeZone: string): Date | undefined {
  const time = moment.getTime()
  const today = wallTimeAt(time, timeZone).slice(0, 10)
  // Quiet hours that began yesterday may last until today.
  for (const day of [addDays(today, -1), today]) {
    if (!days.includes(weekdayOf(day))) continue
    const lastDay = to > from ? day : addDays(day, 1)
    const begin = momentOf(`${day}T${from}`, timeZone, 'first')
    const end = momentOf(`${lastDay}T${to}`, timeZone, 'last')
    if (begin <= time && time < end) return new Date(end)
  }
  return undefined
}
