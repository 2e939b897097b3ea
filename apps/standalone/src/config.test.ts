import { STORE_SETTINGS } from '@wardtrack/embedded-mongo'
import { expect, test } from 'vitest'
import { readSettings } from './config.ts'

test('reads the limits of the embedded store from its setting', () => {
  expect(readSettings({}).WARDTRACK_STORE).toEqual(STORE_SETTINGS)
  expect(readSettings({ WARDTRACK_STORE: 'journalMb=8, cursors=50' }).WARDTRACK_STORE).toEqual({
    ...STORE_SETTINGS,
    journalMb: 8,
    cursors: 50,
  })
})

test.each([
  ['journal=8', 'there is no limit journal'],
  ['journalMb=0', 'journalMb needs a number from 1 to 999999999'],
])('refuses to start with %s and names the error', (text, reason) => {
  expect(() => readSettings({ WARDTRACK_STORE: text })).toThrow(`WARDTRACK_STORE: ${reason}`)
})
