import { type Database, openDatabase, summaryId, Types } from '@wardtrack/database'
import { createLateStates, type LateStates } from '@wardtrack/ingestion'
import { type CacheMode, createLog } from '@wardtrack/service-kit'
import { openTestStore } from '@wardtrack/test-kit'
import { type Report, stretchesOf } from '../../../testing/reported-states.ts'
import { CHUNK_ASSETS } from '../snapshot.ts'
import { startStatePacker } from '../state-packer.ts'

/**
 * Arrival of an asset at a place. `time`: milliseconds. `leftWard`: previous ward, on the same site; omitted for a
 * first visit.
 */
export type Arrival = { asset: Types.ObjectId; time: number; leftWard?: string }

/** Store of states with a clock that the test sets. */
export type SnapshotTest = {
  db: Database
  /** assets of three chunks, including the first and last of each */
  assets: readonly Types.ObjectId[]
  clock: { now(): number }
  setTime(time: number): void
  /** adds reports as ingestion does: notes first, then the changed stretches */
  report(reports: readonly Report[]): Promise<void>
  /** adds visits as the summaries do: notes first */
  arrive(visits: readonly Arrival[]): Promise<void>
  /** all reports so far */
  reports(): readonly Report[]
  /** creates and repairs snapshots */
  pack(cacheMode?: CacheMode): Promise<void>
  /** deletes everything except the assets' numbers */
  reset(): Promise<void>
  close(): Promise<void>
}

/** Interval that keeps packers from running in the background. */
const NEVER_MS = 2 ** 31 - 1
const NUMBERS = [0, 1, CHUNK_ASSETS - 1, CHUNK_ASSETS, 2 * CHUNK_ASSETS - 1, 2 * CHUNK_ASSETS]

export async function openSnapshotTest(): Promise<SnapshotTest> {
  const store = await openTestStore()
  const db = await openDatabase(store.uri)
  const numbered = Array.from({ length: 2 * CHUNK_ASSETS + 1 }, (_, number) => ({
    _id: new Types.ObjectId(),
    number,
  }))
  await db.driver.stateAssets.insertMany(numbered)
  // The last asset has no number until it reports a state.
  const assets = [...NUMBERS.flatMap((number) => numbered[number]?._id ?? []), new Types.ObjectId()]
  let time = 0
  let allReports: Report[] = []
  const clock = { now: () => time }
  const log = createLog({ service: 'api', level: 'silent' })
  const packerOf = (cacheMode: CacheMode) => startStatePacker({ db, clock, log, cacheMode }, NEVER_MS)
  const packers = { local: packerOf('local'), shared: packerOf('shared') }
  let late: LateStates = createLateStates({ db, clock })
  return {
    db,
    assets,
    clock,
    setTime: (now) => {
      time = now
    },
    reports: () => allReports,
    report: async (reports) => {
      const before = new Map(stretchesOf(allReports).map((stretch) => [stretch._id, stretch]))
      allReports = [...allReports, ...reports]
      const after = new Map(stretchesOf(allReports).map((stretch) => [stretch._id, stretch]))
      const removed = [...before.values()].filter(({ _id }) => !after.has(_id))
      const added = [...after.values()].filter(({ _id, value }) => before.get(_id)?.value !== value)
      await late.markForRepack([...removed, ...added].map(({ from }) => from.getTime()))
      await db.driver.stateStretches.deleteMany({
        _id: { $in: [...removed, ...added].map(({ _id }) => _id) },
      })
      if (added.length > 0) await db.driver.stateStretches.insertMany(added)
    },
    arrive: async (visits) => {
      await late.markForRepack(visits.map(({ time: at }) => at))
      const docs = visits.map(({ asset, time: at, leftWard }) => {
        const from = new Date(at)
        const _id = summaryId(from, asset.toHexString())
        const visit = { _id, asset, AssetType: 'Equipment', mapId: null, fullPath: {}, from, to: null }
        if (leftWard === undefined) return visit
        const fullPath = { Level_1: 'Site', Level_2: leftWard }
        return { ...visit, previous: { fullPath, mapId: null, lastSeenAt: from }, differsFrom: 2 }
      })
      if (docs.length > 0) await db.driver.visits.insertMany(docs)
    },
    pack: (cacheMode = 'local') => packers[cacheMode].pack(),
    reset: async () => {
      const { stateStretches, visits, stateSnapshots, usageDays, moveSpans } = db.driver
      const { stateSnapshotProgress, lateStates } = db.driver
      const derived = [stateSnapshots, usageDays, moveSpans, stateSnapshotProgress, lateStates]
      for (const collection of [stateStretches, visits, ...derived]) await collection.deleteMany({})
      allReports = []
      late = createLateStates({ db, clock })
    },
    close: async () => {
      for (const packer of Object.values(packers)) await packer.close()
      await db.close()
      await store.drop()
    },
  }
}

/** Returns the `_id` of the note of a period. */
export const noteId = (period: number): string => summaryId(new Date(period))
