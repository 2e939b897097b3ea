import { expect, test } from 'vitest'
import { seriousFindings } from './browser.ts'
import { setUpBrowserTest } from './browser-test.ts'
import { openSignedInPage } from './console-session.ts'

/** Reports of the demo hospital, as axe sees them. */
const running = setUpBrowserTest()

test('the charts of states over time and their table are told apart by everyone', async () => {
  const { page, context, complaints } = await openSignedInPage(running, { size: 'desktop' })
  await page.goto(`${running.product.url}/#/report/status-vs-time`)
  await page.getByRole('region', { name: 'WiFi' }).locator('canvas').first().waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.goto(`${running.product.url}/#/report/pump-movement`)
  await page.getByRole('region', { name: 'Flows between places' }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})
