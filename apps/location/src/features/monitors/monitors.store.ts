import { messages } from '@wardtrack/contracts'
import { type Database, isDuplicateKey, type MonitorDoc, trusted } from '@wardtrack/database'
import { ApiError, duplicate } from '@wardtrack/service-kit'
import type { MarkPath } from './monitor-marks.ts'

/**
 * Stores marks, all or none; existing monitors move.
 * @throws ApiError 409 when the limit would be exceeded, or an id is another provider's (`a-b` with monitor `c`, and
 * `a` with monitor `b-c`)
 */
export async function saveMonitors(
  db: Database,
  marks: readonly MonitorDoc[],
  pathOf: MarkPath,
  maxMonitors: number,
): Promise<void> {
  const before = await findPresent(db, marks)
  refuseForeign(marks, before, pathOf)
  const added = marks.length - before.length
  if (added > 0 && (await db.models.monitors.countDocuments({})) + added > maxMonitors)
    throw new ApiError('conflict', messages.tooManyMonitors)
  try {
    await db.models.monitors.bulkWrite(marks.map(toUpsert), { ordered: true })
  } catch (error) {
    // Another provider took one of the ids meanwhile, so the earlier writes are undone.
    await restore(db, marks, before)
    if (!isDuplicateKey(error)) throw error
    refuseForeign(marks, await findPresent(db, marks), pathOf)
    throw duplicate(messages.monitorTaken)
  }
}

const findPresent = (db: Database, marks: readonly MonitorDoc[]): Promise<MonitorDoc[]> =>
  db.models.monitors.find({ _id: trusted({ $in: marks.map(({ _id }) => _id) }) })

function refuseForeign(marks: readonly MonitorDoc[], present: readonly MonitorDoc[], pathOf: MarkPath): void {
  const holders = new Map(present.map(({ _id, provider }) => [_id, provider]))
  const errors = marks.flatMap(({ _id, provider }, index) => {
    const foreign = holders.has(_id) && holders.get(_id) !== provider
    return foreign ? [{ path: pathOf(index, 'hierarchyId'), message: messages.monitorTaken }] : []
  })
  if (errors.length > 0) throw duplicate(messages.monitorTaken, errors)
}

function toUpsert({ _id, provider, imageSize, ...rest }: MonitorDoc) {
  return {
    updateOne: {
      // Matches only this provider: the upsert of an id that another provider holds fails on the unique `_id`.
      filter: { _id, provider },
      update: {
        $set: { ...rest, ...(imageSize === undefined ? {} : { imageSize }) },
        ...(imageSize === undefined ? { $unset: { imageSize: '' as const } } : {}),
      },
      upsert: true,
    },
  }
}

async function restore(
  db: Database,
  marks: readonly MonitorDoc[],
  before: readonly MonitorDoc[],
): Promise<void> {
  const known = new Map(before.map((doc) => [doc._id, doc]))
  await db.models.monitors.bulkWrite(
    marks.map((mark) => {
      const { _id, ...rest } = mark
      const previous = known.get(_id)
      if (!previous) return { deleteOne: { filter: { _id, ...rest } } }
      return { replaceOne: { filter: { _id, ...rest }, replacement: previous } }
    }),
    { ordered: false },
  )
}
