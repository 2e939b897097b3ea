import type { CriteriaBody } from '@wardtrack/contracts'

/**
 * Asset values that decide a query's result and its order, as paths of criteria. A query has its scope in its `meta`,
 * and is refetched when live data changes one of these values.
 */
export interface LiveScope {
  /** Asset types of the query; undefined for every type. */
  readonly assetTypes: readonly string[] | undefined
  readonly paths: readonly string[]
}

/** Paths that a text search covers. Ids are left out because they never change. */
const SEARCHED = ['Fields.AssetName', 'Fields.SerialNo', 'Fields.PrimaryCategory', 'CurrentLocation.fullPath']

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the stored path; criteria may write `level` for the `fullPath` of a place. */
const storedPath = (path: string): string =>
  path.replace('CurrentLocation.level.', 'CurrentLocation.fullPath.')

function pathsOf(condition: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(condition).flatMap(([name, value]) => {
    if (name === 'search') return SEARCHED
    if (name === 'sort')
      return (Array.isArray(value) ? value : [value])
        .filter(isRecord)
        .map(({ sortField }) => storedPath(String(sortField)))
    if (name.startsWith('$'))
      return (Array.isArray(value) ? value : [value]).filter(isRecord).flatMap(pathsOf)
    return [storedPath(name)]
  })
}

function typesOf(conditions: readonly Readonly<Record<string, unknown>>[]): string[] | undefined {
  const value = conditions.find(({ AssetType }) => AssetType !== undefined)?.['AssetType']
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter((type) => typeof type === 'string') : undefined
}

/**
 * Returns the scope of a list of assets.
 * @param otherPaths further paths that affect the result, such as places when assets are counted by map
 */
export function scopeOfCriteria(criteria: CriteriaBody, otherPaths: readonly string[] = []): LiveScope {
  const conditions = Array.isArray(criteria) ? criteria : [criteria]
  const paths = conditions.flatMap(pathsOf).filter((path) => path !== 'AssetType')
  return { assetTypes: typesOf(conditions), paths: [...new Set([...paths, ...otherPaths])] }
}

/** Returns the value at a dotted path; undefined if there is none. */
export function valueAt(asset: unknown, path: string): unknown {
  let value = asset
  for (const name of path.split('.')) {
    if (!isRecord(value)) return undefined
    value = value[name]
  }
  return value
}

const isSame = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) || (isRecord(a) && isRecord(b) && JSON.stringify(a) === JSON.stringify(b))

/** True if a change of a known asset may move it within a query's result, or remove it. */
export const changesScope = ({ paths }: LiveScope, before: unknown, after: unknown): boolean =>
  before !== after && paths.some((path) => !isSame(valueAt(before, path), valueAt(after, path)))

/** Returns true if an event may add its asset to the result: the event has a value in the scope. */
export function mayEnterScope(scope: LiveScope, event: { readonly AssetType: string }): boolean {
  if (scope.assetTypes && !scope.assetTypes.includes(event.AssetType)) return false
  return scope.paths.some((path) => valueAt(event, path) !== undefined)
}
