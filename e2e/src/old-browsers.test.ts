import type { Client } from '@wardtrack/contracts/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { configure, signedInClient } from './console-session.ts'
import { type OldPage, openOldPage } from './old-chromium.ts'
import { type Product, push, startProduct } from './product.ts'

/** The console in Chromium 72, one of the oldest supported browsers. */
let product: Product
let client: Client
let page: OldPage

const MAP = { name: 'Annex level 1', xDimension: 100, yDimension: 60 }
const text = 'document.body.innerText'

beforeAll(async () => {
  product = await startProduct({ WARDTRACK_DEMO: 'off' })
  client = await signedInClient(product)
  await configure(client)
  await push(product, '/location/api/ingest/hierarchies', [
    { hierarchyId: 'annex-1', fullName: ['St. Example', 'Annex', 'Level 1'], mapId: 'annex-1', map: MAP },
    { hierarchyId: 'store', fullName: ['St. Example', 'Annex', 'Level 1', 'Stores', 'Pump store'] },
    { hierarchyId: 'bay', fullName: ['St. Example', 'Annex', 'Level 1', 'Ward', 'Bay 2'] },
  ])
  const pump = { AssetType: 'Equipment', AssetId: 'P-1', AssetName: 'Pump One', SerialNo: 'S-1' }
  await push(product, '/api/ingest/assets', [{ ...pump, PrimaryCategory: 'Infusion pump' }])
  await place('store')
  page = await openOldPage()
})
afterAll(async () => {
  await page?.close()
  await product?.remove()
})

const place = (hierarchyId: string): Promise<void> =>
  push(product, '/location/api/ingest/locations', {
    AssetType: 'Equipment',
    AssetId: 'P-1',
    hierarchyId,
    x: 100,
    y: 100,
  })

describe('in Chromium 72', () => {
  test('a user signs in, and an accepted event appears on an open card', async () => {
    expect(await page.evaluate('navigator.userAgent')).toMatch(/Chrome\/72\./)
    await page.open(`${product.url}/#/login`)
    await page.waitFor('document.querySelector("input[type=password]")')
    await page.evaluate('document.querySelector("input:not([type=password])").focus()')
    await page.type(product.username)
    await page.evaluate('document.querySelector("input[type=password]").focus()')
    await page.type(product.password)
    await page.evaluate('document.querySelector("button[type=submit]").click()')
    await page.waitFor(`${text}.includes("Stores · Pump store")`)
    await page.waitFor('document.querySelector("header").innerText.includes("Live")')
    await place('bay')
    await page.waitFor(`${text}.includes("Ward · Bay 2")`)
  })

  test('the layout works: cards are side by side, and items in a row have gaps', async () => {
    const width = await page.evaluate('document.querySelector("article").getBoundingClientRect().width')
    expect(Number(width)).toBeLessThan(700)
    const margin = `getComputedStyle(document.querySelector("article > :last-child > :nth-child(2)")).marginLeft`
    expect(await page.evaluate(margin)).not.toBe('0px')
  })

  test('the map of devices is drawn', async () => {
    await page.evaluate('location.hash = "#/devices?view=map"')
    await page.waitFor('document.querySelector("canvas") && document.querySelector("canvas").width > 300')
    await page.waitFor(`${text}.includes("Annex level 1")`)
    await page.waitFor(`${text}.includes("Pump One")`)
    expect(await page.evaluate('document.documentElement.dataset.browser')).toBe('legacy')
  })
})
