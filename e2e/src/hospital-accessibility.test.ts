import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, openPage, seriousFindings } from './browser.ts'
import { openSignedInPage, signedInClient } from './console-session.ts'
import { type Product, startProduct } from './product.ts'

/** What axe says of the pages of the demo hospital that everybody opens. */
let product: Product
let browser: Browser

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await product?.remove()
})

describe.each(['desk', 'phone'] as const)('at %s width', (size) => {
  /** Opens a page of the console, waits for what is on it when it is complete, and asks axe. */
  const findingsOn = async (path: string, complete: (page: Page) => Locator): Promise<string[]> => {
    const { page, context } = await openSignedInPage(browser, product, { size })
    await page.goto(`${product.url}/#/${path}`)
    await complete(page).first().waitFor()
    const findings = await seriousFindings(page)
    await context.close()
    return findings
  }

  test('axe finds nothing serious on the login page, light and dark', async () => {
    const { page, context } = await openPage(browser, { size })
    await page.goto(`${product.url}/#/login`)
    await page.getByLabel('Username').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await context.close()
  })

  test('axe finds nothing serious on the cards of devices, light and dark', async () => {
    expect(await findingsOn('devices', (page) => page.getByRole('article'))).toEqual([])
  })

  test('axe finds nothing serious on the map of devices, light and dark', async () => {
    expect(await findingsOn('devices?view=map', (page) => page.getByText(/^Map 1 of \d/))).toEqual([])
  })

  test('axe finds nothing serious on the details of a device, light and dark', async () => {
    const client = await signedInClient(product)
    const { assets } = await client.call('assetsFilter', {
      query: { pagesize: 1 },
      body: { AssetType: 'Equipment' },
    })
    const path = `asset-detail;type=Equipment;id=${assets[0]?.AssetId}`
    expect(await findingsOn(path, (page) => page.getByText('Location history'))).toEqual([])
  })
})
