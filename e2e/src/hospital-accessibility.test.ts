import { describe, expect, test } from 'vitest'
import { openPage, seriousFindings } from './browser.ts'
import { setUpBrowserTest } from './browser-test.ts'
import { findingsOn, signedInClient } from './console-session.ts'

/** Accessibility of the login page and the devices of the demo hospital: cards, map, details. */
const running = setUpBrowserTest({ demo: 'still' })

describe.each(['desktop', 'phone'] as const)('at %s width', (size) => {
  test('axe finds no serious problems on the login page, light and dark', async () => {
    const { page, context } = await openPage(running.browser, { size })
    await page.goto(`${running.product.url}/#/login`)
    await page.getByLabel('Username').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await context.close()
  })

  test('axe finds no serious problems on the cards of devices, light and dark', async () => {
    expect(await findingsOn(running, size, 'devices', (page) => page.getByRole('article'))).toEqual([])
  })

  test('axe finds no serious problems on the map of devices, light and dark', async () => {
    const findings = await findingsOn(running, size, 'devices?view=map', (page) =>
      page.getByText(/^Map 1 of \d/),
    )
    expect(findings).toEqual([])
  })

  test('axe finds no serious problems on the details of a device, light and dark', async () => {
    const client = await signedInClient(running.product)
    const { assets } = await client.call('assetsFilter', {
      query: { pagesize: 1 },
      body: { AssetType: 'Equipment' },
    })
    const path = `asset-detail;type=Equipment;id=${assets[0]?.AssetId}`
    expect(await findingsOn(running, size, path, (page) => page.getByText('Location history'))).toEqual([])
  })
})
