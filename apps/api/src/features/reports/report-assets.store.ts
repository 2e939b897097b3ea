import type { SessionActor } from '@wardtrack/access'
import { messages, type Sort } from '@wardtrack/contracts'
import { type AssetDoc, madeOnce, type ReadCriteria, type Types, visitStored } from '@wardtrack/database'
import { visibleTypes } from '@wardtrack/patient-rule'
import { ApiError } from '@wardtrack/service-kit'
import { typesNamed } from './report-criteria.ts'
import type { ReportParts } from './report-page.ts'
import { textOf } from './row-texts.ts'

/** Maximum number of assets that a query for rows names: more do not fit into a store command. */
const MAX_NAMED = 400_000
const BY_ID: readonly Sort[] = [{ sortField: 'AssetId', sortDirection: 1 }]

/** Assets that rows may concern: all of these types or, when the criteria test more than types, the listed ones. */
export type MatchingAssets = {
  types: readonly string[]
  /** true when all types are included, so that a condition on the type is redundant */
  isEveryType: boolean
  ids?: readonly Types.ObjectId[]
}

/**
 * Finds the assets that meet the criteria now, including inactive ones, for rows about the past. Criteria that only
 * name types look up no assets, because rows hold their types.
 * @throws ApiError 400 when too many assets would have to be named
 */
export async function findMatchingAssets(
  { metadata, lists }: ReportParts,
  actor: SessionActor,
  criteria: ReadCriteria,
): Promise<MatchingAssets> {
  const known = await metadata.types()
  const named = typesNamed(criteria) ?? known
  const types = visibleTypes(
    known.filter((type) => named.includes(type)),
    actor,
  )
  const matching = { types, isEveryType: types.length === known.length }
  const isOfTypesAlone =
    criteria.searches.length === 0 &&
    criteria.conditions.every(({ path, test }) => path === 'AssetType' && ('$eq' in test || '$in' in test))
  if (isOfTypesAlone) return matching
  const found = await lists.ids({ ...criteria, sort: [] }, { actor, activeByDefault: false }, BY_ID)
  if (found.length > MAX_NAMED) {
    const message = messages.reportTooWide
    throw new ApiError('invalid_criteria', message, { errors: [{ path: '', message }] })
  }
  return { ...matching, ids: found.slice(0, found.length) }
}

const ROW_ASSET_FIELDS = {
  AssetType: 1,
  AssetId: 1,
  'Fields.AssetName': 1,
  'Fields.SerialNo': 1,
  'Fields.PrimaryCategory': 1,
} as const

/** Current fields of an asset that rows show. */
export type AssetTexts = Pick<AssetDoc, '_id' | 'AssetType' | 'AssetId'> & {
  AssetName: string
  SerialNo: string
  PrimaryCategory: string
}

/** Reads the fields that rows show of assets, by hexadecimal id. */
export async function readAssetTexts(
  { db }: Pick<ReportParts, 'db'>,
  ids: readonly Types.ObjectId[],
): Promise<ReadonlyMap<string, AssetTexts>> {
  const distinct = [...new Map(ids.map((id) => [id.toHexString(), id])).values()]
  if (distinct.length === 0) return new Map()
  const texts = new Map<string, AssetTexts>()
  const textAt = madeOnce(textOf)
  const query = { filter: { _id: { $in: distinct } }, projection: ROW_ASSET_FIELDS }
  await visitStored(db, 'assets', query, (doc) => {
    const { id: _id } = doc
    texts.set(_id.toHexString(), {
      _id,
      AssetType: textAt(doc, 'AssetType') ?? '',
      AssetId: textOf(doc.value('AssetId')),
      AssetName: textOf(doc.value('Fields', 'AssetName')),
      SerialNo: textOf(doc.value('Fields', 'SerialNo')),
      PrimaryCategory: textAt(doc, 'Fields', 'PrimaryCategory') ?? '',
    })
  })
  return texts
}

/** Maximum number of assets whose fields are cached while one report is read. */
const MAX_CACHED = 20_000

/** Creates a cached reader for one report: an asset is in many of its rows. */
export function createAssetTextCache(parts: Pick<ReportParts, 'db'>) {
  const cache = new Map<string, AssetTexts>()
  return async (ids: readonly Types.ObjectId[]): Promise<ReadonlyMap<string, AssetTexts>> => {
    // Each batch has its own map, because batches of several sources are read concurrently.
    const texts = new Map<string, AssetTexts>()
    const unknown: Types.ObjectId[] = []
    for (const id of ids) {
      const known = cache.get(id.toHexString())
      if (known) texts.set(id.toHexString(), known)
      else unknown.push(id)
    }
    if (cache.size > MAX_CACHED) cache.clear()
    for (const [id, read] of await readAssetTexts(parts, unknown)) {
      cache.set(id, read)
      texts.set(id, read)
    }
    return texts
  }
}
