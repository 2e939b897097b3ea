import { type Viewer, visibleAssets } from '@wardtrack/patient-rule'
import { blindPath } from '../sealing/seal-values.ts'
import { gramCondition, SEARCHED_PATHS } from '../search-grams.ts'
import { type SearchPart, searchedParts } from '../search-parts.ts'
import type { CriteriaCondition, ReadCriteria } from './read-criteria.ts'
import { patternContaining } from './text-pattern.ts'

/** What shapes a store filter beside the criteria themselves. */
export type FilterScope = Viewer & {
  /** leave out assets that are not active unless the criteria name AssetStatus (calls about the present) */
  activeByDefault: boolean
  /** internal hierarchy ids whose path contains a search text, by that text */
  matchingPlaces: ReadonlyMap<string, readonly string[]>
  /** every asset type there is: lets a filter that names none still be answered from indexes that begin with the type */
  types?: readonly string[]
  /** the parts of the search index that are looked at; what criteria and viewer allow when left out */
  searchedParts?: readonly SearchPart[]
}

type Conditions = ReadCriteria['conditions']

/** A filter that no asset meets. */
const MATCHES_NOTHING: Record<string, unknown> = { _id: { $in: [] } }

/**
 * The store filter for assets. The patient restriction is added here, last, from the actor and not from the request:
 * no caller can leave it out.
 */
export function assetFilter(criteria: ReadCriteria, scope: FilterScope): Record<string, unknown> {
  const conditions = [...criteria.conditions]
  if (!conditions.some(({ path }) => path === 'AssetStatus')) conditions.push(...statusConditions(scope))
  if (scope.types && !namedTypes(conditions))
    conditions.push({ path: 'AssetType', test: { $in: [...scope.types] } })
  const restricted = visibleAssets(conditions, scope)
  if (restricted.some(({ test }) => Array.isArray(test['$in']) && test['$in'].length === 0))
    return MATCHES_NOTHING
  const parts = scope.searchedParts ?? searchedParts(scope, namedTypes(restricted))
  const clauses = restricted.map((condition) => clauseOf(condition, parts))
  for (const text of criteria.searches)
    clauses.push(searchClause(text, scope.matchingPlaces.get(text) ?? [], parts))
  return combineClauses(clauses)
}

/** The only asset types that conditions leave, where any of them lists types. */
export function namedTypes(conditions: Conditions): readonly unknown[] | undefined {
  for (const { path, test } of conditions) {
    if (path !== 'AssetType') continue
    if ('$eq' in test) return [test['$eq']]
    if (Array.isArray(test['$in'])) return test['$in']
  }
  return undefined
}

/** Says nothing, but binds the second member of the indexes that begin with type and status. */
const ANY_STATUS = { $in: ['active', 'inactive'] }

function statusConditions({ activeByDefault, types }: FilterScope): Conditions {
  if (activeByDefault) return [{ path: 'AssetStatus', test: { $eq: 'active' } }]
  return types ? [{ path: 'AssetStatus', test: ANY_STATUS }] : []
}

/**
 * A filter of `assetFilter` for a list in the order of types and ids, which an index without the status has: where it asks
 * for types alone, nothing else has to be looked at.
 */
export function filterInOrderOfTypes(filter: Record<string, unknown>): Record<string, unknown> {
  const { AssetStatus, ...ofTypes } = filter
  return AssetStatus === ANY_STATUS && Object.keys(ofTypes).join() === 'AssetType' ? ofTypes : filter
}

/** A field that can be encrypted is met by the value itself or by its blind index: both may be stored. */
function clauseOf(
  { path, test, emptyList, blind, text }: CriteriaCondition,
  parts: readonly SearchPart[],
): Record<string, unknown> {
  const plain = { [path]: simplify(test) }
  // The index of the search leads to what contains the text; the pattern sifts it by its field.
  if (text !== undefined && parts.length > 0) {
    const [first, ...otherParts] = parts.map((part) => ({ ...gramCondition(text, part), ...plain }))
    return first && otherParts.length === 0 ? first : { $or: [first, ...otherParts] }
  }
  if (emptyList !== undefined) return { $or: [plain, { [emptyList]: [] }] }
  return blind ? { $or: [plain, { [blindPath(path)]: { $in: [...blind] } }] } : plain
}

function simplify(test: Record<string, unknown>): unknown {
  if ('$eq' in test) return test['$eq']
  const list = test['$in']
  return Array.isArray(list) && list.length === 1 && list[0] !== null ? list[0] : test
}

function searchClause(
  text: string,
  placesFound: readonly string[],
  parts: readonly SearchPart[],
): Record<string, unknown> {
  const pattern = patternContaining(text)
  const $or = SEARCHED_PATHS.map((path) => ({ [path]: pattern }))
  const clauses: Record<string, unknown>[] = parts.map((part) => ({ ...gramCondition(text, part), $or }))
  if (placesFound.length > 0) clauses.push({ 'CurrentLocation.hierarchyId': { $in: [...placesFound] } })
  const [first] = clauses
  if (!first) return MATCHES_NOTHING
  return clauses.length === 1 ? first : { $or: clauses }
}

/** One flat object where every member differs, `$and` where not. */
function combineClauses(clauses: Record<string, unknown>[]): Record<string, unknown> {
  const names = clauses.flatMap((clause) => Object.keys(clause))
  if (new Set(names).size === names.length) return Object.assign({}, ...clauses) as Record<string, unknown>
  return { $and: clauses }
}
