/** Frequencies of a scheduled report. */
export const SCHEDULE_STEPS = ['day', 'week', 'month'] as const
/** One of {@link SCHEDULE_STEPS}. */
export type ScheduleStep = (typeof SCHEDULE_STEPS)[number]

/**
 * Periods of a scheduled report, relative to its due time. `none` is for reports on the current state. Other periods
 * are a number of hours or days before it, or the previous whole day, week (from Monday) or month in the schedule's
 * time zone.
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

/** Limits of schedules: for one user, for a file, for a mail attachment, and for stored data. */
export const SCHEDULE_LIMITS = {
  schedules: 50,
  /** runs of a person that may wait or be made when another one is asked for */
  openRuns: 10,
  keepDays: 90,
  fileBytes: 50 * 1024 * 1024,
  attachmentBytes: 10 * 1024 * 1024,
  keptBytes: 500 * 1024 * 1024,
} as const

/** States of a run. */
export const RUN_STATES = ['waiting', 'running', 'done', 'failed'] as const
/** One of {@link RUN_STATES}. */
export type RunState = (typeof RUN_STATES)[number]

/** States of a run's mail: no mail server, no address of the user, or the state of the delivery. */
export const RUN_MAILS = ['no-server', 'no-address', 'waiting', 'sent', 'failed'] as const
/** One of {@link RUN_MAILS}. */
export type RunMail = (typeof RUN_MAILS)[number]
