import type { PathChange } from './find-path-changes.ts'
import { type LevelNames, renameLevels } from './rename-levels.ts'

/** `CurrentLocation.fullPath.Level_4` of filters, `CurrentLocation_level_4` of rules, and their other forms. */
const LEVEL = /^(.+)[._](?:fullPath|level)[._](?:Level_)?([1-9]\d?)$/

type Conditions = Readonly<Record<string, unknown>>
/** Changes of paths, and the present paths of all places. */
export type RenamedPlaces = {
  changes: readonly Pick<PathChange, 'from' | 'to'>[]
  paths: readonly (readonly string[])[]
}

/**
 * Returns conditions that must all hold with the present names of places; undefined when none of them changes. Tests
 * other than equality, such as patterns, stay as they are.
 */
export function renameConditions<C extends Conditions>(
  conditions: readonly C[],
  { changes, paths }: RenamedPlaces,
): C[] | undefined {
  const sides = new Map<string, Map<number, string[]>>()
  for (const [key, value] of conditions.flatMap((condition) => Object.entries(condition))) {
    const [, side, level] = LEVEL.exec(key) ?? []
    const names = namesOf(value)
    if (side === undefined || !names) continue
    const levels = sides.get(side) ?? new Map<number, string[]>()
    sides.set(side, levels.set(Number(level), names))
  }
  const renamed = new Map<string, LevelNames>()
  for (const [side, levels] of sides) {
    const after = renameLevels(levels, changes, paths)
    if (after) renamed.set(side, after)
  }
  if (renamed.size === 0) return undefined
  return conditions.map((condition) => withNames(condition, renamed))
}

function withNames<C extends Conditions>(condition: C, renamed: ReadonlyMap<string, LevelNames>): C {
  const members = Object.entries(condition).map(([key, value]) => {
    const [, side = '', level] = LEVEL.exec(key) ?? []
    const names = renamed.get(side)?.get(Number(level))
    return [key, names && namesOf(value) ? likeBefore(value, names) : value] as const
  })
  return { ...condition, ...Object.fromEntries(members) }
}

/** Returns the texts that a value accepts; undefined for another test. */
function namesOf(value: unknown): string[] | undefined {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.every((name) => typeof name === 'string') ? value : undefined
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 1) return undefined
  return '$in' in value ? namesOf(value.$in) : '$eq' in value ? namesOf(value.$eq) : undefined
}

/** Returns names in the form of a value; a list where one name became several. */
function likeBefore(before: unknown, names: readonly string[]): unknown {
  if (Array.isArray(before)) return names
  if (typeof before === 'object')
    return names.length === 1 && !('$in' in Object(before)) ? { $eq: names[0] } : { $in: names }
  return names.length === 1 ? names[0] : names
}
