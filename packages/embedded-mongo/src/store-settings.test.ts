import { expect, it } from 'vitest'
import { limitsOf, readStoreSettings, STORE_SETTINGS } from './store-settings.ts'

it('named settings replace the defaults', () => {
  expect(readStoreSettings('{"journalMb":8}')).toEqual({ journalMb: 8 })
  expect(limitsOf({ ...STORE_SETTINGS, journalMb: 8, checkpointSeconds: 2 })).toEqual({
    journalBytes: 8 * 1024 ** 2,
    checkpointChanges: STORE_SETTINGS.checkpointChanges,
    checkpointInterval: 2000,
  })
})

it('an interval above the limit of timers becomes the longest interval', () => {
  const { checkpointInterval } = limitsOf({ ...STORE_SETTINGS, checkpointSeconds: 999_999_999 })
  expect(checkpointInterval).toBe(2 ** 31 - 1)
})

it.each([
  ['{"journal":8}', 'there is no setting journal'],
  ['{"__proto__":8}', 'there is no setting __proto__'],
  ['{"cursors":0}', 'cursors needs a whole number of at least 1'],
  ['{"cursors":"9"}', 'cursors needs a whole number of at least 1'],
  ['{"journalMb":1.5}', 'journalMb needs a whole number of at least 1'],
])('%s is refused with a reason', (text, reason) => {
  expect(() => readStoreSettings(text)).toThrow(reason)
})
