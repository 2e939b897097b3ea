import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { renameConditions } from './rename-conditions.ts'

type Conditions = Record<string, unknown>[]
const renamed = {
  changes: [{ from: ['Site', 'Tower', 'Room old'], to: ['Site', 'Tower', 'Room new'] }],
  paths: [
    ['Site', 'Tower', 'Room new'],
    ['Site', 'Annex', 'Room old'],
  ],
}

describe('conditions on a renamed place', () => {
  it.each<[Conditions, Conditions]>([
    [
      [{ 'CurrentLocation.fullPath.Level_2': 'Tower' }, { 'CurrentLocation.fullPath.Level_3': 'Room old' }],
      [{ 'CurrentLocation.fullPath.Level_2': 'Tower' }, { 'CurrentLocation.fullPath.Level_3': 'Room new' }],
    ],
    [
      [{ AssetType: 'Equipment', CurrentLocation_level_2: ['Tower'], CurrentLocation_level_3: ['Room old'] }],
      [{ AssetType: 'Equipment', CurrentLocation_level_2: ['Tower'], CurrentLocation_level_3: ['Room new'] }],
    ],
    // A room of the same name in another building keeps its name.
    [
      [{ HomeLocation_fullPath_Level_3: 'Room old' }],
      [{ HomeLocation_fullPath_Level_3: ['Room old', 'Room new'] }],
    ],
    [
      [
        {
          '2.CurrentLocation.level.Level_3': { $in: ['Room old', 'x'] },
          'CurrentLocation.level.Level_2': 'Tower',
        },
      ],
      [
        {
          '2.CurrentLocation.level.Level_3': { $in: ['Room old', 'x', 'Room new'] },
          'CurrentLocation.level.Level_2': 'Tower',
        },
      ],
    ],
  ])('have its new name: %j', (before, after) => {
    expect(renameConditions(before, renamed)).toEqual(after)
    // The job repeats the work.
    expect(renameConditions(after, renamed)).toBeUndefined()
  })

  it.each<[Conditions]>([
    [[{ 'CurrentLocation.fullPath.Level_2': 'Annex' }, { 'CurrentLocation.fullPath.Level_3': 'Room old' }]],
    [[{ 'CurrentLocation.fullPath.Level_2': 'Tower' }]],
    [[{ 'CurrentLocation.fullPath.Level_3': { $regex: 'Room' } }]],
    [[{ 'Fields.AssetName': 'Room old' }]],
  ])('stay as they are where they mean something else: %j', (conditions) => {
    expect(renameConditions(conditions, renamed)).toBeUndefined()
  })
})

test('conditions find every place that they found before, whatever is renamed or moved', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'd')
  const path = fc.array(name, { minLength: 1, maxLength: 3 })
  const places = fc.array(fc.record({ before: path, after: fc.option(path, { nil: undefined }) }), {
    maxLength: 8,
  })
  const names = fc.dictionary(fc.constantFrom('1', '2', '3'), fc.array(name, { minLength: 1, maxLength: 2 }))
  let compared = 0
  fc.assert(
    fc.property(places, names, (known, levels) => {
      const key = (level: string) => `CurrentLocation.fullPath.Level_${level}`
      const conditions = Object.entries(levels).map(([level, values]) => ({ [key(level)]: values }))
      const finds = (list: readonly Record<string, unknown>[], fullName: readonly string[]) =>
        list.every((condition) =>
          Object.entries(condition).every(([model, values]) =>
            (values as string[]).includes(fullName[Number(model.slice(-1)) - 1] ?? ''),
          ),
        )
      const changes = known.flatMap(({ before, after }) => (after ? [{ from: before, to: after }] : []))
      const paths = known.map(({ before, after }) => after ?? before)
      const result = renameConditions(conditions, { changes, paths }) ?? conditions
      for (const { before, after = before } of known) {
        if (!finds(conditions, before) || Object.keys(levels).some((level) => after.length < Number(level)))
          continue
        compared += 1
        expect(finds(result, after)).toBe(true)
      }
    }),
  )
  expect(compared).toBeGreaterThan(0)
})
