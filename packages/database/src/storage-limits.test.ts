import { expect, test } from 'vitest'
import { readLimits, STORAGE_LIMITS } from './storage-limits.ts'

test('named limits replace the defaults', () => {
  expect(readLimits('', STORAGE_LIMITS)).toEqual(STORAGE_LIMITS)
  expect(readLimits('fences=10, assetKb=64,', STORAGE_LIMITS)).toEqual({
    ...STORAGE_LIMITS,
    fences: 10,
    assetKb: 64,
  })
})

test.each([
  ['fence=10', 'there is no limit fence'],
  ['__proto__=1', 'there is no limit __proto__'],
  ['fences', 'fences needs a number from 1 to 999999999'],
  ['fences=0', 'fences needs a number from 1 to 999999999'],
  ['fences=1e9', 'fences needs a number from 1 to 999999999'],
])('refuses %s with the reason', (text, reason) => {
  expect(() => readLimits(text, STORAGE_LIMITS)).toThrow(reason)
})
