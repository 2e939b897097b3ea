import { hash } from 'node:crypto'
import { messages, PAR_LEVEL_LIMITS } from '@wardtrack/contracts'
import { type Database, type ParLevelDoc, replaceAtRevision, revisionOf } from '@wardtrack/database'
import { conflict, notFound } from '@wardtrack/service-kit'

const ID_LENGTH = 32

/** Returns the `_id` of the only level of a place and category. */
const parLevelId = (hierarchyId: string, category: string): string =>
  hash('sha256', JSON.stringify([hierarchyId, category])).slice(0, ID_LENGTH)

/** Finds all PAR levels, some thousand at most. */
export const findParLevels = ({ models }: Database): Promise<ParLevelDoc[]> => models.parLevels.find({})

/** Finds a level by id. @throws ApiError 404 */
export async function findParLevel({ models }: Database, _id: string): Promise<ParLevelDoc> {
  const level = await models.parLevels.findOne({ _id })
  if (!level) throw notFound()
  return level
}

/**
 * Creates or replaces a level.
 * @param revision revision that the caller has read, `0` for a new level; any when omitted
 * @throws ApiError 409 when another revision is stored, or the maximum number of levels is reached
 */
export async function storeParLevel(
  { models }: Database,
  level: Omit<ParLevelDoc, '_id' | 'revision'>,
  revision: string | undefined,
): Promise<ParLevelDoc> {
  const _id = parLevelId(level.hierarchyId, level.Category)
  const before = await models.parLevels.findOne({ _id })
  if (!before && revision !== undefined && revision !== revisionOf(null)) throw notFound()
  if (!before && (await models.parLevels.countDocuments({})) >= PAR_LEVEL_LIMITS.levels)
    throw conflict(messages.tooManyParLevels)
  const saved = await replaceAtRevision(models.parLevels, { _id, ...level }, revision)
  if (saved) return saved
  throw conflict(revision === revisionOf(null) ? messages.parLevelExists : undefined)
}

/** Removes and returns a level. @throws ApiError 404, 409 when another revision is stored */
export async function deleteParLevel(
  db: Database,
  _id: string,
  revision: string | undefined,
): Promise<ParLevelDoc> {
  const level = await findParLevel(db, _id)
  const { deletedCount } = await db.models.parLevels.deleteOne({
    _id,
    ...(revision === undefined ? {} : { revision }),
  })
  if (deletedCount === 0) throw conflict()
  return level
}
