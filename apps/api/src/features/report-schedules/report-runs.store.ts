import { randomUUID } from 'node:crypto'
import { SCHEDULE_LIMITS } from '@wardtrack/contracts'
import {
  type Database,
  isDuplicateKey,
  type ReportRunDoc,
  type ReportScheduleDoc,
  trusted,
} from '@wardtrack/database'

/** Lease of a run: time without renewal after which other processes may take it over. */
const LEASE_MS = 60_000
/** Schedules read together. */
const BATCH = 100
/** Maximum number of due runs from which the next one is chosen. */
const LOOKED_AT = 1_000
/** Runs kept in the history of a schedule. */
const REMEMBERED_RUNS = 200
/** Delay after which a run counts as missed. */
const LATE_MS = 10 * 60_000

type Ended = { $set: Partial<ReportRunDoc>; $unset?: Record<string, 1> }

/** Opens the store of all runs, for the processes that execute them. */
export function openRunStore(db: Database) {
  const { reportSchedules, reportRuns } = db.models
  const worker = randomUUID()
  /** number of the newest turn of each owner, cleared when no run is due */
  const turns = new Map<string, number>()
  let turn = 0
  const turnOf = ({ ownerId }: Pick<ReportRunDoc, 'ownerId'>): number => turns.get(String(ownerId)) ?? 0
  const held = ({ _id }: Pick<ReportRunDoc, '_id'>) => ({ _id, worker, state: 'running' as const })
  return {
    dueSchedules: (now: number): PromiseLike<ReportScheduleDoc[]> =>
      reportSchedules
        .find({ nextAt: trusted({ $lte: new Date(now) }) })
        .sort({ nextAt: 1 })
        .limit(BATCH),
    /**
     * Adds a run for the due time of a schedule, and advances the schedule. The run's id derives from the due time,
     * so repeated or concurrent calls add only one run.
     */
    plan: async (schedule: ReportScheduleDoc, dueAt: Date, nextAt: Date, now: number): Promise<void> => {
      const { _id: scheduleId, ownerId, ofPatients, nextAt: plannedAt } = schedule
      if (!plannedAt) return
      const run: ReportRunDoc = {
        _id: `${scheduleId}-${plannedAt.getTime()}`,
        scheduleId,
        ownerId,
        state: 'waiting',
        dueAt,
        takeAt: new Date(now),
        attempts: 0,
        retries: 0,
        ...(now - dueAt.getTime() > LATE_MS ? { madeUp: true as const } : {}),
        ...(ofPatients ? { ofPatients } : {}),
      }
      await reportRuns.create(run).catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error
      })
      await reportSchedules.updateOne({ _id: scheduleId, nextAt: plannedAt }, { $set: { nextAt } })
    },
    /** adds a run on a user's request. @returns its id */
    addByHand: async (
      { _id: scheduleId, ownerId, ofPatients }: ReportScheduleDoc,
      now: number,
    ): Promise<string> => {
      const run: ReportRunDoc = {
        _id: `${scheduleId}-${randomUUID()}`,
        scheduleId,
        ownerId,
        state: 'waiting',
        dueAt: new Date(now),
        takeAt: new Date(now),
        attempts: 0,
        retries: 0,
        byHand: true,
        ...(ofPatients ? { ofPatients } : {}),
      }
      await reportRuns.create(run)
      return run._id
    },
    /** queues a finished run again. @returns false when the run had not finished or was repeated meanwhile */
    repeat: async ({ _id, retries }: ReportRunDoc, now: number): Promise<boolean> => {
      const change = {
        $set: { state: 'waiting' as const, takeAt: new Date(now), attempts: 0 },
        $inc: { retries: 1 },
        $unset: { error: 1, endedAt: 1 } as const,
      }
      const ended = { _id, retries, state: trusted({ $in: ['done' as const, 'failed' as const] }) }
      return (await reportRuns.updateOne(ended, change)).matchedCount > 0
    },
    /** counts the waiting and running runs of an owner */
    openRunsOf: (ownerId: ReportRunDoc['ownerId']): PromiseLike<number> =>
      reportRuns.countDocuments({
        ownerId,
        state: trusted({ $in: ['waiting' as const, 'running' as const] }),
      }),
    /**
     * Claims a due run, or one whose process died. Owners take turns, so that a long queue of one delays no other.
     * Returns null when no run is due.
     */
    claim: async (now: number): Promise<ReportRunDoc | null> => {
      const due = { takeAt: trusted({ $lte: new Date(now) }) }
      const waiting = await reportRuns.find(due).sort({ takeAt: 1 }).limit(LOOKED_AT).select({ ownerId: 1 })
      for (const { _id } of waiting.toSorted((a, b) => turnOf(a) - turnOf(b))) {
        const change = {
          $set: { state: 'running' as const, worker, takeAt: new Date(now + LEASE_MS) },
          $inc: { attempts: 1 },
        }
        const run = await reportRuns.findOneAndUpdate({ ...due, _id }, change)
        if (!run) continue
        turn += 1
        turns.set(String(run.ownerId), turn)
        return run
      }
      turns.clear()
      return null
    },
    /** renews the lease; false when another process has the run */
    hold: async (run: ReportRunDoc, now: number): Promise<boolean> => {
      const change = { $set: { takeAt: new Date(now + LEASE_MS) } }
      return (await reportRuns.updateOne(held(run), change)).matchedCount > 0
    },
    /** finishes a run, unless another process has it */
    end: (run: ReportRunDoc, { $set, $unset = {} }: Ended): PromiseLike<unknown> =>
      reportRuns.updateOne(held(run), { $set, $unset: { ...$unset, takeAt: 1, worker: 1 } }),
    readSchedule: (_id: string): PromiseLike<ReportScheduleDoc | null> => reportSchedules.findOne({ _id }),
    stopSchedule: (_id: string, stopped: string): PromiseLike<unknown> =>
      reportSchedules.updateOne({ _id }, { $set: { enabled: false, stopped }, $unset: { nextAt: 1 } }),
    /**
     * removes a file from its run, unless the run has created another one meanwhile. @returns true if the file was
     * removed
     */
    withoutFile: async ({ _id, file }: ReportRunDoc): Promise<boolean> => {
      const made = { _id, 'file.id': file?.id, 'file.until': file?.until }
      return (await reportRuns.updateOne(made, { $unset: { file: 1 } })).matchedCount > 0
    },
    expiredFiles: (now: number): PromiseLike<ReportRunDoc[]> =>
      reportRuns.find({ 'file.until': trusted({ $lte: new Date(now) }) }).limit(BATCH),
    /** lists the files above an owner's limit, oldest first */
    excessFiles: async ({ ownerId }: ReportRunDoc): Promise<ReportRunDoc[]> => {
      const runs = await reportRuns
        .find({ ownerId, 'file.until': trusted({ $gt: new Date(0) }) })
        .sort({ 'file.until': -1 })
      let bytes = 0
      return runs.filter(({ file }) => {
        bytes += file?.bytes ?? 0
        return bytes > SCHEDULE_LIMITS.keptBytes
      })
    },
    /** lists runs of a schedule that exceed its history */
    forgottenRuns: async (scheduleId: string): Promise<ReportRunDoc[]> =>
      reportRuns.find({ scheduleId }).sort({ dueAt: -1 }).skip(REMEMBERED_RUNS).limit(BATCH),
    forget: (_id: string): PromiseLike<unknown> => reportRuns.deleteOne({ _id }),
    /** reads the states of mails by their ids in the outbox */
    mails: async (ids: readonly string[]) =>
      // driver: reads the outbox by entry id, as its worker does
      ids.length === 0 ? [] : db.driver.deliveries.find({ _id: { $in: [...ids] } }).toArray(),
    isFileKnown: async (fileId: string): Promise<boolean> =>
      (await reportRuns.findOne({ 'file.id': fileId })) !== null,
  }
}

/** {@link openRunStore} */
export type RunStore = ReturnType<typeof openRunStore>
