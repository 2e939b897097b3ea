import { expect, test } from 'vitest'
import { ANALYSED_PUMPS, analysesJourney } from './analyses-journey.ts'
import { setUpBrowserTest } from './browser-test.ts'

const running = setUpBrowserTest(ANALYSED_PUMPS)

test('each analysis is opened from the menu, drawn, exported and filtered on a phone', async () => {
  const { complaints, files } = await analysesJourney(running, 'phone')
  expect(complaints).toEqual([])
  expect(files).toEqual(['report.csv', 'report.csv', 'report.csv', 'report.csv'])
})
