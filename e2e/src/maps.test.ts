import type { Client } from '@wardtrack/contracts/client'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { openSignedInPage, signedInClient } from './console-session.ts'
import { floor, setUpFloors } from './floors.ts'
import { type Product, push, startProduct } from './product.ts'

/** Maps and what is drawn on them, on an empty system: import, fence, monitor, and what providers call places. */
let product: Product
let browser: Browser
let client: Client

beforeAll(async () => {
  product = await startProduct({ WARDTRACK_DEMO: 'off' })
  browser = await openBrowser()
  client = await signedInClient(product)
  await setUpFloors(product, client)
})
afterAll(async () => {
  await browser?.close()
  await product?.remove()
})

const placeOf = async (name: string) =>
  (await client.call('assetGetById', { query: { assetType: 'Equipment', assetId: `P-${name}` } })).data
    .CurrentLocation

/** The middle of the plan on the screen, once the plan is drawn. */
async function middleOf(page: Page): Promise<{ x: number; y: number }> {
  await page.getByRole('application').waitFor()
  await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' })
  const box = await page.getByRole('application').boundingBox()
  if (!box) throw new Error('no map on the page')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

describe.each(['desk', 'phone'] as const)('at %s width', (size) => {
  test('an image is imported with its real size, from the page of the hierarchy', async () => {
    const { page, context, complaints } = await openSignedInPage(browser, product, { size })
    await page.goto(`${product.url}/#/hierarchy-list-two?search=${size}`)
    const image = await page.screenshot({ type: 'png' })
    const [form] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: `Import map of Level ${size}` }).click(),
    ])
    await form
      .getByLabel(/^Choose an(other)? image/)
      .setInputFiles({ name: 'plan.png', mimeType: 'image/png', buffer: image })
    await form.getByText('plan.png').waitFor()
    await form.getByLabel('Width in metres').fill('64')
    await form.getByLabel('Height in metres').fill('40')
    const closed = form.waitForEvent('close')
    await form.getByRole('button', { name: 'Import map' }).click()
    await closed
    const map = await client.call('getMap', { params: { mapId: floor(size) } })
    expect([map.xDimension, map.yDimension, map.source]).toEqual([64, 40, 'upload'])
    expect(map.width).toBe(size === 'desk' ? 1440 : 390)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a fence is drawn by dragging, saved with its form, and stands in the list', async () => {
    const { page, context, complaints } = await openSignedInPage(browser, product, { size })
    await page.goto(`${product.url}/#/geofencing/${floor(size)}`)
    await page.getByText('No geofence yet. Draw the first one on the map.').waitFor()
    const { x, y } = await middleOf(page)
    await page.mouse.move(x - 40, y - 30)
    await page.mouse.down()
    await page.mouse.move(x + 40, y + 30, { steps: 6 })
    await page.mouse.up()
    const form = page.getByRole('form', { name: 'Geofence' })
    await form.getByLabel('Name').fill(`Store ${size}`)
    await form.getByLabel('Geofence type').click()
    await page.getByTitle('Storage').click()
    await form.getByRole('checkbox', { name: 'Equipment' }).check()
    await form.getByRole('group', { name: 'Entry trigger' }).getByText('No').click()
    await form.getByRole('group', { name: 'Exit trigger' }).getByText('Yes').click()
    await form.getByLabel('Wait before alerting').fill('5')
    await form.getByRole('button', { name: 'Save geofence' }).click()
    await page.getByText('Geofence Saved!').waitFor()
    const { data } = await client.call('geofencesOfMap', { params: { mapId: floor(size) } })
    expect(data.map(({ Name, ExitTriggerWaitTime }) => [Name, ExitTriggerWaitTime])).toEqual([
      [`Store ${size}`, 5],
    ])
    await page.goto(`${product.url}/#/geofencelist`)
    await page.getByText(`Store ${size}`).first().waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a monitor is marked by a click, and what it hears is there', async () => {
    const { page, context, complaints } = await openSignedInPage(browser, product, { size })
    await page.goto(`${product.url}/#/map-marking/${floor(size)}`)
    await page.getByText(/^No monitor yet/).waitFor()
    const { x, y } = await middleOf(page)
    await page.mouse.click(x, y)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Provider').fill('Acme')
    await dialog.getByLabel('Monitor ID').fill(`M-${size}`)
    await dialog.getByRole('button', { name: 'Mark monitor' }).click()
    await page.getByText('Monitor Marked Successfully!').waitFor()
    const { data } = await client.call('markedMonitors', { params: { mapId: floor(size) } })
    expect(data.map(({ hierarchyId }) => hierarchyId)).toEqual([`acme-M-${size}`])
    await push(product, '/location/api/ingest/locations', {
      provider: 'acme',
      tagId: `t-${size}`,
      monitorId: `M-${size}`,
    })
    const [mark] = data
    expect(await placeOf(size)).toMatchObject({
      mapId: floor(size),
      xCenterPoint: mark?.xCoordinate,
      yCenterPoint: mark?.yCoordinate,
    })
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a place of a provider is mapped, and the next event takes effect', async () => {
    const { page, context, complaints } = await openSignedInPage(browser, product, { size })
    await page.goto(`${product.url}/#/hierarchy-list-two?search=${size}`)
    const cell = page.getByRole('button', { name: new RegExp(`^acme place for Level ${size}:`) })
    await cell.click()
    const saved = page.waitForResponse(/modifyRtlsHierarchy$/)
    await page
      .locator('.ant-select-item-option')
      .filter({ hasText: `Zone ${size}` })
      .click()
    expect((await saved).status()).toBe(200)
    await cell.filter({ hasText: `Zone ${size}` }).waitFor()
    await push(product, '/location/api/ingest/locations', {
      provider: 'acme',
      tagId: `t-${size}`,
      hierarchyId: `acme-${size}`,
      x: 12,
      y: 34,
    })
    expect(await placeOf(size)).toMatchObject({
      mapId: floor(size),
      xCenterPoint: 12,
      yCenterPoint: 34,
      fullPath: { Level_1: 'St. Example', Level_2: 'Annex', Level_3: `Level ${size}` },
    })
    expect(complaints).toEqual([])
    await context.close()
  })
})
