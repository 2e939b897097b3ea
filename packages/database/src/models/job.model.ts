import { JOB_STATES, type JobResult } from '@wardtrack/contracts'
import { createSchema, type DocumentOf, Mixed, optional, required, typed } from '../members.ts'

export const jobSchema = createSchema('jobs', {
  _id: required(String),
  kind: required(String),
  state: required(String, { enum: JOB_STATES }),
  done: required(Number),
  total: required(Number),
  /** how far it is, in the words of its kind: whoever takes it over goes on from here */
  cursor: optional(Mixed, typed<unknown>()),
  params: required(Mixed, typed<Record<string, unknown>>()),
  /** what no other running job may have: two jobs never work on the same thing; absent once it has ended */
  activeKey: optional(String),
  /** only people with the patient-data flag may know of it */
  ofPatients: optional(Boolean, typed<true>()),
  startedBy: required(String),
  startedAt: required(Date),
  endedAt: optional(Date),
  error: optional(String),
  /** what came of its rows */
  result: optional(Mixed, typed<JobResult>()),
  /** the process that works on it; absent while none does */
  worker: optional(String),
  /** counts signs of life of the worker: the same number for too long means that it died */
  beat: required(Number),
  cancelRequested: optional(Boolean, typed<true>()),
})
jobSchema.index({ activeKey: 1 }, { unique: true, sparse: true })
jobSchema.index({ kind: 1, startedAt: -1 })
jobSchema.index({ state: 1, startedAt: 1 })
/** Long work, and how far it is. */
export type JobDoc = DocumentOf<typeof jobSchema>
