import { randomUUID } from 'node:crypto'
import type { ServiceParts } from '@wardtrack/access'
import { type AssetDoc, bulkFailures, trusted } from '@wardtrack/database'
import { editAssets, type RuleEvaluation } from '@wardtrack/rules'

/** Active or inactive state of an asset. */
export type AssetStatus = AssetDoc['AssetStatus']
type Id = AssetDoc['_id']
type Store = Pick<ServiceParts, 'db'>
/** Store of the status, and the rules that evaluate it. */
export type StatusStore = Store & { rules: RuleEvaluation }

/** Assets written together; a selection is stored in parts of this size. */
export const PART_SIZE = 500
/** Retention of a selection, for a job that waits for a process to continue it. */
const KEEP_MS = 7 * 86_400_000

/** Assets selected for a job, fixed for its whole duration. */
export type Selection = { id: string; total: number }

const partId = (selection: string, part: number): string => `${selection}/${part}`

/** Stores the assets of a selection. */
export async function storeSelection({ db }: Store, ids: readonly Id[]): Promise<Selection> {
  const id = randomUUID()
  const expiresAt = new Date(Date.now() + KEEP_MS)
  for (let from = 0; from < ids.length; from += PART_SIZE)
    await db.models.assetSelections.create({
      _id: partId(id, from / PART_SIZE),
      ids: ids.slice(from, from + PART_SIZE),
      expiresAt,
    })
  return { id, total: ids.length }
}

/** Reads the assets of a part of a selection; none after the last part. */
export async function readPart({ db }: Store, selection: string, part: number): Promise<Id[]> {
  return (await db.models.assetSelections.findOne({ _id: partId(selection, part) }))?.ids ?? []
}

/** Sets the status of one asset, so that undoing an earlier job no longer changes it. */
export const setStatus = (
  { db, rules }: StatusStore,
  { _id }: Pick<AssetDoc, '_id'>,
  AssetStatus: AssetStatus,
): Promise<void> =>
  editAssets(db, rules, [_id], () => ({
    changes: { $set: { AssetStatus, updatedAt: new Date() }, $unset: { StatusJob: 1 } },
  }))

/** Result of a job's part: changed assets, and those that could not be changed. */
export type PartResult = { changed: Pick<AssetDoc, 'AssetType' | 'AssetId'>[]; failed: string[] }

/**
 * Sets the status of assets for a job. Each asset is changed completely or not at all and records the job, so
 * repeating the call has no further effect and the same result.
 * @param undoes job whose changes are reverted; later changes by others stay
 */
export async function changePart(
  { db, rules }: StatusStore,
  ids: readonly Id[],
  { job, status, undoes }: { job: string; status: AssetStatus; undoes?: string | undefined },
): Promise<PartResult> {
  const former: AssetStatus = status === 'active' ? 'inactive' : 'active'
  const condition = { AssetStatus: former, ...(undoes === undefined ? {} : { StatusJob: undoes }) }
  const $set = { AssetStatus: status, StatusJob: job, updatedAt: new Date() }
  const isAsked = (await rules.rules.read())?.looksAt('AssetStatus') === true
  if (isAsked)
    await editAssets(db, rules, ids, (asset) =>
      asset.AssetStatus === former && (undoes === undefined || asset.StatusJob === undoes)
        ? { seen: condition, changes: { $set } }
        : undefined,
    )
  const failedIds = isAsked ? [] : await writeStatus({ db }, ids, { condition, $set })
  const changed = await findNamed(db, {
    _id: trusted({ $in: [...ids] }),
    StatusJob: job,
    AssetStatus: status,
  })
  const failed = failedIds.length === 0 ? [] : await findNamed(db, { _id: trusted({ $in: failedIds }) })
  return { changed, failed: failed.map(({ AssetType, AssetId }) => `${AssetType}:${AssetId}`) }
}

/** Writes the status of assets that meet a condition. @returns assets whose write failed */
async function writeStatus(
  { db }: Store,
  ids: readonly Id[],
  { condition, $set }: { condition: object; $set: object },
): Promise<(Id | undefined)[]> {
  const operations = ids.map((_id) => ({ updateOne: { filter: { _id, ...condition }, update: { $set } } }))
  return db.models.assets
    .bulkWrite(operations, { ordered: false })
    .then(() => [])
    .catch((error: unknown) => [...bulkFailures(error).failed.keys()].map((index) => ids[index]))
}

const findNamed = (db: Store['db'], filter: object): PromiseLike<AssetDoc[]> =>
  db.models.assets.find(filter).select({ AssetType: 1, AssetId: 1 })
