export { createJobs } from './create-jobs.ts'
export type { Job, JobControl, JobDefinition, JobParts, Jobs, StartOptions } from './job.types.ts'
