import { PATIENT, type Viewer } from './asset-types.ts'

/** A condition of a query for assets: a stored path, and the store's operators that its value must meet. */
export type FieldTest = { path: string; test: Record<string, unknown> }

/**
 * Conditions for assets, restricted to those that a viewer may see. `Patient` is dropped from named types, so that an
 * index on the type still serves (no type may remain: then nothing is found); where no type is named it is excluded.
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

/** The condition on the type of an asset in a query that names no type. */
export const visibleTypeQuery = (viewer: Viewer): { AssetType?: { $ne: string } } =>
  viewer.patientDataAccess ? {} : { AssetType: { $ne: PATIENT } }

/** The condition on stored alerts: each says itself whether it is about a patient. */
export const alertQuery = (viewer: Viewer): { ofPatient?: false } =>
  viewer.patientDataAccess ? {} : { ofPatient: false }
