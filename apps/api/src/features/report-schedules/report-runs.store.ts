import { randomUUID } from 'node:crypto'
import { SCHEDULE_LIMITS } from '@wardtrack/contracts'
import {
  type Database,
  isDuplicateKey,
  type ReportRunDoc,
  type ReportScheduleDoc,
  trusted,
} from '@wardtrack/database'

/** How long a process keeps others off a run without a sign of life. */
const LEASE_MS = 60_000
/** Schedules that are read together. */
const BATCH = 100
/** Due runs among which the next one is chosen. */
const LOOKED_AT = 1_000
/** Runs of a schedule whose history is kept. */
const REMEMBERED_RUNS = 200
/** How late a run is called one that was missed. */
const LATE_MS = 10 * 60_000

type Ended = { $set: Partial<ReportRunDoc>; $unset?: Record<string, 1> }

/** The runs of all schedules, for the processes that carry them out. */
export function openRunStore(db: Database) {
  const { reportSchedules, reportRuns } = db.models
  const worker = randomUUID()
  /** number of the newest turn of each person, forgotten when nothing is due */
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
     * Adds a run for the moment at which a schedule was due, and moves the schedule on. The run's id is made of that
     * moment: whoever repeats it, or does it at the same time, adds none.
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
    /** adds a run that somebody asks for. @returns its id */
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
    /** makes a run that has ended wait again. @returns whether it had ended, and nobody repeated it since it was read */
    repeat: async ({ _id, retries }: ReportRunDoc, now: number): Promise<boolean> => {
      const change = {
        $set: { state: 'waiting' as const, takeAt: new Date(now), attempts: 0 },
        $inc: { retries: 1 },
        $unset: { error: 1, endedAt: 1 } as const,
      }
      const ended = { _id, retries, state: trusted({ $in: ['done' as const, 'failed' as const] }) }
      return (await reportRuns.updateOne(ended, change)).matchedCount > 0
    },
    /** how many runs of a person wait or are being made */
    openRunsOf: (ownerId: ReportRunDoc['ownerId']): PromiseLike<number> =>
      reportRuns.countDocuments({
        ownerId,
        state: trusted({ $in: ['waiting' as const, 'running' as const] }),
      }),
    /**
     * Takes up a due run, or one whose process died. Persons take turns: a long line of one holds up no other. Returns null
     * when there is none.
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
    /** a sign of life; false when the run is another's now */
    hold: async (run: ReportRunDoc, now: number): Promise<boolean> => {
      const change = { $set: { takeAt: new Date(now + LEASE_MS) } }
      return (await reportRuns.updateOne(held(run), change)).matchedCount > 0
    },
    /** ends a run, unless it is another's now */
    end: (run: ReportRunDoc, { $set, $unset = {} }: Ended): PromiseLike<unknown> =>
      reportRuns.updateOne(held(run), { $set, $unset: { ...$unset, takeAt: 1, worker: 1 } }),
    readSchedule: (_id: string): PromiseLike<ReportScheduleDoc | null> => reportSchedules.findOne({ _id }),
    stopSchedule: (_id: string, stopped: string): PromiseLike<unknown> =>
      reportSchedules.updateOne({ _id }, { $set: { enabled: false, stopped }, $unset: { nextAt: 1 } }),
    /** takes a file off its run, unless the run has made another since. @returns whether it was there */
    withoutFile: async ({ _id, file }: ReportRunDoc): Promise<boolean> => {
      const made = { _id, 'file.id': file?.id, 'file.until': file?.until }
      return (await reportRuns.updateOne(made, { $unset: { file: 1 } })).matchedCount > 0
    },
    expiredFiles: (now: number): PromiseLike<ReportRunDoc[]> =>
      reportRuns.find({ 'file.until': trusted({ $lte: new Date(now) }) }).limit(BATCH),
    /** the files of a person that are too many, the oldest first */
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
    /** runs of a schedule that are older than its history reaches */
    forgottenRuns: async (scheduleId: string): Promise<ReportRunDoc[]> =>
      reportRuns.find({ scheduleId }).sort({ dueAt: -1 }).skip(REMEMBERED_RUNS).limit(BATCH),
    forget: (_id: string): PromiseLike<unknown> => reportRuns.deleteOne({ _id }),
    /** what became of mails, by their ids in the outbox */
    mails: async (ids: readonly string[]) =>
      // driver: the outbox is read by the id of its entries, as its worker does
      ids.length === 0 ? [] : db.driver.deliveries.find({ _id: { $in: [...ids] } }).toArray(),
    isFileKnown: async (fileId: string): Promise<boolean> =>
      (await reportRuns.findOne({ 'file.id': fileId })) !== null,
  }
}

/** {@link openRunStore} */
export type RunStore = ReturnType<typeof openRunStore>
