import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { openSignedInPage } from './console-session.ts'
import { push } from './product.ts'
import { placePump, setUpPumps } from './pumps.ts'

/** An empty system that an integrator fills over HTTP while a user watches. */
const running = setUpBrowserTest({ demo: false, prepare: setUpPumps })

const place = (AssetId: string, position: Record<string, unknown>): Promise<unknown> =>
  placePump(running.product, AssetId, position)

/** A page is refetched every 50 seconds, so earlier changes came from the live stream. */
const BEFORE_REFRESH = { timeout: 20_000 }

/** Returns the screen position of a device's marker: the place of its tooltip while its row is hovered. */
async function markerSpot(page: Page, name: string): Promise<{ x: number; y: number }> {
  await page.getByRole('link', { name }).focus()
  const box = await page.getByRole('tooltip').filter({ hasText: name }).boundingBox()
  if (!box) throw new Error(`no tooltip for ${name}`)
  return { x: box.x + box.width / 2, y: box.y }
}

describe.each(['desktop', 'phone'] as const)('at %s width', (size) => {
  test('an accepted event appears on an open card, without reload', async () => {
    await place('P-1', { hierarchyId: 'store', x: 100, y: 100 })
    const { page, context, complaints, streaming } = await openSignedInPage(running, { size })
    await page.goto(`${running.product.url}/#/devices`)
    const card = page.getByRole('article').filter({ hasText: 'Pump One' })
    await card.getByText('Stores · Pump store').waitFor()
    await streaming
    await place('P-1', { hierarchyId: 'bay', x: 300, y: 100 })
    await card.getByText('Ward · Bay 2').waitFor(BEFORE_REFRESH)
    await push(running.product, '/status/api/ingest/device-status', {
      deviceId: 'P-1',
      BatteryLevel: 'LEVEL_1',
    })
    await card.getByText('LEVEL_1').or(card.getByText('Critical')).first().waitFor(BEFORE_REFRESH)
    await push(running.product, '/status/api/ingest/device-status', {
      deviceId: 'P-1',
      BatteryLevel: 'LEVEL_4',
    })
    expect(complaints).toEqual([])
    await context.close()
  })
})

test('a marker moves on the open map after an event', async () => {
  await place('P-1', { hierarchyId: 'store', x: 100, y: 100 })
  const { page, context, complaints, streaming } = await openSignedInPage(running, { size: 'desktop' })
  await page.goto(`${running.product.url}/#/devices`)
  await page.getByRole('article').first().waitFor()
  await page.getByText('Map', { exact: true }).click()
  await page.getByText('2 devices', { exact: true }).waitFor()
  await streaming
  const before = await markerSpot(page, 'Pump One')
  await place('P-1', { mapId: 'annex-1', x: 60, y: 30 })
  const moved = async (): Promise<boolean> => {
    const now = await markerSpot(page, 'Pump One')
    return Math.abs(now.x - before.x) > 100 && now.y - before.y > 50
  }
  await expect.poll(moved, BEFORE_REFRESH).toBe(true)
  expect(complaints).toEqual([])
  await context.close()
})
