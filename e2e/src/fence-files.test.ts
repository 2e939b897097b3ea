import { readFile } from 'node:fs/promises'
import type { Client } from '@wardtrack/contracts/client'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { openSignedInPage, signedInClient } from './console-session.ts'
import { floor, setUpFloors } from './floors.ts'
import { middleOfMap } from './map-hands.ts'

/** Export and import of geofences as GeoJSON, on an empty system. */
const running = setUpBrowserTest({ demo: false, prepare: setUpFloors })
let client: Client
beforeAll(async () => {
  client = await signedInClient(running.product)
})

type Feature = {
  properties: Record<string, unknown>
  geometry: { type: string; coordinates: number[][][] }
}
type FenceFile = { type: string; features: Feature[] }

/** Returns the file that a button downloads. */
async function downloaded(page: Page, button: string): Promise<FenceFile> {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  return JSON.parse(await readFile(await (await coming).path(), 'utf8')) as FenceFile
}

const namesOf = ({ features }: FenceFile) => features.map(({ properties }) => properties.name)

/** Chooses a file beside the map. */
const choose = (page: Page, content: string, name = 'fences.geojson') =>
  page
    .getByLabel('Import a GeoJSON file')
    .setInputFiles({ name, mimeType: 'application/geo+json', buffer: Buffer.from(content) })

/** Drops a file on the map, as if dragged from a folder. */
async function dropOnMap(page: Page, content: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'dropped.geojson', { type: 'application/geo+json' }))
    return transfer
  }, content)
  const map = page.getByRole('application')
  for (const type of ['dragenter', 'dragover', 'drop']) await map.dispatchEvent(type, { dataTransfer })
}

const named = (feature: Feature, name: string): Feature => ({
  ...feature,
  properties: { ...feature.properties, name },
})

/** Returns the same area without values that GeoJSON lacks: type, asset types, triggers and waits. */
function withoutSettings(feature: Feature, name: string): Feature {
  const { wardtrack: _, ...properties } = feature.properties
  return named({ ...feature, properties }, name)
}

/** Returns a geofence with a hole, which is not allowed. */
function withHole(feature: Feature, name: string): Feature {
  const { geometry } = withoutSettings(feature, name)
  const [outline = []] = geometry.coordinates
  const hole = outline.map(([x = 0, y = 0]) => [x * 0.9 + 1, y * 0.9 + 1])
  return { ...withoutSettings(feature, name), geometry: { ...geometry, coordinates: [outline, hole] } }
}

describe.each(['desktop', 'phone'] as const)('at %s width', (size) => {
  const mapId = floor(size)
  const ward = `Ward ${size}`
  const storedNames = async () =>
    (await client.call('geofencesOfMap', { params: { mapId } })).data.map(({ Name }) => Name).sort()

  test('geofences are exported, chosen and dropped files are previewed and imported, invalid ones refused', async () => {
    await client.call('addGeofence', {
      body: {
        Name: ward,
        Type: 'Storage',
        AssetTypes: ['Equipment'],
        MapId: mapId,
        Coordinates: { x: 400, y: 200, w: 200, h: 150 },
        EntryTrigger: false,
        ExitTrigger: true,
        ExitTriggerWaitTime: 5,
      },
    })
    const { page, context, complaints } = await openSignedInPage(running, { size })
    await page.goto(`${running.product.url}/#/geofencelist`)
    await page.getByText(ward).first().waitFor()
    expect(namesOf(await downloaded(page, 'Export as GeoJSON'))).toContain(ward)
    const [fence] = (await client.call('geofencesOfMap', { params: { mapId } })).data
    await page.goto(`${running.product.url}/#/geofencing/${mapId}?fence=${fence?._id}`)
    await page.getByRole('heading', { name: `Edit ${ward}` }).waitFor()
    await middleOfMap(page)
    expect(namesOf(await downloaded(page, `Export ${ward}`))).toEqual([ward])
    const file = await downloaded(page, 'Export all on this map')
    expect(namesOf(file)).toEqual([ward])
    const [feature] = file.features
    if (!feature) throw new Error('the file has the fence')

    await choose(page, 'no JSON at all')
    await page.getByText('This file is not valid JSON.').waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    const two = { ...file, features: [named(feature, `Copy ${size}`), withHole(feature, `Ring ${size}`)] }
    await choose(page, JSON.stringify(two))
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1 of 2 valid').waitFor()
    await dialog.getByText(/A geofence has no holes/).waitFor()
    expect(await dialog.getByRole('checkbox', { name: `Create Ring ${size}` }).isDisabled()).toBe(true)
    await dialog.getByRole('application', { name: 'Geofences of the file on the map' }).waitFor()
    expect(await storedNames()).toEqual([ward])
    await dialog.getByRole('button', { name: 'Create 1 geofence' }).click()
    await page.getByText('1 geofence created.').waitFor()
    await dialog.waitFor({ state: 'detached' })

    await dropOnMap(page, JSON.stringify({ ...file, features: [withoutSettings(feature, `Bay ${size}`)] }))
    await dialog.getByText('Missing settings').waitFor()
    await dialog.getByLabel('Geofence type').click()
    await page.getByTitle('Storage').last().click()
    await dialog.getByRole('checkbox', { name: 'Equipment' }).check()
    await dialog.getByRole('group', { name: 'Entry trigger' }).getByText('Yes').click()
    await dialog.getByRole('group', { name: 'Exit trigger' }).getByText('No').click()
    await dialog.getByLabel('Wait before alerting').fill('3')
    await dialog.getByRole('button', { name: 'Create 1 geofence' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(storedNames).toEqual([`Bay ${size}`, `Copy ${size}`, ward])
    const { data } = await client.call('geofencesOfMap', { params: { mapId } })
    const copy = data.find(({ Name }) => Name === `Copy ${size}`)
    expect([copy?.Coordinates, copy?.ExitTriggerWaitTime]).toEqual([fence?.Coordinates, 5])
    expect(data.find(({ Name }) => Name === `Bay ${size}`)).toMatchObject({
      Type: 'Storage',
      EntryTrigger: true,
    })
    expect(complaints).toEqual([])
    await context.close()
  })
})
