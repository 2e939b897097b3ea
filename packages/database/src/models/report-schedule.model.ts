import {
  REPORT_FORMATS,
  RUN_STATES,
  type RunMail,
  SCHEDULE_PERIODS,
  SCHEDULE_STEPS,
} from '@wardtrack/contracts'
import { createSchema, type DocumentOf, embedded, ObjectId, optional, required, typed } from '../members.ts'

export const reportScheduleSchema = createSchema('reportSchedules', {
  _id: required(String),
  ownerId: required(ObjectId),
  Name: required(String),
  /** name of the report in calls */
  page: required(String),
  reportId: optional(String),
  filterId: optional(String),
  level: optional(String),
  /** JSON of the conditions, sealed: they may hold values of encrypted fields */
  criteria: required(String),
  /** true when the report or its conditions name patients as a type */
  ofPatients: optional(Boolean, typed<true>()),
  period: required(String, { enum: SCHEDULE_PERIODS }),
  format: required(String, { enum: REPORT_FORMATS }),
  language: optional(String),
  byMail: required(Boolean),
  keepFile: required(Boolean),
  keepDays: required(Number),
  enabled: required(Boolean),
  every: required(String, { enum: SCHEDULE_STEPS }),
  weekday: optional(Number),
  dayOfMonth: optional(Number),
  /** `07:30` */
  time: required(String),
  timeZone: required(String),
  /** time of the next run; set while it is enabled */
  nextAt: optional(Date),
  /** reason for its automatic deactivation */
  stopped: optional(String),
  createdAt: required(Date),
  revision: optional(String),
})
reportScheduleSchema.index({ ownerId: 1, Name: 1 })
// Index for due schedules.
reportScheduleSchema.index({ nextAt: 1 }, { sparse: true })
/** A report that is created automatically. */
export type ReportScheduleDoc = DocumentOf<typeof reportScheduleSchema>

const keptFileSchema = embedded({
  /** name in the folder of files */
  id: required(String),
  name: required(String),
  mediaType: required(String),
  bytes: required(Number),
  until: required(Date),
  /** true for a file that is only mailed, and cannot be downloaded */
  mailOnly: optional(Boolean, typed<true>()),
})

export const reportRunSchema = createSchema('reportRuns', {
  /** derived from schedule and time, so that no two processes create the same run */
  _id: required(String),
  scheduleId: required(String),
  ownerId: required(ObjectId),
  state: required(String, { enum: RUN_STATES }),
  dueAt: required(Date),
  madeUp: optional(Boolean, typed<true>()),
  byHand: optional(Boolean, typed<true>()),
  /** true when its content is about patients */
  ofPatients: optional(Boolean, typed<true>()),
  /**
   * time from which a process may take the run; the working process moves it ahead as a lease; absent after the end
   */
  takeAt: optional(Date),
  /** the working process */
  worker: optional(String),
  attempts: required(Number),
  /** number of requested retries */
  retries: required(Number),
  endedAt: optional(Date),
  error: optional(String),
  rows: optional(Number),
  file: optional(keptFileSchema),
  /** result of its mail when none was sent; otherwise see the outbox */
  mail: optional(String, typed<Extract<RunMail, 'no-server' | 'no-address'>>()),
  /** id of its mail in the outbox */
  mailId: optional(String),
})
reportRunSchema.index({ scheduleId: 1, dueAt: -1 })
reportRunSchema.index({ takeAt: 1 }, { sparse: true })
reportRunSchema.index({ 'file.until': 1 }, { sparse: true })
reportRunSchema.index({ ownerId: 1, 'file.until': 1 })
/** One run of a schedule. */
export type ReportRunDoc = DocumentOf<typeof reportRunSchema>
