import { randomUUID } from 'node:crypto'
import type { ServiceParts } from '@wardtrack/access'
import { type Database, trusted } from '@wardtrack/database'
import { type DueMark, type DueMember, END_OF_TIME } from './summary-marks.ts'

/** The member of assets that marks a kind of summaries, and the history that they are computed from. */
export type RecoveryKind = { member: DueMember; history: 'locationHistory' | 'statusHistory' }

/** Work of processes that ended without reporting their end. */
export type UnfinishedWork = {
  ids: readonly string[]
  /** events received before this moment are in the summaries, or marked */
  until: Date
}

/** Tracks which processes write, and which events a dead process may have left out of the summaries. */
export type CrashRecovery = {
  /** records that this process starts writing */
  begin(): Promise<void>
  /** records that events received before a moment are in the summaries or marked. @param until milliseconds */
  confirm(until: number): Promise<void>
  /** returns the unfinished work of dead processes; undefined when there is none */
  findUnfinished(): Promise<UnfinishedWork | undefined>
  /** yields marks for all history since a moment, in pages */
  marksSince(until: Date): AsyncIterable<DueMark[]>
  /** records that the unfinished work is marked */
  finish(unfinished: UnfinishedWork): Promise<void>
  /** records that this process has written everything */
  end(): Promise<void>
}

/** Time without a sign of life after which a process counts as dead, in milliseconds. */
const DEAD_AFTER_MS = 120_000
/** Maximum age of an event that was being written at the confirmed moment, in milliseconds. */
const MARGIN_MS = 600_000
/** Marks in one page. */
const PAGE = 200

type StoredProcess = { at: Date; until: Date }

/** Creates the crash recovery of a process. When a process is alone on its store, every other one is dead. */
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

/** Yields a mark for each asset with history since a moment, from its first row on. */
async function* marksSince(
  db: Database,
  history: RecoveryKind['history'],
  from: Date,
): AsyncGenerator<DueMark[]> {
  // driver: a cursor over many rows, with few members each
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
