import {
  type Database,
  type StateSnapshotDoc,
  type StateSnapshotProgressDoc,
  type StateStretchDoc,
  statePeriodOf,
  stateSnapshotId,
  summaryId,
  trusted,
} from '@wardtrack/database'
import { STATE_LAYOUT } from './packed-state.ts'
import { type Snapshot, toDocument, toSnapshot } from './snapshot.ts'

/** Report of a field value that differs from the asset's previous one. */
export type StateReport = Pick<StateStretchDoc, '_id' | 'asset' | 'field' | 'value' | 'from'>

const PROGRESS = 'progress'
const REPORT_PAGE = 5_000
const DELETE_PAGE = 500
/** Option to read bytes as buffers instead of the driver's class. */
const BYTES = { promoteBuffers: true } as const

/** Reads the end of the snapshots; undefined when none with the current layout exist. */
export async function readProgress({ models }: Database): Promise<StateSnapshotProgressDoc | undefined> {
  const progress = await models.stateSnapshotProgress.findOne({ _id: PROGRESS })
  return progress?.layout === STATE_LAYOUT ? progress : undefined
}

/** Moves the end of the snapshots, for the process with the claim. @returns false when the claim is lost */
export async function moveProgress(
  { models }: Database,
  worker: string,
  { until, claimedUntil }: { until: number; claimedUntil: number },
): Promise<boolean> {
  const moved = { until: new Date(until), layout: STATE_LAYOUT, claimedUntil: new Date(claimedUntil) }
  return (
    (await models.stateSnapshotProgress.updateOne({ _id: PROGRESS, worker }, { $set: moved })).matchedCount >
    0
  )
}

/** Member for the end of the data packed from snapshots and visits. */
export type PackedUntil = 'usageUntil' | 'movesUntil'

/**
 * Moves the end of the usage days or packed moves, for the process with the claim. @returns false when the claim is
 * lost
 */
export async function movePacked(
  { models }: Database,
  worker: string,
  { member, until, claimedUntil }: { member: PackedUntil; until: number; claimedUntil: number },
): Promise<boolean> {
  const moved = { $set: { [member]: new Date(until), claimedUntil: new Date(claimedUntil) } }
  return (await models.stateSnapshotProgress.updateOne({ _id: PROGRESS, worker }, moved)).matchedCount > 0
}

/**
 * Claims the creation of snapshots. @param isAlone true when no other process can hold the claim @returns true when
 * the caller holds the claim
 */
export async function claimSnapshots(
  { models }: Database,
  worker: string,
  { now, claimedUntil, isAlone }: { now: number; claimedUntil: number; isAlone: boolean },
): Promise<boolean> {
  const $set = { worker, claimedUntil: new Date(claimedUntil) }
  await models.stateSnapshotProgress.updateOne(
    { _id: PROGRESS },
    { $setOnInsert: { worker, claimedUntil: $set.claimedUntil } },
    { upsert: true },
  )
  const ended = trusted({ $lt: new Date(now) })
  const free = isAlone ? {} : { $or: trusted([{ worker }, { claimedUntil: ended }]) }
  return (await models.stateSnapshotProgress.updateOne({ _id: PROGRESS, ...free }, { $set })).matchedCount > 0
}

/** Yields reports from one moment until before another, in time order, some thousand per page. */
export async function* reportPages(db: Database, from: number, until: number): AsyncGenerator<StateReport[]> {
  let after = { $gte: summaryId(new Date(from)) } as { $gte: string } | { $gt: string }
  const end = summaryId(new Date(until))
  while (true) {
    // driver: the number of reports is unbounded, and model documents would take ten times as long
    const page: StateReport[] = await db.driver.stateStretches
      .find({ _id: { ...after, $lt: end } }, { projection: { asset: 1, field: 1, value: 1, from: 1 } })
      .sort({ _id: 1 })
      .limit(REPORT_PAGE)
      .toArray()
    if (page.length > 0) yield page
    const last = page.at(-1)
    if (!last || page.length < REPORT_PAGE) return
    after = { $gt: last._id }
  }
}

