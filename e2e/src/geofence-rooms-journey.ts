import type { Client } from '@wardtrack/contracts/client'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { openSignedInPage, signedInClient } from './console-session.ts'
import { addWardFence, floor, setUpFloors } from './floors.ts'
import { type Product, push } from './product.ts'

type Point = { x: number; y: number }

// Outline of the court. The floors are 1,000 by 600 pixels; the hall is in their middle, the court left of it.
const court = [
  { x: 200, y: 150 },
  { x: 390, y: 150 },
  { x: 390, y: 450 },
  { x: 300, y: 450 },
  { x: 300, y: 350 },
  { x: 200, y: 350 },
]
const rooms = {
  Court: { shape: 'polygon', points: court },
  Hall: { x: 400, y: 200, w: 200, h: 200 },
  Store: { shape: 'circle', centre: { x: 700, y: 300 }, radius: 80 },
}

const pushRooms = (product: Product, size: string) =>
  push(
    product,
    '/location/api/ingest/hierarchies',
    Object.entries(rooms).map(([name, outline]) => ({
      hierarchyId: `${floor(size)}-${name}`,
      fullName: ['St. Example', 'Annex', `Level ${size}`, name],
      outline,
    })),
  )

/** Opens the geofence of a floor, and the room tool. Returns the middle of the map. */
async function chooseRoomTool(page: Page, address: string): Promise<Point> {
  await page.goto(address)
  await page.getByRole('heading', { name: 'Edit Ward' }).waitFor()
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
  await page.locator('label', { has: page.getByRole('radio', { name: 'Room', exact: true }) }).click()
  const map = page.getByRole('application', { name: 'Tab goes from room to room' })
  await map.scrollIntoViewIfNeeded()
  const box = await map.boundingBox()
  if (!box) throw new Error('no map on the page')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Declares a test that copies the outline of a room in each way, at a width. */
export function takeRooms(size: 'desktop' | 'phone'): void {
  const running = setUpBrowserTest({ demo: false, prepare: setUpFloors })
  let client: Client
  beforeAll(async () => {
    client = await signedInClient(running.product)
  })

  test('a geofence copies the outline of a room by mouse, finger and keys, once rooms are known', async () => {
    await addWardFence(client, size)
    const stored = async () =>
      (await client.call('geofencesOfMap', { params: { mapId: floor(size) } })).data[0]
    const address = `${running.product.url}/#/geofencing/${floor(size)}?fence=${(await stored())?._id}`
    const { page, context, complaints } = await openSignedInPage(running, { size })
    const save = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Save geofence' }).click()
      await page.getByRole('heading', { name: 'New geofence' }).waitFor()
    }
    await page.goto(address)
    await page.getByRole('radio', { name: 'This map has no room outlines.' }).waitFor({ state: 'attached' })
    await pushRooms(running.product, size)

    const middle = await chooseRoomTool(page, address)
    await page.mouse.move(middle.x, middle.y)
    await page.mouse.click(middle.x, middle.y)
    await page.getByRole('group', { name: 'Rectangle' }).waitFor()
    await save()
    expect((await stored())?.Coordinates).toMatchObject({ x: 400, y: 200, x2: 600, y2: 400 })

    const session = await context.newCDPSession(page)
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    const { x, y } = await chooseRoomTool(page, address)
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x - 140, y }] })
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await page.getByRole('group', { name: 'Polygon' }).waitFor()
    await save()
    expect((await stored())?.Coordinates).toMatchObject({ shape: 'polygon', points: court })

    await chooseRoomTool(page, address)
    await page.getByRole('application').focus()
    for (const name of ['Court', 'Hall', 'Store']) {
      await page.keyboard.press('Tab')
      await page.getByText(`${name}, Level ${size}: room`).waitFor({ state: 'attached' })
    }
    await page.keyboard.press('Enter')
    await page.getByRole('group', { name: 'Circle' }).waitFor()
    await page.keyboard.press('ArrowRight')
    await save()
    expect((await stored())?.Coordinates).toMatchObject({
      shape: 'circle',
      centre: { x: 701, y: 300 },
      radius: 80,
    })
    expect(complaints).toEqual([])
  })
}
