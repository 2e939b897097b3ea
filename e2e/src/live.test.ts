import type { Client } from '@wardtrack/contracts/client'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, openPage } from './browser.ts'
import { configure, signedInClient, signIn, signOut } from './console-session.ts'
import { type Product, push, startProduct } from './product.ts'

/** An empty system that an integrator fills over HTTP while somebody watches. */
let product: Product
let browser: Browser
let client: Client

const MAP = { name: 'Annex level 1', xDimension: 100, yDimension: 60 }

beforeAll(async () => {
  product = await startProduct({ WARDTRACK_DEMO: 'off' })
  browser = await openBrowser()
  client = await signedInClient(product)
  await configure(client)
  await push(product, '/location/api/ingest/hierarchies', [
    { hierarchyId: 'annex-1', fullName: ['St. Example', 'Annex', 'Level 1'], mapId: 'annex-1', map: MAP },
    { hierarchyId: 'store', fullName: ['St. Example', 'Annex', 'Level 1', 'Stores', 'Pump store'] },
    { hierarchyId: 'bay', fullName: ['St. Example', 'Annex', 'Level 1', 'Ward', 'Bay 2'] },
  ])
  await push(product, '/api/ingest/assets', [
    {
      AssetType: 'Equipment',
      AssetId: 'P-1',
      AssetName: 'Pump One',
      SerialNo: 'S-1',
      PrimaryCategory: 'Infusion pump',
    },
    {
      AssetType: 'Equipment',
      AssetId: 'P-2',
      AssetName: 'Pump Two',
      SerialNo: 'S-2',
      PrimaryCategory: 'Infusion pump',
    },
  ])
  await place('P-1', { hierarchyId: 'store', x: 100, y: 100 })
  await place('P-2', { hierarchyId: 'store', x: 700, y: 400 })
})
afterAll(async () => {
  await browser?.close()
  await product?.remove()
})

const place = (AssetId: string, where: Record<string, unknown>): Promise<unknown> =>
  push(product, '/location/api/ingest/locations', { AssetType: 'Equipment', AssetId, ...where })

/** Where the marker of a device is on the screen: the tooltip stands at it while its row is pointed at. */
async function markerSpot(page: Page, name: string): Promise<{ x: number; y: number }> {
  await page.getByRole('link', { name }).focus()
  const box = await page.getByRole('tooltip').filter({ hasText: name }).boundingBox()
  if (!box) throw new Error(`no tooltip for ${name}`)
  return { x: box.x + box.width / 2, y: box.y }
}

describe.each(['desk', 'phone'] as const)('at %s width', (size) => {
  test('an accepted event is on an open card within a second, without reload', async () => {
    await place('P-1', { hierarchyId: 'store', x: 100, y: 100 })
    const { page, context, complaints } = await openPage(browser, { size })
    await signIn(page, product)
    const card = page.getByRole('article').filter({ hasText: 'Pump One' })
    await card.getByText('Stores · Pump store').waitFor()
    await place('P-1', { hierarchyId: 'bay', x: 300, y: 100 })
    await card.getByText('Ward · Bay 2').waitFor({ timeout: 1_000 })
    await push(product, '/status/api/ingest/device-status', { deviceId: 'P-1', BatteryLevel: 'LEVEL_1' })
    await card.getByText('LEVEL_1').or(card.getByText('Critical')).first().waitFor({ timeout: 1_000 })
    await push(product, '/status/api/ingest/device-status', { deviceId: 'P-1', BatteryLevel: 'LEVEL_4' })
    expect(complaints).toEqual([])
    await context.close()
  })

  test('the server goes and comes back: the band says so, and what happened meanwhile is shown', async () => {
    await place('P-1', { hierarchyId: 'store', x: 100, y: 100 })
    const { page, context, complaints } = await openPage(browser, {
      size,
      allowed: /Failed to load resource|ERR_/,
    })
    await signIn(page, product)
    const card = page.getByRole('article').filter({ hasText: 'Pump One' })
    await card.getByText('Stores · Pump store').waitFor()
    await product.stop()
    await page.getByText(/^Connection lost at \d/).waitFor()
    await card.getByText('Stores · Pump store').waitFor()
    await product.start()
    await place('P-1', { hierarchyId: 'bay', x: 300, y: 100 })
    await page.getByText(/^Connection lost at \d/).waitFor({ state: 'detached', timeout: 40_000 })
    await card.getByText('Ward · Bay 2').waitFor()
    await signOut(page, size)
    expect(page.url()).toContain('#/login')
    expect(complaints).toEqual([])
    await context.close()
  })
})

test('a marker moves on the open map after an event', async () => {
  await place('P-1', { hierarchyId: 'store', x: 100, y: 100 })
  const { page, context, complaints } = await openPage(browser, { size: 'desk' })
  await signIn(page, product)
  await page.getByRole('article').first().waitFor()
  await page.getByText('Map', { exact: true }).click()
  await page.getByText('2 devices', { exact: true }).waitFor()
  const before = await markerSpot(page, 'Pump One')
  await place('P-1', { mapId: 'annex-1', x: 60, y: 30 })
  await page.waitForTimeout(1_000)
  const after = await markerSpot(page, 'Pump One')
  expect(Math.abs(after.x - before.x)).toBeGreaterThan(100)
  expect(after.y - before.y).toBeGreaterThan(50)
  expect(complaints).toEqual([])
  await context.close()
})
