import type { PathChange } from './find-path-changes.ts'

/** Names that conditions accept at levels of one place, by level number from 1 on. */
export type LevelNames = ReadonlyMap<number, readonly string[]>

/**
 * Returns the names of conditions after places were renamed, so that they find the same places; undefined when they
 * did not find any of these. An old name remains while another place that the conditions find still has it.
 * @param paths present paths of all places
 */
export function renameLevels(
  names: LevelNames,
  changes: readonly Pick<PathChange, 'from' | 'to'>[],
  paths: readonly (readonly string[])[],
): LevelNames | undefined {
  const found = changes.filter(({ from }) => accepts(names, from))
  const added = new Map([...names].map(([level, known]) => [level, withNew(known, level, found)]))
  const namesAfter = new Map(
    [...added].map(([level, all]) => [level, withoutOld(all, level, { added, found, paths })]),
  )
  const isSame = [...namesAfter].every(([level, after]) => after.join('\n') === names.get(level)?.join('\n'))
  return found.length === 0 || isSame ? undefined : namesAfter
}

const nameAt = (path: readonly string[], level: number): string | undefined => path[level - 1]

/** Returns true if a path has an accepted name at each level, apart from one. */
const accepts = (names: LevelNames, path: readonly string[], exceptAt?: number): boolean =>
  [...names].every(([level, known]) => level === exceptAt || known.includes(nameAt(path, level) ?? ''))

function withNew(
  known: readonly string[],
  level: number,
  found: readonly Pick<PathChange, 'to'>[],
): string[] {
  const present = found.flatMap(({ to }) => nameAt(to, level) ?? [])
  return [...new Set([...known, ...present])]
}

function withoutOld(
  all: readonly string[],
  level: number,
  {
    added,
    found,
    paths,
  }: {
    added: LevelNames
    found: readonly Pick<PathChange, 'from' | 'to'>[]
    paths: readonly (readonly string[])[]
  },
): readonly string[] {
  const old = new Set(found.map(({ from }) => nameAt(from, level)))
  const used = new Set(paths.filter((path) => accepts(added, path, level)).map((path) => nameAt(path, level)))
  const present = all.filter((name) => !old.has(name) || used.has(name))
  // A place that has lost the level leaves a condition that finds nothing, not one that finds everything.
  return present.length > 0 ? present : all
}
