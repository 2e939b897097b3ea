import type { ReportSchedule } from '@wardtrack/contracts'
import type { TFunction } from 'i18next'
import { currentLanguage } from '../../lib/i18n/i18n.ts'

/** Returns the days of the week in the current language, Monday first. */
export function weekdayNames(): string[] {
  const format = new Intl.DateTimeFormat(currentLanguage(), { weekday: 'long', timeZone: 'UTC' })
  // 1 January 2024 was a Monday.
  return Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(2024, 0, 1 + day)))
}

type Timing = Pick<ReportSchedule, 'every' | 'weekday' | 'dayOfMonth' | 'time' | 'timeZone'>

/** Formats the timing of a schedule in words. */
export function timingInWords(timing: Timing, t: TFunction<'report-schedules'>): string {
  const { every, weekday = 1, dayOfMonth = 1, time, timeZone } = timing
  if (every === 'day') return t('when.day', { time, timeZone })
  if (every === 'week') return t('when.week', { weekday: weekdayNames()[weekday - 1], time, timeZone })
  return dayOfMonth === 0
    ? t('when.lastDay', { time, timeZone })
    : t('when.month', { day: dayOfMonth, time, timeZone })
}

/** Formats a time in the time zone of a schedule. */
export const momentInZone = (time: string, timeZone: string): string =>
  new Intl.DateTimeFormat(currentLanguage(), { timeZone, dateStyle: 'full', timeStyle: 'short' }).format(
    new Date(time),
  )
