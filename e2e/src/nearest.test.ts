import { describe, expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { openSignedInPage, signedInClient } from './console-session.ts'
import { type Product, push } from './product.ts'
import { placePump } from './pumps.ts'

const CATEGORY = 'Journey pump'
const FLOORS = ['Level 1', 'Level 2'].map((level, index) => ({
  hierarchyId: `journey-${index + 1}`,
  fullName: ['St. Example', 'Journey', level],
  mapId: `journey-${index + 1}`,
  map: { name: `Journey ${level}`, xDimension: 100, yDimension: 60 },
}))

/** Two floors with a corridor and a lift; a pump around the corner, one up the lift, and one that is in use. */
async function fillHouse(product: Product): Promise<void> {
  await push(product, '/location/api/ingest/hierarchies', [
    ...FLOORS,
    { hierarchyId: 'journey-bay', fullName: ['St. Example', 'Journey', 'Level 1', 'Ward', 'Bay 7'] },
  ])
  const pump = (id: string, AssetName: string) => ({
    AssetType: 'Equipment',
    AssetId: id,
    AssetName,
    PrimaryCategory: CATEGORY,
  })
  await push(product, '/api/ingest/assets', [
    pump('J-1', 'Pump Corner'),
    pump('J-2', 'Pump Upstairs'),
    pump('J-3', 'Pump Busy'),
  ])
  await placePump(product, 'J-1', { hierarchyId: 'journey-bay', x: 500, y: 300 })
  await placePump(product, 'J-2', { hierarchyId: 'journey-2', x: 300, y: 100 })
  await placePump(product, 'J-3', { hierarchyId: 'journey-bay', x: 510, y: 300 })
  await push(product, '/status/api/ingest/device-status', [
    { deviceId: 'J-3', DeviceStatus: 'comm-status-online', InfusionStatus: 'pump-status-infusing' },
  ])
  const client = await signedInClient(product)
  const points = [
    { x: 100, y: 100 },
    { x: 500, y: 100 },
    { x: 500, y: 300 },
  ]
  for (const mapId of ['journey-1', 'journey-2'])
    await client.call('saveMapLanes', {
      params: { mapId },
      body: { lanes: [{ points }], stops: [{ kind: 'lift', name: 'Lift A', x: 100, y: 100 }] },
    })
}
const running = setUpBrowserTest({ prepare: fillHouse })

const NURSE = 'm.okafor'

describe('the nearest free one', () => {
  test('is two taps from the dashboard of a phone; who takes it is seen by others; what is not there is reported', async () => {
    const { page, context, complaints } = await openSignedInPage(running, { size: 'phone', username: NURSE })
    // Scanned at the lift: from here on this is where the nurse is.
    await page.goto(`${running.product.url}/#/devices/nearest?category=${CATEGORY}&map=journey-1&at=100,100`)
    await page
      .getByRole('button', { name: /Pump Corner/ })
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Change' }).tap()
    await page.getByRole('searchbox', { name: 'Search a ward or room' }).fill('journey bay')
    await page.getByRole('button', { name: /Bay 7/ }).tap()
    await page.waitForURL(/place=journey-bay/)

    await page.goto(`${running.product.url}/#/dashboard`)
    await page.getByRole('link', { name: new RegExp(CATEGORY) }).tap()
    const corner = page.getByRole('button', { name: /m Pump Corner/, expanded: true })
    await corner.waitFor()
    expect(page.url()).toContain('place=journey-bay')
    await page.getByText('Left out: 1 is infusing.').waitFor()
    await page.getByRole('application', { name: /The way to Pump Corner/ }).waitFor()

    const { page: deskPage, context: deskContext } = await openSignedInPage(running, { size: 'desktop' })
    await deskPage.goto(
      `${running.product.url}/#/devices/nearest?category=${CATEGORY}&map=journey-1&at=100,100`,
    )
    const listed = deskPage.getByRole('button', { name: /m Pump Corner/ })
    await listed.waitFor()

    await page.getByRole('button', { name: 'Taking it: Pump Corner' }).tap()
    await page.getByText('You are taking Pump Corner').waitFor()
    await page.getByText(/1[45]:\d\d left/).waitFor()
    await deskPage.getByText(/1 taken by somebody else/).waitFor()
    await listed.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Release Pump Corner' }).first().tap()
    await listed.waitFor()
    await page.getByRole('button', { name: 'Not there: Pump Corner' }).tap()
    await deskPage.getByText(/Reported missing .* by m\.okafor/).waitFor()
    await page.getByRole('button', { name: /Pump Corner/, expanded: false }).tap()
    await page.getByRole('button', { name: 'Undo the report: Pump Corner' }).tap()
    await deskPage.getByText(/Reported missing/).waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await context.close()
    await deskContext.close()
  })

  test('on another floor is led to by the lift, in words and on the plan of each floor', async () => {
    const { page, context, complaints } = await openSignedInPage(running, { size: 'desktop' })
    await page.goto(
      `${running.product.url}/#/devices/nearest?category=${CATEGORY}&map=journey-1&at=100,100&asset=J-2`,
    )
    await page.getByText('Lift to Journey Level 2').waitFor()
    await page.getByText(/^60 m on foot\.$/).waitFor()
    await page.getByRole('button', { name: 'Journey Level 2' }).click()
    await page.getByRole('application', { name: /The way to Pump Upstairs, Journey Level 2/ }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('is found by the printed code of a place, after signing in where that is needed', async () => {
    const { page, context, complaints } = await openSignedInPage(running, { size: 'desktop' })
    await page.goto(`${running.product.url}/#/hierarchy-list-two/place-code/journey-bay`)
    await page.getByRole('img', { name: 'QR code of Bay 7' }).waitFor()
    const address = await page.getByRole('textbox', { name: 'Address of the code' }).inputValue()
    expect(address).toBe(`${running.product.url}/#/devices/nearest?place=journey-bay`)
    expect(complaints).toEqual([])
    await context.close()
    const scanned = await running.browser.newPage()
    await scanned.goto(address)
    await scanned.getByLabel('Username').fill(running.product.username)
    await scanned.getByLabel('Password', { exact: true }).fill(running.product.password)
    await scanned.getByRole('button', { name: 'Sign in' }).click()
    await scanned.getByRole('link', { name: new RegExp(CATEGORY) }).click()
    await scanned
      .getByRole('button', { name: /Pump Corner/ })
      .first()
      .waitFor()
    expect(scanned.url()).toContain('place=journey-bay')
    await scanned.close()
  })
})
