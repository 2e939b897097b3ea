import { expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { customReportJourney } from './custom-report-journey.ts'
import { setUpPumps } from './pumps.ts'

const running = setUpBrowserTest({ demo: false, prepare: setUpPumps })

test('a report is composed, is in the menu of another browser at once, is edited and deleted', async () => {
  expect(await customReportJourney(running, 'desktop')).toEqual([])
})
