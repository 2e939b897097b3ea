import { randomUUID } from 'node:crypto'
import type { ServiceParts } from '@wardtrack/access'
import { type Database, trusted } from '@wardtrack/database'
import { type DueMark, type DueMember, END_OF_TIME } from './summary-marks.ts'

/** Of which history a kind of summaries is made, and by which name its processes are known. */
export type RecoveryKind = { member: DueMember; history: 'locationHistory' | 'statusHistory' }

/** What a process left that ended without saying so. */
export type UnfinishedWork = {
  ids: readonly string[]
  /** everything that was received before is in the summaries, or marked */
  until: Date
}

/** Knows which processes write, and what one that died may have left out of the summaries. */
export type CrashRecovery = {
  /** says that this process writes from now on */
  begin(): Promise<void>
  /** says that what was received before a moment is in the summaries or marked. @param until milliseconds */
  confirm(until: number): Promise<void>
  /** what processes left that are no more; undefined when there are none */
  findUnfinished(): Promise<UnfinishedWork | undefined>
  /** marks for everything that history holds since then, in pages */
  marksSince(until: Date): AsyncIterable<DueMark[]>
  /** says that it is marked */
  finish(unfinished: UnfinishedWork): Promise<void>
  /** says that this process has written everything */
  end(): Promise<void>
}

/** A process that is silent for so long, in milliseconds, is no more. */
const DEAD_AFTER_MS = 120_000
/** So much earlier than it was confirmed, in milliseconds, an event may have happened that was being written. */
const MARGIN_MS = 600_000
/** Marks of one page. */
const PAGE = 200

type StoredProcess = { at: Date; until: Date }

/** Makes it. Where a process is alone on its store, every other one is no more. */
export function createCrashRecovery(
  { db, clock, cacheMode }: Pick<ServiceParts, 'db' | 'clock' | 'cacheMode'>,
  { member, history }: RecoveryKind,
): CrashRecovery {
  const prefix = `summaries/${member}/`
  const _id = prefix + randomUUID()
  const save = async (until: number): Promise<void> => {
    const value: StoredProcess = { at: new Date(clock.now()), until: new Date(until) }
    await db.models.system.updateOne({ _id }, { $set: { value } }, { upsert: true })
  }
  return {
    begin: () => save(clock.now()),
    confirm: save,
    findUnfinished: async () => {
      const known = await db.models.system.find({ _id: trusted({ $gte: prefix, $lt: `${prefix}~` }) })
      const deadBefore = cacheMode === 'local' ? Number.POSITIVE_INFINITY : clock.now() - DEAD_AFTER_MS
      const dead = known.flatMap((doc) => {
        const { at, until } = doc.value as StoredProcess
        return doc._id !== _id && at.getTime() < deadBefore ? [{ id: doc._id, until: until.getTime() }] : []
      })
      if (dead.length === 0) return undefined
      return {
        ids: dead.map(({ id }) => id),
        until: new Date(Math.min(...dead.map(({ until }) => until))),
      }
    },
    marksSince: (until) => marksSince(db, history, new Date(until.getTime() - MARGIN_MS)),
    finish: async ({ ids }) => {
      await db.models.system.deleteMany({ _id: trusted({ $in: [...ids] }) })
    },
    end: async () => {
      await db.models.system.deleteOne({ _id })
    },
  }
}

/** A mark for each asset that history says something of since a moment, from its first row on. */
async function* marksSince(
  db: Database,
  history: RecoveryKind['history'],
  from: Date,
): AsyncGenerator<DueMark[]> {
  // driver: a cursor over many rows, of which few members are read
  const rows = (db.driver[history] as Database['driver']['locationHistory'])
    .find({ time: { $gte: from } }, { projection: { asset: 1, time: 1 } })
    .sort({ time: 1 })
    .batchSize(PAGE * 5)
  const seen = new Set<string>()
  let page: DueMark[] = []
  for await (const { asset, time } of rows) {
    if (seen.has(asset.toHexString())) continue
    seen.add(asset.toHexString())
    page.push({ asset, from: time, until: END_OF_TIME })
    if (page.length < PAGE) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}
