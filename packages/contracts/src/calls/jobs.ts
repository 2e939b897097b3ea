import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { routes } from '../routes.ts'
import { ack } from '../shapes/common.ts'
import { jobAnswer } from '../shapes/job.ts'

const params = z.object({ id: z.string().trim().min(1).max(128) })

/** Calls of jobs, which continue after their call was answered. Jobs about patients are hidden without the flag. */
export const jobCalls = {
  listJobs: defineCall(routes.listJobs, {
    summary: 'The newest jobs of the pages that the session holds, of one kind when it is named',
    query: z.object({ kind: z.string().trim().max(100).optional() }),
    response: z.object({ data: z.array(jobAnswer) }),
  }),
  readJob: defineCall(routes.readJob, {
    summary: 'How far a job is',
    params,
    response: z.object({ data: jobAnswer }),
  }),
  cancelJob: defineCall(routes.cancelJob, {
    summary: 'Cancel a job: what it has done stays done',
    params,
    response: ack.extend({ data: jobAnswer }),
  }),
}
