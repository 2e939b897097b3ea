import type { Asset } from '@wardtrack/contracts'
import type { CriteriaFields } from '@wardtrack/database'
import { invalidCriteria } from './read-asset-criteria.ts'

const MEMBERS = [
  'AssetStatus',
  'Fields',
  'Fields.Mappings',
  'FieldTimes',
  'CustomTags',
  'LocationTags',
  'CurrentLocation',
  'HomeLocation',
  'Claim',
  'MissingReport',
]
const ALWAYS = ['_id', 'AssetType', 'AssetId']

type Projected = Record<string, unknown> & Pick<Asset, '_id' | 'AssetType' | 'AssetId'>

/**
 * Reads the paths that a projection names.
 * @returns undefined when the whole asset is requested
 * @throws ApiError `invalid_criteria` for a member that may not be requested
 */
export function projectionOf(
  requested: readonly string[] | Record<string, 1> | undefined,
  fields: CriteriaFields,
): string[] | undefined {
  if (requested === undefined) return undefined
  const named = Array.isArray(requested) ? [...(requested as string[])] : Object.keys(requested)
  named.forEach((path, index) => {
    if (MEMBERS.includes(path) || fields.has(path)) return
    const at = Array.isArray(requested) ? String(index) : path
    throw invalidCriteria(`projection.${at}`, 'This field is not known.')
  })
  return named.map((path) => fields.get(path)?.path ?? path)
}

/**
 * Returns the requested members of an asset. They are taken from the asset visible to the session, never from the
 * stored one.
 */
export function projected(asset: Asset, paths: readonly string[] | undefined): Projected {
  if (!paths) return asset
  const result: Record<string, unknown> = {}
  for (const path of [...ALWAYS, ...paths]) copyPath(asset, result, path.split('.'))
  return result as Projected
}

function copyPath(from: object, to: Record<string, unknown>, path: readonly string[]): void {
  const [name, ...rest] = path
  if (name === undefined || !Object.hasOwn(from, name)) return
  const value: unknown = Reflect.get(from, name)
  if (rest.length === 0) {
    to[name] = value
    return
  }
  if (Array.isArray(value)) to[name] = value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  const nested = (to[name] ?? {}) as Record<string, unknown>
  to[name] = nested
  copyPath(value, nested, rest)
}
