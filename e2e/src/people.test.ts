import { expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { visitsOfPeople } from './people-visits.ts'

const running = setUpBrowserTest({ demo: 'still' })

test('each of the four users signs in, sees devices and signs out', async () => {
  const visit = { cards: 9, isOnLogin: true, remaining: [], complaints: [] }
  expect(await visitsOfPeople(running, 'desktop')).toEqual([visit, visit, visit, visit])
})
