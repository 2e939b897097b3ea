import { patternContaining, STORED_PATHS } from '@wardtrack/database'
import { expect, test } from 'vitest'
import { withPlaces } from './level-conditions.ts'
import type { InternalPlaces } from './places.store.ts'

const PLACES = [
  { hierarchyId: 'a', fullName: ['Site', 'Tower', 'Ward 1'] },
  { hierarchyId: 'b', fullName: ['Site', 'Tower', 'Ward 2'] },
  { hierarchyId: 'c', fullName: ['Site', 'Annex', 'Ward 1'] },
  { hierarchyId: 'd', fullName: ['Site', 'Tower'] },
]
const places: InternalPlaces = {
  idsWhere: async (passes) =>
    PLACES.filter(({ fullName }) => passes(fullName)).map(({ hierarchyId }) => hierarchyId),
  where: async () => [],
  paths: async () => STORED_PATHS,
  deepest: async () => 0,
  matching: async () => [],
  close: () => {},
}
const level = (n: number, wanted: Record<string, unknown>) => ({
  path: `CurrentLocation.fullPath.Level_${n}`,
  test: wanted,
})
const at = (...ids: string[]) => ({ path: 'CurrentLocation.hierarchyId', test: { $in: ids } })
const typeCondition = { path: 'AssetType', test: { $eq: 'Equipment' } }

test.each([
  ['one value', [level(2, { $eq: 'Tower' })], [at('a', 'b', 'd')]],
  ['any of several', [level(3, { $in: ['Ward 1', 'none'] })], [at('a', 'c')]],
  ['a pattern', [level(3, { $regex: patternContaining('ward') })], [at('a', 'b', 'c')]],
  ['two levels at once', [level(2, { $eq: 'Tower' }), level(3, { $eq: 'Ward 1' })], [at('a')]],
  ['a level that no place has', [level(9, { $eq: 'x' })], [at()]],
])('converts levels to places: %s', async (_title, conditions, expected) => {
  expect(await withPlaces([typeCondition, ...conditions], places)).toEqual([typeCondition, ...expected])
})

test('keeps conditions that also match assets without a place, and conditions on the home location', async () => {
  const missing = [
    level(2, { $in: ['Tower', null] }),
    { path: 'HomeLocation.fullPath.Level_1', test: { $eq: 'Site' } },
  ]
  expect(await withPlaces(missing, places)).toEqual(missing)
})
