import { type Viewer, visibleAssets } from '@wardtrack/patient-rule'
import { blindPath } from '../sealing/seal-values.ts'
import { gramCondition, SEARCHED_PATHS } from '../search-grams.ts'
import { type SearchPart, searchedParts } from '../search-parts.ts'
import type { CriteriaCondition, ReadCriteria } from './read-criteria.ts'
import { patternContaining } from './text-pattern.ts'

/** Scope of a store filter, apart from the criteria. */
export type FilterScope = Viewer & {
  /** leave out inactive assets unless the criteria name AssetStatus (calls about the present) */
  activeByDefault: boolean
  /** ids of internal places whose path contains a search text, by that text */
  matchingPlaces: ReadonlyMap<string, readonly string[]>
  /** every asset type: with them, a filter without types can also use the indexes that begin with the type */
  types?: readonly string[]
  /** the parts of the index to search; by default those that criteria and viewer allow */
  searchedParts?: readonly SearchPart[]
}

type Conditions = ReadCriteria['conditions']

/** A filter that no asset meets. */
const MATCHES_NOTHING: Record<string, unknown> = { _id: { $in: [] } }

/**
 * Creates the store filter for assets. The patient restriction is added last, from the actor and not from the
 * request, so that no caller can leave it out.
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

/** Returns the asset types of the first condition that lists types; undefined when no condition does. */
export function namedTypes(conditions: Conditions): readonly unknown[] | undefined {
  for (const { path, test } of conditions) {
    if (path !== 'AssetType') continue
    if ('$eq' in test) return [test['$eq']]
    if (Array.isArray(test['$in'])) return test['$in']
  }
  return undefined
}

/** Matches every status, so that indexes that begin with type and status can use both members. */
const ANY_STATUS = { $in: ['active', 'inactive'] }

function statusConditions({ activeByDefault, types }: FilterScope): Conditions {
  if (activeByDefault) return [{ path: 'AssetStatus', test: { $eq: 'active' } }]
  return types ? [{ path: 'AssetStatus', test: ANY_STATUS }] : []
}

/**
 * Adapts an `assetFilter` filter for a list in the order of types and ids, whose index has no status. For a filter
 * that asks only for types, the condition on the status is dropped.
 */
export function filterInOrderOfTypes(filter: Record<string, unknown>): Record<string, unknown> {
  const { AssetStatus, ...ofTypes } = filter
  return AssetStatus === ANY_STATUS && Object.keys(ofTypes).join() === 'AssetType' ? ofTypes : filter
}

/**
 * Creates the clause of a condition. A field that can be encrypted matches by its value or by its blind index,
 * because either may be stored.
 */
function clauseOf(
  { path, test, emptyList, blind, text }: CriteriaCondition,
  parts: readonly SearchPart[],
): Record<string, unknown> {
  const plain = { [path]: simplify(test) }
  // The search index finds assets that contain the text in any field; the pattern then checks the right field.
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

/** Combines clauses: one flat object where all members differ, otherwise `$and`. */
function combineClauses(clauses: Record<string, unknown>[]): Record<string, unknown> {
  const names = clauses.flatMap((clause) => Object.keys(clause))
  if (new Set(names).size === names.length) return Object.assign({}, ...clauses) as Record<string, unknown>
  return { $and: clauses }
}
