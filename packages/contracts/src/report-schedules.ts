/** How often a report is made by itself. */
export const SCHEDULE_STEPS = ['day', 'week', 'month'] as const
/** One of {@link SCHEDULE_STEPS}. */
export type ScheduleStep = (typeof SCHEDULE_STEPS)[number]

/**
 * The stretch of time that a scheduled report is about, as seen from the moment at which it is due: `none` for what is as
 * it is then, a number of hours or days up to then, or the whole day, week (from Monday) or month before it, as the
 * calendar of the schedule's time zone has them.
 */
export const SCHEDULE_PERIODS = [
  'none',
  'last-24-hours',
  'last-7-days',
  'last-30-days',
  'day-before',
  'week-before',
  'month-before',
] as const
/** One of {@link SCHEDULE_PERIODS}. */
export type SchedulePeriod = (typeof SCHEDULE_PERIODS)[number]

/** Bounds of schedules: of one person, of a file, of what is attached to a mail, and of what is kept. */
export const SCHEDULE_LIMITS = {
  schedules: 50,
  keepDays: 90,
  fileBytes: 50 * 1024 * 1024,
  attachmentBytes: 10 * 1024 * 1024,
  keptBytes: 500 * 1024 * 1024,
} as const

/** How far a run of a schedule is. */
export const RUN_STATES = ['waiting', 'running', 'done', 'failed'] as const
/** One of {@link RUN_STATES}. */
export type RunState = (typeof RUN_STATES)[number]

/** What became of the mail of a run: there is no mail server, or the person has no address, or how far the mail is. */
export const RUN_MAILS = ['no-server', 'no-address', 'waiting', 'sent', 'failed'] as const
/** One of {@link RUN_MAILS}. */
export type RunMail = (typeof RUN_MAILS)[number]
