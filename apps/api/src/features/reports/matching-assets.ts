import type { SessionActor } from '@wardtrack/access'
import { messages, type Sort } from '@wardtrack/contracts'
import type { ReadCriteria, Types } from '@wardtrack/database'
import { visibleTypes } from '@wardtrack/patient-rule'
import { ApiError } from '@wardtrack/service-kit'
import { typesNamed } from './asset-columns.ts'
import type { ReportParts } from './report-parts.ts'

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
