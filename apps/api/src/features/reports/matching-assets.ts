import type { SessionActor } from '@wardtrack/access'
import { messages, type Sort } from '@wardtrack/contracts'
import type { ReadCriteria, Types } from '@wardtrack/database'
import { visibleTypes } from '@wardtrack/patient-rule'
import { ApiError } from '@wardtrack/service-kit'
import { typesNamed } from './asset-columns.ts'
import type { ReportParts } from './report-parts.ts'

/** Assets that a query for rows names at most: more do not fit into a command to the store. */
const MAX_NAMED = 400_000
const BY_ID: readonly Sort[] = [{ sortField: 'AssetId', sortDirection: 1 }]

/** The assets that rows may be about: of these types, and, where the criteria say more than types, these alone. */
export type MatchingAssets = {
  types: readonly string[]
  /** every type there is: a condition on the type says nothing */
  isEveryType: boolean
  ids?: readonly Types.ObjectId[]
}

/**
 * Finds the assets that meet criteria as they are now, the inactive ones among them, for rows that tell of the past.
 * Where only types are named, the rows' own types decide and no asset is looked up.
 * @throws ApiError 400 when too many are meant to be named one by one
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
