import { expect, test } from 'vitest'
import { joinTexts, textByRights } from './recent-events.ts'
import { rightsFrom } from './stream-rights.ts'

const rights = rightsFrom({
  configured: true,
  allowedRoutes: ['/devices'],
  patientDataAccess: false,
  privileges: [],
  username: 'nurse',
})

test('joins the events that the rights allow, in order', () => {
  const events = [
    { audience: 'all', text: 'a' },
    { audience: 'patients', text: 'b' },
    { audience: 'assets', text: 'c' },
  ] as const
  expect(joinTexts(events, rights)).toBe('ac')
  expect(textByRights(() => events)(rights)).toBe('ac')
  expect(textByRights(() => events)({ ...rights, patientDataAccess: true })).toBe('abc')
})

test('stops at the limit instead of joining everything first', () => {
  let textReads = 0
  const events = Array.from({ length: 100 }, () => ({
    audience: 'all' as const,
    get text() {
      textReads += 1
      return 'x'.repeat(10)
    },
  }))
  expect(joinTexts(events, rights, 30)).toBeUndefined()
  expect(textReads).toBe(4)
  expect(joinTexts(events.slice(0, 3), rights, 30)).toHaveLength(30)
})
