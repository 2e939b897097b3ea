import type { Client } from '@wardtrack/contracts/client'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { WatchedPage } from './browser.ts'
import { setUpBrowserTest } from './browser-test.ts'
import { openSignedInPage, signedInClient } from './console-session.ts'
import { addWardFence, floor, setUpFloors } from './floors.ts'
import { fingerOf, type Hand, middleOfMap, mouseOf, type Point, pressKeys } from './map-hands.ts'

/** Returns functions that draw each shape around the middle of the map, with a mouse or a finger. */
const drawnBy = (hand: Hand, { x, y }: Point): Record<Shape, () => Promise<void>> => {
  const at = (dx: number, dy: number): Point => ({ x: x + dx, y: y + dy })
  return {
    Rectangle: () => hand.drag(at(-60, -50), at(60, 40)),
    Polygon: async () => {
      for (const corner of [at(-70, -60), at(70, -60), at(70, 0), at(0, 0), at(0, 60), at(-70, -60)])
        await hand.press(corner)
    },
    Circle: () => hand.drag(at(0, 0), at(50, 0)),
  }
}

const drawnByKeys = (page: Page): Record<Shape, () => Promise<void>> => {
  const press = (...keys: string[]): Promise<void> => pressKeys(page, ...keys)
  return {
    Rectangle: () => press('Enter', 'Tab', 'Shift+ArrowLeft', 'ArrowUp'),
    Polygon: () => {
      const across = Array.from({ length: 4 }, () => 'Shift+ArrowRight')
      const down = Array.from({ length: 4 }, () => 'Shift+ArrowDown')
      return press('Space', ...across, 'Space', ...down, 'Space', 'Enter')
    },
    Circle: () => press('Enter', 'Tab', 'Shift+ArrowRight'),
  }
}

const SHAPES = ['Polygon', 'Circle', 'Rectangle'] as const
type Shape = (typeof SHAPES)[number]

/** Returns the number of drawn pixels on the drawing surface. */
const drawnPixels = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('canvas[data-fabric]')
    if (!canvas) return 0
    // Reads a copy, because repeated reading of a canvas moves it out of graphics memory, with a warning.
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')
    copy?.drawImage(canvas, 0, 0)
    const pixels = copy?.getImageData(0, 0, canvas.width, canvas.height).data
    let drawn = 0
    for (let opacity = 3; pixels && opacity < pixels.length; opacity += 4) if (pixels[opacity]) drawn++
    return drawn
  })

/** Opens a stored geofence in the editor, clears its shape and chooses another one. Returns the middle of the map. */
async function beginShape(page: Page, address: string, shape: Shape): Promise<Point> {
  await page.goto(address)
  await page.getByRole('heading', { name: 'Edit Ward' }).waitFor()
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
  await page.locator('label', { has: page.getByRole('radio', { name: shape }) }).click()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect.poll(() => drawnPixels(page)).toBe(0)
  return middleOfMap(page)
}

/** Declares tests that draw every shape with mouse, finger and keys at a width, and check the map and the store. */
export function drawEveryShape(size: 'desktop' | 'phone'): void {
  const running = setUpBrowserTest({ demo: false, prepare: setUpFloors })
  let client: Client
  let fence = ''
  let watched: WatchedPage
  beforeAll(async () => {
    client = await signedInClient(running.product)
    await addWardFence(client, size)
    fence = (await storedFence()).id
    watched = await openSignedInPage(running, { size })
  })
  async function storedFence() {
    const { data } = await client.call('geofencesOfMap', { params: { mapId: floor(size) } })
    const [stored] = data
    if (!stored) throw new Error('the fence is stored before it is drawn anew')
    return { id: stored._id, area: stored.Coordinates, shape: stored.Coordinates.shape ?? 'rectangle' }
  }

  describe.each(['mouse', 'finger', 'keys'] as const)('with %s', (device) => {
    test('a polygon, a circle and a rectangle are drawn, shown and stored', async () => {
      const { page, complaints } = watched
      const finger = await fingerOf(page)
      for (const shape of SHAPES) {
        const address = `${running.product.url}/#/geofencing/${floor(size)}?fence=${fence}`
        const middle = await beginShape(page, address, shape)
        if (device === 'keys') await page.getByRole('application').focus()
        const hand = device === 'mouse' ? mouseOf(page) : finger
        const draw = device === 'keys' ? drawnByKeys(page) : drawnBy(hand, middle)
        await draw[shape]()
        await page.getByRole('group', { name: shape }).waitFor()
        await expect.poll(() => drawnPixels(page)).toBeGreaterThan(200)
        await page.getByRole('button', { name: 'Save geofence' }).click()
        await page.getByRole('heading', { name: 'New geofence' }).waitFor()
        expect((await storedFence()).shape).toBe(shape.toLowerCase())
      }
      const { area } = await storedFence()
      expect(area).not.toMatchObject({ x: 400, y: 200, w: 100, h: 100 })
      expect(complaints).toEqual([])
    })
  })
}
