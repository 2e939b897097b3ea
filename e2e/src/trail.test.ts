import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { openSignedInPage } from './console-session.ts'
import { push } from './product.ts'
import { placePump, setUpPumps } from './pumps.ts'

const MINUTE_MS = 60_000
const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * MINUTE_MS).toISOString()

/** A pump that was in the store, moved to the bay, to another floor, and back; its states changed on the way. */
const running = setUpBrowserTest({
  demo: false,
  prepare: async (product) => {
    await setUpPumps(product)
    await push(product, '/location/api/ingest/hierarchies', [
      {
        hierarchyId: 'annex-2',
        fullName: ['St. Example', 'Annex', 'Level 2'],
        mapId: 'annex-2',
        map: { name: 'Annex level 2', xDimension: 100, yDimension: 60 },
      },
    ])
    const walk = [
      { minutes: 90, hierarchyId: 'store', x: 100, y: 100 },
      { minutes: 80, hierarchyId: 'store', x: 110, y: 105 },
      { minutes: 60, hierarchyId: 'bay', x: 600, y: 100 },
      { minutes: 50, hierarchyId: 'bay', x: 640, y: 300 },
      { minutes: 30, hierarchyId: 'annex-2', x: 300, y: 200 },
      { minutes: 20, hierarchyId: 'annex-2', x: 350, y: 400 },
    ]
    for (const { minutes, ...position } of walk)
      await placePump(product, 'P-1', { ...position, time: minutesAgo(minutes) })
    const states = [
      { minutes: 90, DeviceStatus: 'comm-status-online', BatteryLevel: 'LEVEL_4', WifiStrength: 'BAR_FIVE' },
      { minutes: 60, DeviceStatus: 'comm-status-online', BatteryLevel: 'LEVEL_3', WifiStrength: 'BAR_TWO' },
      { minutes: 40, DeviceStatus: 'comm-status-offline' },
      { minutes: 25, DeviceStatus: 'comm-status-online', BatteryLevel: 'LEVEL_2' },
    ]
    for (const { minutes, ...state } of states)
      await push(product, '/status/api/ingest/device-status', {
        deviceId: 'P-1',
        time: minutesAgo(minutes),
        ...state,
      })
  },
})

/**
 * Records the floors that a page names from now on, each possibly for only half a second. @returns function that
 * returns the names
 */
async function watchFloors(page: Page): Promise<() => Promise<string[]>> {
  const floors = await page.evaluateHandle(() => {
    const named = new Set<string>()
    const note = (): void => {
      const [floor] = /floor \d of \d/.exec(document.body.textContent ?? '') ?? []
      if (floor !== undefined) named.add(floor)
    }
    note()
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true })
    return named
  })
  return () => floors.evaluate((named) => [...named])
}

describe.each(['desktop', 'phone'] as const)('at %s width', (size) => {
  test('the trail of a pump is replayed over its floors, by mouse and by keyboard, and its address opens it again', async () => {
    const { page, context, complaints } = await openSignedInPage(running, { size })
    await page.goto(`${running.product.url}/#/asset-detail;type=Equipment;id=P-1`)
    await page.getByRole('button', { name: 'Replay' }).click()
    const dialog = page.getByRole('dialog', { name: 'Trail of Pump One' })
    await dialog.getByText(/floor 1 of 3$/).waitFor()
    expect(page.url()).toContain('trail=last-6-hours')
    await dialog.getByText('4×').click()
    const floors = await watchFloors(page)
    await dialog.getByRole('button', { name: 'Play' }).click()
    await dialog.getByText(/floor 3 of 3$/).waitFor()
    await dialog.getByRole('button', { name: 'Play' }).waitFor()
    expect(await floors()).toEqual(['floor 1 of 3', 'floor 2 of 3', 'floor 3 of 3'])
    await dialog.getByRole('slider', { name: 'Time' }).focus()
    await page.keyboard.press('Home')
    await dialog.getByText('St. Example > Annex > Level 1 > Stores > Pump store').waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await dialog.getByText('St. Example > Annex > Level 1 > Ward > Bay 2').waitFor()
    await page.reload()
    await dialog.getByText(/floor 1 of 3$/).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(page.url()).not.toContain('trail=')
    expect(complaints).toEqual([])
    await context.close()
  })
})

test('visits and states over time are beside the rows of the histories', async () => {
  const { page, context, complaints } = await openSignedInPage(running, { size: 'desktop' })
  await page.goto(`${running.product.url}/#/asset-detail;type=Equipment;id=P-1`)
  await page.getByRole('button', { name: 'Show as visits' }).click()
  const visits = page.getByRole('table', { name: 'Visits' })
  await visits.getByText('Ward > Bay 2').waitFor()
  await page.getByRole('tab', { name: 'Status history' }).click()
  await page.getByRole('figure', { name: 'States over time' }).waitFor()
  await page.getByRole('button', { name: 'Show as table' }).click()
  await page.getByRole('table', { name: 'States over time' }).waitFor()
  expect(page.url()).toContain('history=summary')
  expect(complaints).toEqual([])
  await context.close()
})
