import { expect, test } from 'vitest'
import { seriousFindings } from './browser.ts'
import { setUpBrowserTest } from './browser-test.ts'
import { openSignedInPage } from './console-session.ts'
import { setUpFloors } from './floors.ts'

const running = setUpBrowserTest({ demo: false, prepare: setUpFloors })

/** Each tab is checked at one width. The widths only differ in the choice of tabs, which the first tab covers. */
test.each([
  ['desktop', 'format'],
  ['desktop', 'refused'],
  ['phone', 'settings'],
  ['phone', 'activity'],
] as const)('at %s width the tab %s of a provider is accessible', async (size, tab) => {
  // A new page for each tab, because the panels look alike.
  const { page, context } = await openSignedInPage(running, { size })
  await page.goto(`${running.product.url}/#/provider-settings/acme?tab=${tab}`)
  await page.getByRole('tabpanel').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await context.close()
})
