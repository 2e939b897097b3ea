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

/** Timing of a report: `weekday` 1 is Monday. A `dayOfMonth` of 0, or one that a month lacks, is its last day. */
const timing = {
  every: z.enum(SCHEDULE_STEPS),
  weekday: z.number().int().min(1).max(7).optional(),
  dayOfMonth: z.number().int().min(0).max(31).optional(),
  /** time of day in the time zone */
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, messages.scheduleTimeRule),
  timeZone: timeZoneName,
}

const members = {
  Name: shortName,
  /** name of the report in calls, e.g. `pump-movement` */
  page: z.string().min(1).max(100),
  /** id of the custom report, on pages of custom reports */
  reportId: id.optional(),
  /** saved filter whose conditions apply at each run, besides `criteria` */
  filterId: id.optional(),
  /** level of places, e.g. `Level_3` */
  level: z.string().max(20).optional(),
  period: z.enum(SCHEDULE_PERIODS),
  format: z.enum(REPORT_FORMATS),
  /** language of file and mail; by default the user's */
  language: languageTag.optional(),
  byMail: z.boolean(),
  keepFile: z.boolean(),
  /** days after which a file is deleted */
  keepDays: z.number().int().min(1).max(SCHEDULE_LIMITS.keepDays),
  enabled: z.boolean(),
  ...timing,
}

/** A schedule, as sent. */
export const reportScheduleForm = z
  .object({
    ...members,
    /** conditions without a period, as in report calls */
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
/** {@link reportScheduleForm} after parsing. */
export type ReportScheduleForm = z.output<typeof reportScheduleForm>

/** Timing of a schedule, from which the due times follow. */
export const scheduleTiming = z.object(timing)
/** {@link scheduleTiming} */
export type ScheduleTiming = z.output<typeof scheduleTiming>

/** A schedule of the caller. */
export const reportSchedule = z.object({
  ...members,
  _id: id,
  criteria: z.array(z.record(z.string(), z.unknown())),
  /** time of the next run; absent while it is off */
  nextAt: iso.optional(),
  /** reason why it was switched off automatically */
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
  /** due time */
  dueAt: iso,
  /** end time */
  endedAt: iso.optional(),
  /** true if the run was missed while no process was running, and made later */
  madeUp: z.boolean(),
  /** true if a user requested it outside the schedule */
  byHand: z.boolean(),
  error: z.string().optional(),
  rows: z.number().optional(),
  /** present while the file exists and the caller may download it */
  file: z.object({ name: z.string(), bytes: z.number(), until: iso }).optional(),
  mail: z.enum(RUN_MAILS).optional(),
  /** reason why the mail was not sent yet: a class of failure, or a message of the mail server */
  mailError: z.string().optional(),
})
/** {@link reportRun} */
export type ReportRun = z.output<typeof reportRun>
