import { gramCondition } from '../search-grams.ts'
import type { ReadCriteria } from './read-criteria.ts'
import { escapePattern } from './read-value.ts'

/** Asset type whose assets only sessions with the patient-data flag may see. */
export const PATIENT = 'Patient'

/** What shapes a store filter beside the criteria themselves. */
export type FilterScope = {
  patientDataAccess: boolean
  /** leave out assets that are not active unless the criteria name AssetStatus (calls about the present) */
  present: boolean
  /** internal hierarchy ids whose path contains the search text */
  placesFound: readonly string[]
}

/** A filter that no asset meets. */
const NOTHING: Record<string, unknown> = { _id: { $in: [] } }

/**
 * The store filter for assets. The patient restriction is added here, last, from the actor and not from the request:
 * no caller can leave it out.
 */
export function assetFilter(criteria: ReadCriteria, scope: FilterScope): Record<string, unknown> {
  const tests = [...criteria.conditions]
  if (scope.present && !tests.some(({ path }) => path === 'AssetStatus'))
    tests.push({ path: 'AssetStatus', test: { $eq: 'active' } })
  const restricted = scope.patientDataAccess ? tests : withoutPatients(tests)
  if (!restricted) return NOTHING
  const clauses = restricted.map(({ path, test }) => ({ [path]: '$eq' in test ? test['$eq'] : test }))
  if (criteria.search) clauses.push(searchClause(criteria.search, scope.placesFound))
  return joined(clauses)
}

/** Drops Patient from named types (so that an index on the type still serves), else excludes it. */
function withoutPatients(tests: ReadCriteria['conditions']): ReadCriteria['conditions'] | undefined {
  let narrowed = false
  const kept = tests.map(({ path, test }) => {
    if (path !== 'AssetType') return { path, test }
    if ('$eq' in test) {
      narrowed = true
      return { path, test: test['$eq'] === PATIENT ? { $in: [] } : test }
    }
    if ('$in' in test) {
      narrowed = true
      return { path, test: { $in: (test['$in'] as unknown[]).filter((type) => type !== PATIENT) } }
    }
    return { path, test }
  })
  if (kept.some(({ test }) => Array.isArray(test['$in']) && test['$in'].length === 0)) return undefined
  return narrowed ? kept : [...kept, { path: 'AssetType', test: { $ne: PATIENT } }]
}

const SEARCHED = ['Fields.AssetName', 'Fields.SerialNo', 'AssetId', 'Fields.PrimaryCategory']

function searchClause(text: string, placesFound: readonly string[]): Record<string, unknown> {
  const pattern = new RegExp(escapePattern(text), 'i')
  const own = { ...gramCondition(text), $or: SEARCHED.map((path) => ({ [path]: pattern })) }
  if (placesFound.length === 0) return own
  return { $or: [own, { 'CurrentLocation.hierarchyId': { $in: [...placesFound] } }] }
}

/** One flat object where every member differs, `$and` where not. */
function joined(clauses: Record<string, unknown>[]): Record<string, unknown> {
  const names = clauses.flatMap((clause) => Object.keys(clause))
  if (new Set(names).size === names.length) return Object.assign({}, ...clauses) as Record<string, unknown>
  return { $and: clauses }
}
