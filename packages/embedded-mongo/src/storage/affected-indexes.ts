import type { IndexField } from '../keys/index-keys.ts'
import { createMemo } from '../remembered.ts'
import type { Collection, Index } from './catalogue.ts'

/** An index, and which of its fields an update can touch. */
export type AffectedIndex = { index: Index; fields: readonly IndexField[] }

/** Caches by a collection's list of indexes. Adding or removing an index creates a new list. */
const known = new WeakMap<readonly Index[], ReturnType<typeof createMemo<readonly AffectedIndex[]>>>()

/** Removes array positions from a path: `Tags.0.Id` and `Tags.$.Id` affect an index on `Tags.Id`. */
const fieldPath = (path: string) =>
  path
    .split('.')
    .filter((part) => !/^(\d+|\$)$/.test(part))
    .join('.')

const related = (a: string, b: string) => a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`)

/** Returns the indexes whose keys an update of these paths can change, with the affected fields; all for undefined paths. */
export function affectedIndexes(
  { indexes }: Collection,
  paths: readonly string[] | undefined,
): readonly AffectedIndex[] {
  const byPaths = known.get(indexes) ?? createMemo<readonly AffectedIndex[]>()
  known.set(indexes, byPaths)
  return byPaths.get(paths?.join('\n') ?? '\n', () => {
    const touched = paths?.map(fieldPath)
    const isTouched = ({ path }: IndexField) => !touched || touched.some((other) => related(other, path))
    return indexes
      .map((index) => ({ index, fields: index.fields.filter(isTouched) }))
      .filter(({ fields }) => fields.length > 0)
  })
}
