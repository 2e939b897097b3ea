import type { Client } from '@wardtrack/contracts/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { openSignedInPage, signedInClient } from './console-session.ts'
import { floor, placeOnFloor, setUpFloors } from './floors.ts'
import { push } from './product.ts'

/** Places and their maps on an empty system: the import of an image, and the mapping of providers' places. */
const running = setUpBrowserTest({ demo: false, prepare: setUpFloors })
let client: Client
beforeAll(async () => {
  client = await signedInClient(running.product)
})

describe.each(['desktop', 'phone'] as const)('at %s width', (size) => {
  test('an image is imported with its real size, from the page of the hierarchy', async () => {
    const { page, context, complaints } = await openSignedInPage(running, { size })
    await page.goto(`${running.product.url}/#/hierarchy-list-two?search=${size}`)
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
    expect(map.width).toBe(size === 'desktop' ? 1440 : 390)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a place of a provider is mapped, and the next event uses the mapping', async () => {
    const { page, context, complaints } = await openSignedInPage(running, { size })
    await page.goto(`${running.product.url}/#/hierarchy-list-two?search=${size}`)
    const cell = page.getByRole('button', { name: new RegExp(`^acme place for Level ${size}:`) })
    await cell.click()
    const saved = page.waitForResponse(/modifyRtlsHierarchy$/)
    await page
      .locator('.ant-select-item-option')
      .filter({ hasText: `Zone ${size}` })
      .click()
    expect((await saved).status()).toBe(200)
    await cell.filter({ hasText: `Zone ${size}` }).waitFor()
    await push(running.product, '/location/api/ingest/locations', {
      provider: 'acme',
      tagId: `t-${size}`,
      hierarchyId: `acme-${size}`,
      x: 12,
      y: 34,
    })
    expect(await placeOnFloor(client, size)).toMatchObject({
      mapId: floor(size),
      xCenterPoint: 12,
      yCenterPoint: 34,
      fullPath: { Level_1: 'St. Example', Level_2: 'Annex', Level_3: `Level ${size}` },
    })
    expect(complaints).toEqual([])
    await context.close()
  })
})
