import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WatchedPage } from './browser.ts'
import { setUpBrowserTest } from './browser-test.ts'
import { openSignedInPage } from './console-session.ts'
import { EVENT_PAGES, visitReport } from './report-pages.ts'

/** Reports of the demo hospital, one after the other as they stand in the menu. */
const running = setUpBrowserTest()
let opened: WatchedPage
beforeAll(async () => {
  opened = await openSignedInPage(running, { size: 'phone' })
  await opened.page.goto(`${running.product.url}/#/devices`)
})
afterAll(() => opened.context.close())

test.each(EVENT_PAGES)('$link is opened from the menu of a phone, exported and filtered', async (report) => {
  expect(await visitReport(opened, 'phone', report)).toEqual({ findings: [], overflow: 0 })
  expect(opened.complaints.splice(0)).toEqual([])
})
