import { z } from 'zod'
import { messages } from '../messages.ts'
import { REPORT_FORMATS } from '../report-files.ts'
import {
  RUN_MAILS,
  RUN_STATES,
  SCHEDULE_LIMITS,
  SCHEDULE_PERIODS,
  SCHEDULE_STEPS,
} from '../report-schedules.ts'
import { id, iso, languageTag, revision, shortName } from './common.ts'
import { timeZoneName } from './time-zone.ts'

/** When a report is made: `weekday` 1 is Monday; a `dayOfMonth` that a month lacks, and 0, is its last day. */
const timing = {
  every: z.enum(SCHEDULE_STEPS),
  weekday: z.number().int().min(1).max(7).optional(),
  dayOfMonth: z.number().int().min(0).max(31).optional(),
  /** as the clocks of the time zone show it */
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, messages.scheduleTimeRule),
  timeZone: timeZoneName,
}

const members = {
  Name: shortName,
  /** name of the report in calls, e.g. `pump-movement` */
  page: z.string().min(1).max(100),
  /** the custom report, on the pages of those */
  reportId: id.optional(),
  /** saved filter whose conditions hold at each run, beside `criteria` */
  filterId: id.optional(),
  /** level of places, e.g. `Level_3` */
  level: z.string().max(20).optional(),
  period: z.enum(SCHEDULE_PERIODS),
  format: z.enum(REPORT_FORMATS),
  /** in which language the file and the mail are written; the person's own when left out */
  language: languageTag.optional(),
  byMail: z.boolean(),
  keepFile: z.boolean(),
  /** days after which a file is deleted */
  keepDays: z.number().int().min(1).max(SCHEDULE_LIMITS.keepDays),
  enabled: z.boolean(),
  ...timing,
}

/** A schedule as it is entered. */
export const reportScheduleForm = z
  .object({
    ...members,
    /** conditions without a period, as the report takes them */
    criteria: z.array(z.record(z.string(), z.unknown())).max(50).default([]),
    revision: revision.optional(),
  })
  .superRefine(({ every, weekday, dayOfMonth, byMail, keepFile, criteria }, context) => {
    const add = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    if (every === 'week' && weekday === undefined) add(['weekday'], messages.scheduleWeekdayNeeded)
    if (every === 'month' && dayOfMonth === undefined) add(['dayOfMonth'], messages.scheduleDayNeeded)
    if (!byMail && !keepFile) add(['keepFile'], messages.scheduleWhereNeeded)
    for (const [index, condition] of criteria.entries())
      if ('createdAt' in condition) add(['criteria', index, 'createdAt'], messages.schedulePeriodApart)
  })
/** {@link reportScheduleForm}, read */
export type ReportScheduleForm = z.output<typeof reportScheduleForm>

/** When a schedule is due; the moments follow from it. */
export const scheduleTiming = z.object(timing)
/** {@link scheduleTiming} */
export type ScheduleTiming = z.output<typeof scheduleTiming>

/** A schedule of the caller. */
export const reportSchedule = z.object({
  ...members,
  _id: id,
  criteria: z.array(z.record(z.string(), z.unknown())),
  /** when it runs next; absent while it is off */
  nextAt: iso.optional(),
  /** why it was switched off by itself */
  stopped: z.string().optional(),
  /** the newest run */
  lastRun: z.object({ state: z.enum(RUN_STATES), dueAt: iso }).optional(),
  createdAt: iso,
  revision,
})
/** {@link reportSchedule} */
export type ReportSchedule = z.output<typeof reportSchedule>

/** A run of a schedule. */
export const reportRun = z.object({
  _id: z.string(),
  state: z.enum(RUN_STATES),
  /** when it was due */
  dueAt: iso,
  /** when it was ended */
  endedAt: iso.optional(),
  /** it was due while nothing ran, and was made later */
  madeUp: z.boolean(),
  /** somebody asked for it beside its times */
  byHand: z.boolean(),
  error: z.string().optional(),
  rows: z.number().optional(),
  /** there while the file is kept and may be had */
  file: z.object({ name: z.string(), bytes: z.number(), until: iso }).optional(),
  mail: z.enum(RUN_MAILS).optional(),
  /** why the mail was not sent, or not yet: a class of failure, or what the mail server said */
  mailError: z.string().optional(),
})
/** {@link reportRun} */
export type ReportRun = z.output<typeof reportRun>
