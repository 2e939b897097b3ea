import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enterFence, setUpAlertMap } from './alert-map.ts'
import { openBrowser, seriousFindings } from './browser.ts'
import { configure, openSignedInPage, signedInClient } from './console-session.ts'
import { type Product, startProduct } from './product.ts'

/** What axe says of the pages of geofence alerts, with an alert on them. */
let product: Product
let browser: Browser

beforeAll(async () => {
  product = await startProduct({ WARDTRACK_DEMO: 'off' })
  browser = await openBrowser()
  const client = await signedInClient(product)
  await configure(client)
  await setUpAlertMap(product, client, [PUMP])
  await enterFence(product, PUMP)
})
afterAll(async () => {
  await browser?.close()
  await product?.remove()
})

const PUMP = 'Gate pump 1'

describe.each(['desk', 'phone'] as const)('at %s width', (size) => {
  test('axe finds nothing serious on the alerts, light and dark', async () => {
    const { page, context, complaints } = await openSignedInPage(browser, product, { size })
    await page.goto(`${product.url}/#/geofence-alerts?status=all&search=${encodeURIComponent(PUMP)}`)
    const link = page.getByRole('link', { name: /^View on map: / }).first()
    await link.waitFor()
    expect(await seriousFindings(page), 'list').toEqual([])
    const href = (await link.getAttribute('href')) ?? ''
    await page.goto(`${product.url}/#/geofence-alerts?status=all&search=nothing-like-this`)
    await page.getByText('No alerts match').waitFor()
    expect(await seriousFindings(page), 'empty').toEqual([])
    await page.goto(`${product.url}/${href}`)
    await page.getByRole('heading', { name: 'What happened' }).waitFor()
    expect(await seriousFindings(page), 'alert').toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })
})
