import type { SessionActor } from '@wardtrack/access'
import { SCHEDULE_LIMITS } from '@wardtrack/contracts'
import { type Database, type ReportRunDoc, type ReportScheduleDoc, Types, trusted } from '@wardtrack/database'
import { notFound } from '@wardtrack/service-kit'

/** Documents about patients are visible only to users with the flag. */
const known = ({ userId, patientDataAccess }: SessionActor) => ({
  ownerId: new Types.ObjectId(userId),
  ...(patientDataAccess ? {} : { ofPatients: trusted({ $exists: false }) }),
})

/** Opens the stored schedules and runs of one user, limited to those that the user may see. */
export function openScheduleStore({ models: { reportSchedules, reportRuns } }: Database) {
  return {
    list: (actor: SessionActor): PromiseLike<ReportScheduleDoc[]> =>
      reportSchedules.find(known(actor)).sort({ Name: 1, _id: 1 }).limit(SCHEDULE_LIMITS.schedules),
    isFull: async (actor: SessionActor): Promise<boolean> =>
      (await reportSchedules.countDocuments(known(actor))) >= SCHEDULE_LIMITS.schedules,
    insert: (doc: ReportScheduleDoc): PromiseLike<unknown> => reportSchedules.create(doc),
    /** @throws ApiError 404 */
    read: async (actor: SessionActor, _id: string): Promise<ReportScheduleDoc> => {
      const doc = await reportSchedules.findOne({ ...known(actor), _id })
      if (!doc) throw notFound()
      return doc
    },
    /** returns the filter for writes of a user, which is part of each write */
    writable: (actor: SessionActor, _id: string) => ({ ...known(actor), _id }),
    /** deletes a schedule with its runs. @returns the runs, whose files remain @throws ApiError 404 */
    delete: async (actor: SessionActor, _id: string): Promise<ReportRunDoc[]> => {
      const { deletedCount } = await reportSchedules.deleteOne({ ...known(actor), _id })
      if (deletedCount === 0) throw notFound()
      const runs = await reportRuns.find({ scheduleId: _id })
      await reportRuns.deleteMany({ scheduleId: _id })
      return runs
    },
    /** finds the newest run of each schedule */
    newestRuns: async (
      actor: SessionActor,
      scheduleIds: readonly string[],
    ): Promise<Map<string, ReportRunDoc>> => {
      const runs = await Promise.all(
        scheduleIds.map((scheduleId) =>
          reportRuns
            .find({ ...known(actor), scheduleId })
            .sort({ dueAt: -1 })
            .limit(1),
        ),
      )
      return new Map(runs.flat().map((run) => [run.scheduleId, run]))
    },
    runsOf: (actor: SessionActor, scheduleId: string) => ({ ...known(actor), scheduleId }),
    /** @throws ApiError 404 */
    readRun: async (actor: SessionActor, _id: string): Promise<ReportRunDoc> => {
      const run = await reportRuns.findOne({ ...known(actor), _id })
      if (!run) throw notFound()
      return run
    },
  }
}
