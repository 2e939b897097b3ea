import { createMemo } from '../remembered.ts'
import type { Collection, Index } from './catalogue.ts'

type Affected = { indexes: readonly Index[]; byPaths: ReturnType<typeof createMemo<readonly Index[]>> }
const known = new WeakMap<Collection, Affected>()

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
  let affected = known.get(collection)
  if (affected?.indexes !== collection.indexes) {
    affected = { indexes: collection.indexes, byPaths: createMemo() }
    known.set(collection, affected)
  }
  return affected.byPaths.get(paths.join('\n'), () => {
    const touched = paths.map(fieldPath)
    return collection.indexes.filter((index) =>
      index.fields.some((field) => touched.some((path) => related(path, field.path))),
    )
  })
}
