import { expect, test } from 'vitest'
import { placeMatcher } from './search-places.ts'

const WARD = ['Northfield General', 'Tower', 'Ward 3']

test.each(['ward', 'FIELD GEN', 'Tower', ' 3'])('finds a place by a part of a level: %s', (text) => {
  expect(placeMatcher(text)(WARD)).toBe(true)
})

test.each([
  'Tower>Ward 3',
  'tower > ward',
  'General>Tower  >  Ward 3',
  'Northfield General > Tower',
  'Tower >',
  '> ward 3',
])('finds a place by a part of its path: %s', (text) => {
  expect(placeMatcher(text)(WARD)).toBe(true)
})

test.each(['Tower>Ward 4', 'Northfield General>Ward 3', 'Ward 3>', 'Tower Ward', '>>'])(
  'does not find a place by %s',
  (text) => {
    expect(placeMatcher(text)(WARD)).toBe(false)
  },
)
