import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alertRow, confirmStep, openAlertsOf, sentence } from './alert-actions.ts'
import { enterFence, FENCE, setUpAlertMap } from './alert-map.ts'
import { openBrowser } from './browser.ts'
import { demoPeople, openSignedInPage, type Person, personNamed, signedInClient } from './console-session.ts'
import { type Product, startProduct } from './product.ts'

/** Geofence alerts from the event to the last note, on the demo hospital with a place of the test's own. */
let product: Product
let browser: Browser
let people: Person[]

const PUMPS = ['Gate pump 1', 'Gate pump 2', 'Gate pump 3']

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  people = await demoPeople(product)
  await setUpAlertMap(product, await signedInClient(product), PUMPS)
})
afterAll(async () => {
  await browser?.close()
  await product?.remove()
})

const toast = (page: Page, pump: string) =>
  page
    .getByRole('region', { name: 'New alerts' })
    .getByRole('listitem')
    .filter({ hasText: sentence(pump) })

describe.each([
  ['desk', 'Gate pump 1'],
  ['phone', 'Gate pump 2'],
] as const)('at %s width', (size, followed) => {
  test('an alert is raised by itself, leads to its map, and is followed to resolved', async () => {
    const nurse = personNamed(people, 't.brandt')
    const { page, context, complaints } = await openSignedInPage(browser, product, { size }, nurse)
    await page.goto(`${product.url}/#/devices`)
    await page.getByRole('article').first().waitFor()
    await enterFence(product, followed)
    await toast(page, followed).waitFor()
    // One line on a phone until it is tapped.
    if (size === 'phone') await toast(page, followed).getByRole('button', { expanded: false }).click()
    const [alert] = await Promise.all([
      context.waitForEvent('page'),
      toast(page, followed).getByRole('link', { name: 'View on map' }).click(),
    ])
    await alert.getByRole('heading', { name: sentence(followed) }).waitFor()
    await toast(page, followed).waitFor({ state: 'detached' })
    await alert.getByText('St. Example > Annex > Level 1 > Ward > Gate').waitFor()
    await alert.getByText('Entry at once').waitFor()
    await alert.getByText('This map has no image').waitFor()
    await alert.getByRole('button', { name: 'Acknowledge' }).click()
    await confirmStep(alert, 'Acknowledge', 'On my way')
    await alert.getByText('On my way').waitFor()
    await openAlertsOf(page, product, followed)
    await alertRow(page, followed).getByText('Acknowledged').waitFor()
    await page.getByRole('button', { name: `Resolve: ${sentence(followed)}` }).click()
    await confirmStep(page, 'Resolve', 'Back in the store')
    await alertRow(page, followed).getByText('Resolved').waitFor()
    // The other tab hears of it without being touched.
    await alert.getByText('Back in the store').waitFor()
    await alert.getByText('Resolved by t.brandt').first().waitFor()
    expect(await alert.getByRole('button', { name: 'Resolve' }).count()).toBe(0)
    expect(complaints).toEqual([])
    await context.close()
  })
})

test('an alert stands in an open list, and in the count of the menu, without reload', async () => {
  const { page, context, complaints } = await openSignedInPage(browser, product, { size: 'desk' })
  await page.goto(`${product.url}/#/geofence-alerts`)
  await page.getByText('Live', { exact: true }).first().waitFor()
  await enterFence(product, 'Gate pump 3')
  await alertRow(page, 'Gate pump 3').getByText('New').waitFor()
  await page.getByRole('link', { name: /^Geofence Alerts\s*\d+\+? open$/ }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('the demo raises alerts by itself', async () => {
  const client = await signedInClient(product)
  const ofDemo = async (): Promise<string[]> => {
    const { fetchedAlerts } = await client.call('geofenceAlerts', { query: { pagesize: 50 } })
    return fetchedAlerts.map(({ LinkedGeofence }) => LinkedGeofence.Name).filter((name) => name !== FENCE)
  }
  for (let waited = 0; (await ofDemo()).length === 0; waited += 1) {
    expect(waited, 'seconds without an alert of the demo').toBeLessThan(240)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}, 300_000)
