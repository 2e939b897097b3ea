import type { Client } from '@wardtrack/contracts/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { openSignedInPage, signedInClient } from './console-session.ts'
import { floor, setUpFloors } from './floors.ts'
import { fingerOf, middleOfMap, pressKeys } from './map-hands.ts'

/** Lanes and lifts, drawn on an empty system. */
const running = setUpBrowserTest({ demo: false, prepare: setUpFloors })
let client: Client
beforeAll(async () => {
  client = await signedInClient(running.product)
})

describe.each(['desktop', 'phone'] as const)('at %s width', (size) => {
  test('two lanes and a lift are drawn, saved, shown again after a reload, and moved by keys and a finger', async () => {
    const { page, context, complaints } = await openSignedInPage(running, { size })
    const mapId = floor(size)
    await page.goto(`${running.product.url}/#/map-marking/${mapId}?view=lanes`)
    await page.getByText('Draw the first lane').waitFor()
    const { x, y } = await middleOfMap(page)
    const draw = async (...points: readonly (readonly [number, number])[]): Promise<void> => {
      for (const [dx, dy] of points) await page.mouse.click(x + dx, y + dy)
      await page.keyboard.press('Enter')
    }
    await draw([-80, 0], [80, 0])
    await page.getByRole('button', { name: 'Remove Lane 1' }).waitFor()
    // It begins beside the first one, and snaps to it.
    await draw([0, 4], [0, 60])
    await page.getByRole('button', { name: 'Remove Lane 2' }).waitFor()
    // On a phone the choice shows only its icon.
    await page.locator('label').filter({ hasText: 'Lift, stairs' }).click()
    await page.mouse.click(x + 80, y)
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await dialog.getByRole('combobox', { name: 'Name' }).fill(`Lift ${size}`)
    await dialog.getByRole('button', { name: 'Add stop' }).click()
    await page.getByRole('button', { name: `Change Lift ${size}` }).waitFor()
    await page.getByRole('button', { name: 'Save lanes' }).click()
    await page.getByText('Lanes saved.').waitFor()
    const { data } = await client.call('getMapLanes', { params: { mapId } })
    expect(data.stops.map(({ kind, name }) => [kind, name])).toEqual([['lift', `Lift ${size}`]])
    expect(data.lanes.map(({ points }) => points.length)).toEqual([2, 2])
    const [first, second] = data.lanes
    expect(second?.points[0]?.y).toBe(first?.points[0]?.y)
    expect(data.stops[0]).toMatchObject(first?.points[1] ?? {})
    await page.reload()
    await page.getByRole('button', { name: `Change Lift ${size}` }).waitFor()
    await page.getByRole('button', { name: 'Remove Lane 2' }).waitFor()
    const middle = await middleOfMap(page)
    await page.getByRole('application').focus()
    await pressKeys(page, 'Tab')
    await page.getByText('Lane 1, point 1 of 2').waitFor({ state: 'attached' })
    await pressKeys(page, 'Shift+ArrowUp', 'ArrowLeft', 'Insert', 'Shift+ArrowUp', 'Escape')
    const finger = await fingerOf(page)
    await finger.drag({ x: middle.x + 80, y: middle.y }, { x: middle.x + 80, y: middle.y + 60 })
    await page.getByRole('button', { name: 'Remove Lane 2' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Save lanes' }).click()
    await page.getByText('Lanes saved.').waitFor()
    const { data: corrected } = await client.call('getMapLanes', { params: { mapId } })
    expect(corrected.lanes.map(({ points }) => points.length)).toEqual([3, 2])
    const [before, after] = [first?.points ?? [], corrected.lanes[0]?.points ?? []]
    expect(after[0]).toEqual({ x: (before[0]?.x ?? 0) - 1, y: (before[0]?.y ?? 0) - 10 })
    // The finger moved the end of the lane and the lift at the same place.
    expect(after[2]?.y).toBeGreaterThan(before[1]?.y ?? 0)
    expect(corrected.stops[0]).toMatchObject(after[2] ?? {})
    expect(corrected.lanes[1]).toEqual(second)
    expect(complaints).toEqual([])
    await context.close()
  })
})
