import { z } from 'zod'

/** States of a job: it is running until it ends in one of the others. */
export const JOB_STATES = ['running', 'done', 'failed', 'cancelled'] as const
/** One of {@link JOB_STATES}. */
export type JobState = (typeof JOB_STATES)[number]

/** Maximum number of failed rows that a job lists; it always counts all. */
export const MAX_JOB_FAILURES = 100

/** Outcome of a job's rows. */
export const jobResult = z.object({
  changed: z.number(),
  failed: z.number(),
  /** the first failed rows with their reasons */
  failures: z.array(z.object({ key: z.string(), message: z.string() })),
})
/** {@link jobResult} */
export type JobResult = z.output<typeof jobResult>

/** A job in responses. */
export const jobAnswer = z.object({
  id: z.string(),
  kind: z.string(),
  state: z.enum(JOB_STATES),
  done: z.number(),
  total: z.number(),
  startedBy: z.string(),
  startedAt: z.string(),
  endedAt: z.string().optional(),
  error: z.string().optional(),
  result: jobResult.optional(),
})
/** {@link jobAnswer} */
export type JobAnswer = z.output<typeof jobAnswer>
