import type { JobKind, JobResult, JobState } from '@wardtrack/contracts'
import type { BusTopics, Database } from '@wardtrack/database'
import type { CacheMode, EventBus, Logger } from '@wardtrack/service-kit'

/** Long work: what it is to do (`params`), how far it is (`cursor`, `done` of `total`), and how it ended. */
export type Job<P = unknown, C = unknown> = {
  id: string
  kind: string
  state: JobState
  done: number
  total: number
  /** what `saveProgress` was given last; undefined at the start */
  cursor: C | undefined
  params: P
  startedBy: string
  startedAt: Date
  endedAt?: Date
  error?: string
  /** what came of its rows, as `saveProgress` was told last */
  result?: JobResult
  /** only people with the patient-data flag may know of it */
  ofPatients?: true
}

/** What a running job can do about itself. */
export type JobControl<C> = {
  /**
   * Keeps how far it is: after a crash the work goes on from this cursor, so that what came after it is done twice.
   * @param result what came of the rows so far, for kinds that tell it
   * @throws when the job was taken over by another process, or its work is to end
   */
  saveProgress(cursor: C, done: number, total: number, result?: JobResult): Promise<void>
  isCancelled(): boolean
  /** aborts when the job is cancelled, taken over, or the process stops: `run` returns or throws soon after */
  signal: AbortSignal
}

/** A kind of job. `run` may be called again for the same job, from its last cursor: its steps can be repeated. */
export type JobDefinition<P, C> = {
  kind: JobKind
  run(job: Job<P, C>, control: JobControl<C>): Promise<void>
}

/** How a job is started beside its kind and params. */
export type StartOptions = {
  /** what no other running job may have: without it any number of one kind may run */
  exclusiveKey?: string
  /** figures that are known at the start */
  total?: number
  /** only people with the patient-data flag may know of it */
  ofPatients?: boolean
}

/** Which jobs of some kinds are listed. */
export type ListOptions = {
  limit?: number
  /** leaves out the jobs that only people with the patient-data flag may know of */
  withoutPatients?: boolean
}

/** The jobs of a process: its services share one set. */
export type Jobs = {
  /** tells how jobs of a kind are done in this process; those that nobody works on are taken up */
  defineJob<P, C = unknown>(definition: JobDefinition<P, C>): void
  /** @throws ApiError 409 `conflict` when a job with the same exclusive key runs */
  startJob<P extends Record<string, unknown>>(
    kind: JobKind,
    params: P,
    actor: { username: string },
    options?: StartOptions,
  ): Promise<Job<P>>
  /** asks for the end of a job; what it has done stays done. @returns the job, undefined when there is none */
  cancelJob(id: string): Promise<Job | undefined>
  readJob(id: string): Promise<Job | undefined>
  /** the newest first */
  listJobs(kinds: readonly JobKind[], options?: ListOptions): Promise<Job[]>
  /** takes up nothing more, and tells the running ones to end: other processes or the next start go on with them */
  stop(): void
  /** stops, and resolves when nothing is under way; called once by each service that asked for the jobs */
  close(): Promise<void>
}

/** What the jobs are made from. */
export type JobParts = {
  db: Database
  bus: EventBus<BusTopics>
  log: Logger
  cacheMode: CacheMode
}

/** Times in milliseconds; tests shorten them. */
export type JobTimes = {
  /** how often it is looked for jobs that nobody works on */
  pollMs: number
  /** how often a worker gives a sign of life */
  beatMs: number
  /** silence after which a worker counts as dead */
  deadAfterMs: number
}

/** What the product uses. */
export const JOB_TIMES: JobTimes = { pollMs: 2_000, beatMs: 2_000, deadAfterMs: 12_000 }
