import { expect, it } from 'vitest'
import { isSamePlace, placeKeyOf } from './place-key.ts'

const path = { Level_1: 'Site', Level_2: 'Tower' }
const positions = [
  { mapId: 'map-1', fullPath: path },
  { mapId: 'map-1', fullPath: { Level_2: 'Tower', Level_1: 'Site' } },
  { mapId: 'map-2', fullPath: path },
  { mapId: null, fullPath: path },
  { mapId: 'map-1', fullPath: { Level_1: 'Site' } },
]

it('positions are of one place that have the same key, whether they share their path in memory or not', () => {
  for (const first of positions)
    for (const second of positions)
      expect(isSamePlace(first, second)).toBe(placeKeyOf(first) === placeKeyOf(second))
})
