import type { Client } from '@wardtrack/contracts/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { openSignedInPage, signedInClient } from './console-session.ts'
import { floor, placeOnFloor, setUpFloors } from './floors.ts'
import { fingerOf, middleOfMap, pressKeys } from './map-hands.ts'
import { push } from './product.ts'

/** Drawing on maps of an empty system: geofences and monitors. */
const running = setUpBrowserTest({ demo: false, prepare: setUpFloors })
let client: Client
beforeAll(async () => {
  client = await signedInClient(running.product)
})

describe.each(['desktop', 'phone'] as const)('at %s width', (size) => {
  test('a geofence is drawn by dragging, saved with its form, and listed', async () => {
    const { page, context, complaints } = await openSignedInPage(running, { size })
    await page.goto(`${running.product.url}/#/geofencing/${floor(size)}`)
    await page.getByText('No geofences yet. Draw the first one on the map.').waitFor()
    const { x, y } = await middleOfMap(page)
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
    await page.goto(`${running.product.url}/#/geofencelist`)
    await page.getByText(`Store ${size}`).first().waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a monitor is added by a click, its received assets are shown, and keys and a finger move it', async () => {
    const { page, context, complaints } = await openSignedInPage(running, { size })
    await page.goto(`${running.product.url}/#/map-marking/${floor(size)}`)
    await page.getByText(/^No monitors yet/).waitFor()
    const { x, y } = await middleOfMap(page)
    await page.mouse.click(x, y)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Provider').fill('Acme')
    await dialog.getByLabel('Monitor ID').fill(`M-${size}`)
    await dialog.getByRole('button', { name: 'Mark monitor' }).click()
    await page.getByText('Monitor Marked Successfully!').waitFor()
    const { data } = await client.call('markedMonitors', { params: { mapId: floor(size) } })
    expect(data.map(({ hierarchyId }) => hierarchyId)).toEqual([`acme-M-${size}`])
    await push(running.product, '/location/api/ingest/locations', {
      provider: 'acme',
      tagId: `t-${size}`,
      monitorId: `M-${size}`,
    })
    const [mark] = data
    expect(await placeOnFloor(client, size)).toMatchObject({
      mapId: floor(size),
      xCenterPoint: mark?.xCoordinate,
      yCenterPoint: mark?.yCoordinate,
    })
    const stored = async () => {
      const [now] = (await client.call('markedMonitors', { params: { mapId: floor(size) } })).data
      return now && { x: now.xCoordinate, y: now.yCoordinate }
    }
    const start = await stored()
    if (!start) throw new Error('the monitor was marked')
    await page.getByRole('application').focus()
    await pressKeys(page, 'Tab', 'Shift+ArrowRight', 'ArrowUp', 'Enter')
    const moved = { x: start.x + 10, y: start.y - 1 }
    await expect.poll(stored).toEqual(moved)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(stored).toEqual(start)
    // The plate of a monitor is above its foot.
    const finger = await fingerOf(page)
    await finger.drag({ x, y: y - 25 }, { x: x + 60, y: y + 35 })
    await expect.poll(async () => (await stored())?.x).toBeGreaterThan(start.x)
    await page.getByRole('application').focus()
    await pressKeys(page, 'Control+z')
    await expect.poll(stored).toEqual(start)
    // The dragged monitor is still chosen.
    await pressKeys(page, 'Delete')
    await page.getByRole('button', { name: 'Remove monitor' }).click()
    await expect.poll(stored).toBeUndefined()
    expect(complaints).toEqual([])
    await context.close()
  })
})
