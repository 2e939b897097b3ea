import { z } from 'zod'

/** What a job has come to: it is running until it has ended in one of the other states. */
export const JOB_STATES = ['running', 'done', 'failed', 'cancelled'] as const
/** One of {@link JOB_STATES}. */
export type JobState = (typeof JOB_STATES)[number]

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
})
/** {@link jobAnswer} */
export type JobAnswer = z.output<typeof jobAnswer>
