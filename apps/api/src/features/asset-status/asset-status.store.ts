import { randomUUID } from 'node:crypto'
import type { ServiceParts } from '@wardtrack/access'
import { type AssetDoc, bulkFailures, trusted } from '@wardtrack/database'
import { editAssets, type RuleEvaluation } from '@wardtrack/rules'

/** Whether an asset is in use. */
export type AssetStatus = AssetDoc['AssetStatus']
type Id = AssetDoc['_id']
type Store = Pick<ServiceParts, 'db'>
/** Where the status is stored, and the rules that look at it. */
export type StatusStore = Store & { rules: RuleEvaluation }

/** Assets that are written together; a selection is kept in parts of that many. */
export const PART_SIZE = 500
/** How long a selection is kept: for a job that waits for a process to go on with it. */
const KEEP_MS = 7 * 86_400_000

/** The assets that were selected for a job: what it works on whatever is edited meanwhile. */
export type Selection = { id: string; total: number }

const partId = (selection: string, part: number): string => `${selection}/${part}`

/** Keeps the assets of a selection. */
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

/** The assets of a part of a selection; none beyond its end. */
export async function readPart({ db }: Store, selection: string, part: number): Promise<Id[]> {
  return (await db.models.assetSelections.findOne({ _id: partId(selection, part) }))?.ids ?? []
}

/** Sets the status of one asset, so that no job's undoing changes it any more. */
export const setStatus = (
  { db, rules }: StatusStore,
  { _id }: Pick<AssetDoc, '_id'>,
  AssetStatus: AssetStatus,
): Promise<void> =>
  editAssets(db, rules, [_id], () => ({
    changes: { $set: { AssetStatus, updatedAt: new Date() }, $unset: { StatusJob: 1 } },
  }))

/** What of some assets has been changed by a job, and what could not be. */
export type PartResult = { changed: Pick<AssetDoc, 'AssetType' | 'AssetId'>[]; failed: string[] }

/**
 * Sets the status of some assets for a job. Each is changed whole or not at all, and says which job changed it, so that
 * doing it again changes nothing and the answer is the same.
 * @param undoes the job whose changes are taken back: what others have set since stays
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

/** Writes the status of assets that meet a condition. @returns those whose write failed */
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
