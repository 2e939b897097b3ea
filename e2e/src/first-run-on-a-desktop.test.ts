import { expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { firstRunVisit, NEWCOMER } from './first-run-visit.ts'

const running = setUpBrowserTest(NEWCOMER)

test('an empty system becomes a map with an asset on it in three minutes of clicks', async () => {
  const { seconds, complaints } = await firstRunVisit(running, 'desktop')
  expect(seconds).toBeLessThan(180)
  expect(complaints).toEqual([])
})
