import { matcherOf, type ReadCriteria } from '@wardtrack/database'
import type { InternalPlaces } from './places.store.ts'

const LEVEL = /^CurrentLocation\.fullPath\.Level_([1-9][0-9]?)$/

type Tests = ReadCriteria['conditions']

/**
 * Converts conditions on levels of the current place to one on the place's id, which is indexed. Levels have no
 * index, because their number is unlimited. A condition that also matches assets without a value stays unchanged.
 */
export async function withPlaces(conditions: Tests, places: InternalPlaces): Promise<Tests> {
  const levels: { index: number; matches: (name: string) => boolean }[] = []
  const otherConditions: Tests = []
  for (const condition of conditions) {
    const level = LEVEL.exec(condition.path)?.[1]
    const matches = level === undefined ? undefined : nameTest(condition.test)
    if (level === undefined || !matches) otherConditions.push(condition)
    else levels.push({ index: Number(level) - 1, matches })
  }
  if (levels.length === 0) return conditions
  const found = await places.idsWhere((fullName) =>
    levels.every(({ index, matches }) => {
      const name = fullName[index]
      return name !== undefined && matches(name)
    }),
  )
  return [...otherConditions, { path: 'CurrentLocation.hierarchyId', test: { $in: found } }]
}

function nameTest(test: Record<string, unknown>): ((name: string) => boolean) | undefined {
  const { $eq: equal, $in: allowed, $regex: pattern } = test
  if (pattern !== undefined) return matcherOf(pattern)
  if (Array.isArray(allowed)) return allowed.includes(null) ? undefined : (name) => allowed.includes(name)
  return equal === undefined ? undefined : (name) => name === equal
}
