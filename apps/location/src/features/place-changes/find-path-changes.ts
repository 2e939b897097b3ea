import { type Database, INTERNAL, type PlaceDoc, trusted } from '@wardtrack/database'
import { pathKey } from '@wardtrack/places'

/** A place and its path of level names. */
export type PlacePath = Pick<PlaceDoc, 'hierarchyId' | 'fullName'>
/** Change of a place's path. */
export type PathChange = { hierarchyId: string; from: readonly string[]; to: string[] }

/**
 * Returns the changes of paths that new paths cause. A place below a renamed or moved one follows it, unless it has a
 * new path itself, or another place keeps the old path above it.
 */
export async function findPathChanges(
  { models }: Pick<Database, 'models'>,
  paths: readonly PlacePath[],
): Promise<PathChange[]> {
  const ids = paths.map(({ hierarchyId }) => hierarchyId)
  const known = await models.places
    .find<PlacePath>({ provider: INTERNAL, hierarchyId: trusted({ $in: ids }) })
    .select({ _id: 0, hierarchyId: 1, fullName: 1 })
  const newPaths = new Map(paths.map(({ hierarchyId, fullName }) => [hierarchyId, fullName]))
  const changed = known.flatMap(({ hierarchyId, fullName }) => {
    const to = newPaths.get(hierarchyId)
    return to && pathKey(to) !== pathKey(fullName) ? [{ hierarchyId, from: fullName, to }] : []
  })
  if (changed.length === 0) return []
  const all = await models.places
    .find<PlacePath>({ provider: INTERNAL })
    .select({ _id: 0, hierarchyId: 1, fullName: 1 })
  return [...changed, ...followersOf(changed, all, new Set(newPaths.keys()))]
}

function followersOf(
  changed: readonly PathChange[],
  all: readonly PlacePath[],
  withNewPath: ReadonlySet<string>,
): PathChange[] {
  const withoutNewPath = all.filter(({ hierarchyId }) => !withNewPath.has(hierarchyId))
  const staying = new Set(withoutNewPath.map(({ fullName }) => pathKey(fullName)))
  const moved = new Map(
    changed.flatMap(({ from, to }) => (staying.has(pathKey(from)) ? [] : [[pathKey(from), to] as const])),
  )
  return withoutNewPath.flatMap(({ hierarchyId, fullName }) => {
    for (let depth = fullName.length - 1; depth > 0; depth -= 1) {
      const above = moved.get(pathKey(fullName.slice(0, depth)))
      if (above) return [{ hierarchyId, from: fullName, to: [...above, ...fullName.slice(depth)] }]
    }
    return []
  })
}
