import { createMemo } from '../remembered.ts'
import type { Collection, Index } from './catalogue.ts'

/** By the list of a collection's indexes, which is another one when one of them is added or taken away. */
const known = new WeakMap<readonly Index[], ReturnType<typeof createMemo<readonly Index[]>>>()

/** Array positions do not name fields: `Tags.0.Id` and `Tags.$.Id` touch an index on `Tags.Id`. */
const fieldPath = (path: string) =>
  path
    .split('.')
    .filter((part) => !/^(\d+|\$)$/.test(part))
    .join('.')

const related = (a: string, b: string) => a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`)

/** The indexes whose keys an update of these paths can change; undefined paths: all. */
export function affectedIndexes(
  { indexes }: Collection,
  paths: readonly string[] | undefined,
): readonly Index[] {
  if (!paths) return indexes
  const byPaths = known.get(indexes) ?? createMemo<readonly Index[]>()
  known.set(indexes, byPaths)
  return byPaths.get(paths.join('\n'), () => {
    const touched = paths.map(fieldPath)
    return indexes.filter(({ fields }) =>
      fields.some((field) => touched.some((path) => related(path, field.path))),
    )
  })
}
