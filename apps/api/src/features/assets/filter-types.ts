import { PATIENT } from '@wardtrack/patient-rule'

type Filter = Record<string, unknown>

/** Returns the distinct types of a store filter that names several; undefined for other filters. */
export function typesInFilter(filter: Filter): string[] | undefined {
  const named = filter['AssetType']
  const list = typeof named === 'object' && named !== null ? Reflect.get(named, '$in') : undefined
  return Array.isArray(list) && list.every((entry) => typeof entry === 'string')
    ? [...new Set(list)]
    : undefined
}

/** Returns true if a store filter may match patients. */
export function mayFindPatients(filter: Filter): boolean {
  const named = filter['AssetType']
  if (typeof named === 'string') return named === PATIENT
  const types = typesInFilter(filter)
  if (types) return types.includes(PATIENT)
  if (typeof named === 'object' && named !== null && Reflect.get(named, '$ne') === PATIENT) return false
  const clauses = filter['$and']
  return !Array.isArray(clauses) || (clauses as Filter[]).every(mayFindPatients)
}
