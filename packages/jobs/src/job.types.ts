import type { JobKind, JobResult, JobState } from '@wardtrack/contracts'
import type { BusTopics, Database } from '@wardtrack/database'
import type { CacheMode, EventBus, Logger } from '@wardtrack/service-kit'

/** A long-running job: its task (`params`), its progress (`cursor`, `done` of `total`), and its result. */
export type Job<P = unknown, C = unknown> = {
  id: string
  kind: string
  state: JobState
  done: number
  total: number
  /** last saved cursor; undefined at the start */
  cursor: C | undefined
  params: P
  startedBy: string
  startedAt: Date
  endedAt?: Date
  error?: string
  /** result of its rows, as last saved */
  result?: JobResult
  /** only people with the patient-data flag may see it */
  ofPatients?: true
}

/** Functions of a running job. */
export type JobControl<C> = {
  /**
   * Saves progress. After a crash the job continues from this cursor, so that later steps are repeated.
   * @param result result of the rows so far, for kinds with a result
   * @throws when another process took the job over, or the job must end
   */
  saveProgress(cursor: C, done: number, total: number, result?: JobResult): Promise<void>
  isCancelled(): boolean
  /** aborts when the job is cancelled, taken over, or the process stops: `run` must then return or throw soon */
  signal: AbortSignal
}

/**
 * A kind of job. `run` may be called again for the same job from its last cursor, so that its steps must be
 * repeatable.
 */
export type JobDefinition<P, C> = {
  kind: JobKind
  run(job: Job<P, C>, control: JobControl<C>): Promise<void>
}

/** Options for starting a job, besides its kind and params. */
export type StartOptions = {
  /** key that no other running job may have; without it any number of one kind may run */
  exclusiveKey?: string
  /** total known at the start */
  total?: number
  /** only people with the patient-data flag may see it */
  ofPatients?: boolean
}

/** Filter of listed jobs. */
export type ListOptions = {
  limit?: number
  /** leaves out the jobs that only people with the patient-data flag may see */
  withoutPatients?: boolean
}

/** The jobs of a process, shared by its services. */
export type Jobs = {
  /** defines how this process runs jobs of a kind, and takes up abandoned ones */
  defineJob<P, C = unknown>(definition: JobDefinition<P, C>): void
  /** @throws ApiError 409 `conflict` when a job with the same exclusive key runs */
  startJob<P extends Record<string, unknown>>(
    kind: JobKind,
    params: P,
    actor: { username: string },
    options?: StartOptions,
  ): Promise<Job<P>>
  /** requests the end of a job; its completed steps remain. @returns the job, undefined when there is none */
  cancelJob(id: string): Promise<Job | undefined>
  readJob(id: string): Promise<Job | undefined>
  /** the newest first */
  listJobs(kinds: readonly JobKind[], options?: ListOptions): Promise<Job[]>
  /** takes up no more jobs, and stops the running ones: other processes or the next start continue them */
  stop(): void
  /** stops, and resolves when no work is in progress; called once by each service */
  close(): Promise<void>
}

/** Dependencies of the jobs. */
export type JobParts = {
  db: Database
  bus: EventBus<BusTopics>
  log: Logger
  cacheMode: CacheMode
}

/** Times in milliseconds; tests shorten them. */
export type JobTimes = {
  /** interval between searches for abandoned jobs */
  pollMs: number
  /** interval between a worker's signs of life */
  beatMs: number
  /** silence after which a worker counts as dead */
  deadAfterMs: number
}

/** Default times. */
export const JOB_TIMES: JobTimes = { pollMs: 2_000, beatMs: 2_000, deadAfterMs: 12_000 }
