import type { Collection, Index } from './catalogue.ts'

type Cache = { indexes: readonly Index[]; byPaths: Map<string, readonly Index[]> }
const caches = new WeakMap<Collection, Cache>()
const MAX_CACHED = 200

/** Array positions do not name fields: `Tags.0.Id` and `Tags.$.Id` touch an index on `Tags.Id`. */
const fieldPath = (path: string) =>
  path
    .split('.')
    .filter((part) => !/^(\d+|\$)$/.test(part))
    .join('.')

const related = (a: string, b: string) => a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`)

/** The indexes whose keys an update of these paths can change; undefined paths: all. */
export function affectedIndexes(
  collection: Collection,
  paths: readonly string[] | undefined,
): readonly Index[] {
  if (!paths) return collection.indexes
  let cache = caches.get(collection)
  if (!cache || cache.indexes !== collection.indexes) {
    cache = { indexes: collection.indexes, byPaths: new Map() }
    caches.set(collection, cache)
  }
  const key = paths.join('\n')
  const known = cache.byPaths.get(key)
  if (known) return known
  const touched = paths.map(fieldPath)
  const affected = collection.indexes.filter((index) =>
    index.fields.some((field) => touched.some((path) => related(path, fieldPath(field.path)))),
  )
  if (cache.byPaths.size >= MAX_CACHED) cache.byPaths.clear()
  cache.byPaths.set(key, affected)
  return affected
}
