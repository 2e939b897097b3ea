import { expect, it } from 'vitest'
import { firstDifferentLevel, isSamePlace, placeKeyOf } from './place-key.ts'

const path = { Level_1: 'Site', Level_2: 'Tower' }
const positions = [
  { mapId: 'map-1', fullPath: path },
  { mapId: 'map-1', fullPath: { Level_2: 'Tower', Level_1: 'Site' } },
  { mapId: 'map-2', fullPath: path },
  { mapId: null, fullPath: path },
  { mapId: 'map-1', fullPath: { Level_1: 'Site' } },
]

it('gives positions of one place the same key, whether they share their path in memory or not', () => {
  for (const first of positions)
    for (const second of positions)
      expect(isSamePlace(first, second)).toBe(placeKeyOf(first) === placeKeyOf(second))
})

it('returns the outermost level that differs', () => {
  expect(firstDifferentLevel(path, { ...path })).toBeUndefined()
  expect(firstDifferentLevel(path, { Level_1: 'Site', Level_2: 'House' })).toBe(2)
  expect(firstDifferentLevel(path, { Level_1: 'Site' })).toBe(2)
  expect(firstDifferentLevel({}, path)).toBe(1)
  const deep = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`Level_${12 - n}`, 'same']))
  expect(firstDifferentLevel(deep, { ...deep, Level_10: 'other', Level_9: 'other' })).toBe(9)
})
