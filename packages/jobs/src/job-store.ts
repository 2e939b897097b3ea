import { randomUUID } from 'node:crypto'
import { type JobKind, messages } from '@wardtrack/contracts'
import { type Database, isDuplicateKey, type JobDoc, trusted } from '@wardtrack/database'
import { ApiError } from '@wardtrack/service-kit'
import type { Job, ListOptions, StartOptions } from './job.types.ts'

/** Time after which ended jobs are deleted. */
const REMEMBER_MS = 90 * 86_400_000
const LIST_LIMIT = 20

/** Converts a document to a job. */
export function toJob({ _id, ...doc }: JobDoc): Job {
  const { kind, state, done, total, cursor, params, startedBy, startedAt, endedAt } = doc
  const { error, result, ofPatients } = doc
  return {
    id: _id,
    kind,
    state,
    done,
    total,
    cursor,
    params,
    startedBy,
    startedAt,
    ...(endedAt ? { endedAt } : {}),
    ...(error === undefined ? {} : { error }),
    ...(result ? { result } : {}),
    ...(ofPatients ? { ofPatients } : {}),
  }
}

/**
 * Opens the stored jobs. A worker's writes take effect only while the job is running and no other worker has taken it
 * over.
 */
export function openJobStore({ models: { jobs } }: Database) {
  const heldBy = (worker: string, id: string) => ({ _id: id, worker, state: 'running' as const })
  return {
    /** @param worker first worker of the job @throws ApiError 409 `conflict` */
    insert: async (
      kind: JobKind,
      params: Record<string, unknown>,
      startedBy: string,
      { exclusiveKey, total = 0, ofPatients }: StartOptions,
      worker: string | undefined,
    ): Promise<JobDoc> => {
      await jobs.deleteMany({ endedAt: trusted({ $lt: new Date(Date.now() - REMEMBER_MS) }) })
      const doc: JobDoc = {
        _id: randomUUID(),
        kind,
        state: 'running',
        done: 0,
        total,
        params,
        ...(exclusiveKey === undefined ? {} : { activeKey: exclusiveKey }),
        ...(ofPatients ? { ofPatients: true as const } : {}),
        startedBy,
        startedAt: new Date(),
        ...(worker === undefined ? {} : { worker }),
        beat: 0,
      }
      await jobs.create(doc).catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error
        throw new ApiError('conflict', messages.jobRuns)
      })
      return doc
    },
    running: (kinds: readonly string[]): PromiseLike<JobDoc[]> =>
      jobs.find({ state: 'running', kind: trusted({ $in: [...kinds] }) }).sort({ startedAt: 1 }),
    /** takes a job over; null when its worker has given a sign of life, or another process was faster */
    claim: ({ _id, beat }: JobDoc, worker: string): PromiseLike<JobDoc | null> =>
      jobs.findOneAndUpdate({ _id, beat, state: 'running' }, { $set: { worker }, $inc: { beat: 1 } }),
    /** gives a sign of life; null when the worker has lost the job */
    beat: (id: string, worker: string): PromiseLike<JobDoc | null> =>
      jobs.findOneAndUpdate(heldBy(worker, id), { $inc: { beat: 1 } }),
    /** saves progress; false when the worker has lost the job */
    saveProgress: async (
      id: string,
      worker: string,
      progress: Pick<JobDoc, 'cursor' | 'done' | 'total' | 'result'>,
    ): Promise<boolean> => {
      const change = { $set: progress, $inc: { beat: 1 } }
      return (await jobs.updateOne(heldBy(worker, id), change)).matchedCount > 0
    },
    release: (id: string, worker: string): PromiseLike<unknown> =>
      jobs.updateOne(heldBy(worker, id), { $unset: { worker: 1 }, $inc: { beat: 1 } }),
    end: (id: string, worker: string, result: Pick<JobDoc, 'state' | 'error'>): PromiseLike<unknown> =>
      jobs.updateOne(heldBy(worker, id), {
        $set: { ...result, endedAt: new Date() },
        $unset: { worker: 1, activeKey: 1, cursor: 1 },
      }),
    requestCancel: async (id: string): Promise<JobDoc | null> => {
      await jobs.updateOne({ _id: id, state: 'running' }, { $set: { cancelRequested: true } })
      return jobs.findOne({ _id: id })
    },
    read: (id: string): PromiseLike<JobDoc | null> => jobs.findOne({ _id: id }),
    list: (
      kinds: readonly JobKind[],
      { limit = LIST_LIMIT, withoutPatients }: ListOptions = {},
    ): PromiseLike<JobDoc[]> =>
      jobs
        .find({
          kind: trusted({ $in: [...kinds] }),
          ...(withoutPatients ? { ofPatients: trusted({ $exists: false }) } : {}),
        })
        .sort({ startedAt: -1 })
        .limit(limit),
  }
}

/** {@link openJobStore} */
export type JobStore = ReturnType<typeof openJobStore>
