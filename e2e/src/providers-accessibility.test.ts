import { expect, test } from 'vitest'
import { seriousFindings } from './browser.ts'
import { setUpBrowserTest } from './browser-test.ts'
import { openSignedInPage } from './console-session.ts'
import { setUpFloors } from './floors.ts'

const running = setUpBrowserTest({ demo: false, prepare: setUpFloors })

/** Each tab at one width: what differs between the widths is how tabs are chosen, which the first one shows. */
test.each([
  ['desktop', 'format'],
  ['desktop', 'refused'],
  ['phone', 'settings'],
  ['phone', 'activity'],
] as const)('at %s width the tab %s of a provider is accessible', async (size, tab) => {
  // Loaded for each tab: one panel looks like the other.
  const { page, context } = await openSignedInPage(running, { size })
  await page.goto(`${running.product.url}/#/provider-settings/acme?tab=${tab}`)
  await page.getByRole('tabpanel').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await context.close()
})
