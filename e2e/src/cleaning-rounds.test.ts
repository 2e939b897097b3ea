import { expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { openSignedInPage } from './console-session.ts'
import { EVENT_PAGES, visitReport } from './report-pages.ts'

/** Cleaning rounds of the demo hospital on a desktop, and their tile. */
const running = setUpBrowserTest({ demo: 'still' })

test('cleaning rounds are opened from the menu, drawn, exported, filtered, and linked by their tile', async () => {
  const opened = await openSignedInPage(running, { size: 'desktop' })
  const { page, context, complaints } = opened
  await page.goto(`${running.product.url}/#/dashboard`)
  const report = EVENT_PAGES.find(({ path }) => path === 'report/cleaning')
  if (!report) throw new Error('cleaning rounds are a page of reports')
  expect(await visitReport(opened, 'desktop', report)).toEqual({ findings: [], overflow: 0 })
  await page.goto(`${running.product.url}/#/report/cleaning`)
  await page.getByRole('region', { name: 'After each use' }).locator('canvas').waitFor()

  await page.goto(`${running.product.url}/#/dashboard`)
  await page.getByRole('button', { name: 'Edit dashboard' }).click()
  await page.getByRole('button', { name: 'Add tile' }).click()
  await page.getByRole('button', { name: 'Add Cleaning rounds' }).click()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: 'Save dashboard' }).click()
  await page.getByText('Dashboard saved.').waitFor()
  await page.getByRole('link', { name: 'Cleaning rounds', exact: true }).click()
  await page.waitForURL('**/#/report/cleaning')
  expect(complaints).toEqual([])
  await context.close()
})
