import { JOB_STATES, type JobResult } from '@wardtrack/contracts'
import { createSchema, type DocumentOf, Mixed, optional, required, typed } from '../members.ts'

export const jobSchema = createSchema('jobs', {
  _id: required(String),
  kind: required(String),
  state: required(String, { enum: JOB_STATES }),
  done: required(Number),
  total: required(Number),
  /** position in the format of its kind: the next worker continues from here */
  cursor: optional(Mixed, typed<unknown>()),
  params: required(Mixed, typed<Record<string, unknown>>()),
  /** key that no other running job may have, so that two jobs never work on the same object; absent after the end */
  activeKey: optional(String),
  /** only people with the patient-data flag may see it */
  ofPatients: optional(Boolean, typed<true>()),
  startedBy: required(String),
  startedAt: required(Date),
  endedAt: optional(Date),
  error: optional(String),
  /** result of its rows */
  result: optional(Mixed, typed<JobResult>()),
  /** the process that works on it; absent without one */
  worker: optional(String),
  /** counts the worker's signs of life: an unchanged number means that the worker died */
  beat: required(Number),
  cancelRequested: optional(Boolean, typed<true>()),
})
jobSchema.index({ activeKey: 1 }, { unique: true, sparse: true })
jobSchema.index({ kind: 1, startedAt: -1 })
jobSchema.index({ state: 1, startedAt: 1 })
/** A long-running job and its progress. */
export type JobDoc = DocumentOf<typeof jobSchema>