/** Finds the period of the first report; undefined when there is none. */
export async function firstPeriod({ models }: Database): Promise<number | undefined> {
  const [first] = await models.stateStretches.find({}).sort({ _id: 1 }).limit(1).select({ from: 1 })
  return first && statePeriodOf(first.from.getTime())
}

/** Finds the newest snapshot of a chunk that begins at or before a moment. */
export async function latestSnapshot(
  db: Database,
  chunk: number,
  period: number,
): Promise<Snapshot | undefined> {
  const ids = { $gte: stateSnapshotId(chunk, 0), $lte: stateSnapshotId(chunk, period) }
  // driver: bytes are read as buffers
  const found = db.driver.stateSnapshots.find({ _id: ids }, BYTES)
  const [doc] = await found.sort({ _id: -1 }).limit(1).toArray()
  return doc && toSnapshot(doc)
}

/** Yields the snapshots of a chunk after a period, in time order. */
export async function* snapshotsAfter(db: Database, chunk: number, period: number): AsyncGenerator<Snapshot> {
  const ids = { $gt: stateSnapshotId(chunk, period), $lt: stateSnapshotId(chunk + 1, 0) }
  // driver: bytes are read as buffers
  for await (const doc of db.driver.stateSnapshots.find({ _id: ids }, BYTES).sort({ _id: 1 }))
    yield toSnapshot(doc)
}

/** Reads the snapshots with these ids, each the snapshot of a chunk in exactly one period. */
export async function snapshotsOf(db: Database, ids: readonly string[]): Promise<Map<string, Snapshot>> {
  // driver: bytes are read as buffers
  const docs: StateSnapshotDoc[] = await db.driver.stateSnapshots
    .find({ _id: { $in: [...ids] } }, BYTES)
    .toArray()
  return new Map(docs.map((doc) => [doc._id, toSnapshot(doc)]))
}

/** Reads the snapshots of a time range in time order. */
export async function snapshotsWithin(db: Database, from: number, to: number): Promise<Snapshot[]> {
  const range = { $gte: new Date(from), $lt: new Date(to) }
  // driver: bytes are read as buffers
  const docs = await db.driver.stateSnapshots.find({ from: range }, BYTES).sort({ from: 1 }).toArray()
  return docs.map(toSnapshot)
}

/** Reads the snapshots of a period. */
export async function snapshotsOfPeriod(db: Database, period: number): Promise<Snapshot[]> {
  // driver: bytes are read as buffers
  const docs = await db.driver.stateSnapshots.find({ from: new Date(period) }, BYTES).toArray()
  return docs.map(toSnapshot)
}

export async function insertSnapshots(db: Database, snapshots: readonly Snapshot[]): Promise<void> {
  // driver: a model would validate every byte
  if (snapshots.length > 0) await db.driver.stateSnapshots.insertMany(snapshots.map(toDocument))
}

/** Stores a snapshot, replacing an existing one. */
export async function replaceSnapshot(db: Database, snapshot: Snapshot): Promise<void> {
  const { _id, ...members } = toDocument(snapshot)
  // driver: a model would validate every byte
  await db.driver.stateSnapshots.replaceOne({ _id }, members, { upsert: true })
}

/** Deletes the snapshots from a moment on. */
export async function deleteSnapshots({ models }: Database, from: number): Promise<void> {
  const range = { $gte: new Date(from) }
  while (true) {
    const page = await models.stateSnapshots
      .find({ from: trusted(range) })
      .select({ _id: 1 })
      .limit(DELETE_PAGE)
    if (page.length === 0) return
    await models.stateSnapshots.deleteMany({ _id: trusted({ $in: page.map(({ _id }) => _id) }) })
  }
}

/**
 * Deletes all snapshots, usage days and packed moves. Resets the progress first, so that a process creating them
 * loses its claim. They are rebuilt from the stored stretches and visits.
 */
export async function resetSnapshots(db: Database): Promise<void> {
  await db.models.stateSnapshotProgress.deleteOne({ _id: PROGRESS })
  await deleteSnapshots(db, 0)
  await db.models.usageDays.deleteMany({})
  await db.models.moveSpans.deleteMany({})
}
