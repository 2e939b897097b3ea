import { PATIENT, type Viewer } from './asset-types.ts'

/** A condition of an asset query: a stored path, and the store operators that its value must meet. */
export type FieldTest = { path: string; test: Record<string, unknown> }

/**
 * Restricts conditions to the assets that a viewer may see. `Patient` is removed from named types, so that an index
 * on the type still works. When no type remains, nothing is found. Without named types, `Patient` is excluded.
 */
export function visibleAssets<T extends FieldTest>(tests: readonly T[], viewer: Viewer): (T | FieldTest)[] {
  if (viewer.patientDataAccess) return [...tests]
  let isNarrowed = false
  const narrowed = tests.map((condition): T | FieldTest => {
    const { path, test } = condition
    const types = path === 'AssetType' ? namedTypes(test) : undefined
    if (!types) return condition
    isNarrowed = true
    return { path, test: { $in: types.filter((type) => type !== PATIENT) } }
  })
  return isNarrowed ? narrowed : [...narrowed, { path: 'AssetType', test: { $ne: PATIENT } }]
}

function namedTypes(test: Record<string, unknown>): unknown[] | undefined {
  if ('$eq' in test) return [test['$eq']]
  const list = test['$in']
  return Array.isArray(list) ? (list as unknown[]) : undefined
}

/** Returns the type condition of an asset query without named types. */
export const visibleTypeQuery = (viewer: Viewer): { AssetType?: { $ne: string } } =>
  viewer.patientDataAccess ? {} : { AssetType: { $ne: PATIENT } }

/** Returns the condition for stored alerts, each of which has its own patient flag. */
export const alertQuery = (viewer: Viewer): { ofPatient?: false } =>
  viewer.patientDataAccess ? {} : { ofPatient: false }
