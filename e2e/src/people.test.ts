import { test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { expectVisitsOfPeople } from './people-visits.ts'

const running = setUpBrowserTest()

test('each of the four people signs in, sees devices and signs out', async () => {
  await expectVisitsOfPeople(running, 'desktop')
})
