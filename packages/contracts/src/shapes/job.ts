import { z } from 'zod'

/** What a job has come to: it is running until it has ended in one of the other states. */
export const JOB_STATES = ['running', 'done', 'failed', 'cancelled'] as const
/** One of {@link JOB_STATES}. */
export type JobState = (typeof JOB_STATES)[number]

/** Rows whose failure a job tells by themselves; how many failed it always says. */
export const MAX_JOB_FAILURES = 100

/** What came of the rows of a job. */
export const jobResult = z.object({
  changed: z.number(),
  failed: z.number(),
  /** the first of those that failed: what it was, and why */
  failures: z.array(z.object({ key: z.string(), message: z.string() })),
})
/** {@link jobResult} */
export type JobResult = z.output<typeof jobResult>

/** A job as it is answered. */
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
