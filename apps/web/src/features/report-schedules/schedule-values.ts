import type { ReportSchedule } from '@wardtrack/contracts'
import type { RequestOf } from '@wardtrack/contracts/client'
import type { ReportFormat } from '@wardtrack/contracts/report-files'
import type { SchedulePeriod, ScheduleStep } from '@wardtrack/contracts/report-schedules'

type Body = RequestOf<'createReportSchedule'>['body']

/** Scheduled report, as a report page passes it. */
export interface ScheduledReport {
  /** Name of the report in calls. */
  readonly page: string
  readonly reportId?: string
  readonly level?: string
  /** Conditions without a period. */
  readonly criteria: readonly Record<string, unknown>[]
  /** True if the rows have a time, so that a period can be chosen. */
  readonly hasPeriod: boolean
}

/** Form values of a schedule. */
export interface ScheduleValues {
  readonly Name: string
  /** Id of the saved filter that each run applies; empty for none. */
  readonly filterId: string
  readonly period: SchedulePeriod
  readonly format: ReportFormat
  readonly byMail: boolean
  readonly keepFile: boolean
  readonly keepDays: number
  readonly every: ScheduleStep
  readonly weekday: number
  readonly dayOfMonth: number
  readonly time: string
  readonly timeZone: string
  readonly enabled: boolean
}

/** Returns the initial values of a new schedule. */
export const newValues = (name: string, report: ScheduledReport, timeZone: string): ScheduleValues => ({
  Name: name,
  filterId: '',
  period: report.hasPeriod ? 'day-before' : 'none',
  format: 'pdf',
  byMail: false,
  keepFile: true,
  keepDays: 30,
  every: 'day',
  weekday: 1,
  dayOfMonth: 1,
  time: '07:00',
  timeZone,
  enabled: true,
})

/** Returns the form values of an existing schedule. */
export const valuesOf = ({ weekday = 1, dayOfMonth = 1, ...schedule }: ReportSchedule): ScheduleValues => ({
  Name: schedule.Name,
  filterId: schedule.filterId ?? '',
  period: schedule.period,
  format: schedule.format,
  byMail: schedule.byMail,
  keepFile: schedule.keepFile,
  keepDays: schedule.keepDays,
  every: schedule.every,
  weekday,
  dayOfMonth,
  time: schedule.time,
  timeZone: schedule.timeZone,
  enabled: schedule.enabled,
})

/** Returns the report of an existing schedule. */
export const reportOf = ({ page, reportId, level, criteria, period }: ReportSchedule): ScheduledReport => ({
  page,
  ...(reportId === undefined ? {} : { reportId }),
  ...(level === undefined ? {} : { level }),
  criteria,
  hasPeriod: period !== 'none',
})

/** Returns the timing in the format of the calls. */
export const timingOf = ({ every, weekday, dayOfMonth, time, timeZone }: ScheduleValues) => ({
  every,
  time,
  timeZone,
  ...(every === 'week' ? { weekday } : {}),
  ...(every === 'month' ? { dayOfMonth } : {}),
})

/** Returns the body to send. */
export function bodyOf(values: ScheduleValues, report: ScheduledReport, saved?: ReportSchedule): Body {
  const { Name, filterId, period, format, byMail, keepFile, keepDays, enabled } = values
  const { hasPeriod: _hasPeriod, criteria, ...named } = report
  return {
    Name,
    period,
    format,
    byMail,
    keepFile,
    keepDays,
    enabled,
    ...named,
    ...timingOf(values),
    criteria: criteria.map((condition) => ({ ...condition })),
    ...(filterId === '' ? {} : { filterId }),
    ...(saved?.language === undefined ? {} : { language: saved.language }),
    ...(saved ? { revision: saved.revision } : {}),
  }
}
