import { describe, expect, test } from 'vitest'
import { seriousFindings } from './browser.ts'
import { setUpBrowserTest } from './browser-test.ts'
import { openSignedInPage } from './console-session.ts'

/** Accessibility of the global search and of reports, in the demo hospital. */
const running = setUpBrowserTest({ demo: 'still' })

describe.each(['desktop', 'phone'] as const)('at %s width', (size) => {
  test('axe finds no serious problems before, with and without hits', async () => {
    const { page, context } = await openSignedInPage(running, { size })
    await page.goto(`${running.product.url}/#/dashboard`)
    await page.getByRole('button', { name: 'Search everything' }).first().click()
    const box = page.getByRole('combobox', { name: 'Search everything' })
    await page.getByRole('option').first().waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await box.fill('pump')
    await page.getByRole('group', { name: 'Assets' }).getByRole('option').first().waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await box.fill('no such thing')
    await page.getByText('Nothing matches').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await context.close()
  })
})

test('axe finds no serious problems in the charts of states over time and their table', async () => {
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
