import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enterFence, FENCE, setUpAlertMap } from './alert-map.ts'
import { animationsEnd, openBrowser, openPage } from './browser.ts'
import { demoPeople, type Person, signedInClient, signIn } from './console-session.ts'
import { type Product, startProduct } from './product.ts'

/** Geofence alerts from the event to the last note, on the demo hospital with a place of the test's own. */
let product: Product
let browser: Browser
let people: Person[]

const PUMPS = ['Gate pump 1', 'Gate pump 2', 'Gate pump 3', 'Gate pump 4', 'Gate pump 5']

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

const person = (username: string): Person => {
  const found = people.find((one) => one.username === username)
  if (!found) throw new Error(`${username} is not one of the demo's people`)
  return found
}
const sentence = (pump: string): string => `${pump} entered ${FENCE}`
const list = (page: Page, pump: string, status = 'all'): Promise<unknown> =>
  page.goto(`${product.url}/#/geofence-alerts?status=${status}&search=${encodeURIComponent(pump)}`)
const row = (page: Page, pump: string) => page.getByRole('row').filter({ hasText: pump })
const toast = (page: Page, pump: string) =>
  page
    .getByRole('region', { name: 'New alerts' })
    .getByRole('listitem')
    .filter({ hasText: sentence(pump) })

async function confirm(page: Page, verb: string, note: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Note (optional)').fill(note)
  await animationsEnd(page)
  await dialog.getByRole('button', { name: verb }).click()
  await dialog.waitFor({ state: 'hidden' })
}

describe.each([
  ['desk', 'Gate pump 1', 'Gate pump 2'],
  ['phone', 'Gate pump 3', 'Gate pump 4'],
] as const)('at %s width', (size, followed, shared) => {
  test('an alert is raised by itself, leads to its map, and is followed to resolved', async () => {
    const { page, context, complaints } = await openPage(browser, { size })
    await signIn(page, product, person('t.brandt'))
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
    await confirm(alert, 'Acknowledge', 'On my way')
    await alert.getByText('On my way').waitFor()
    await list(page, followed)
    await row(page, followed).getByText('Acknowledged').waitFor()
    await page.getByRole('button', { name: `Resolve: ${sentence(followed)}` }).click()
    await confirm(page, 'Resolve', 'Back in the store')
    await row(page, followed).getByText('Resolved').waitFor()
    // The other tab hears of it without being touched.
    await alert.getByText('Back in the store').waitFor()
    await alert.getByText('Resolved by t.brandt').first().waitFor()
    expect(await alert.getByRole('button', { name: 'Resolve' }).count()).toBe(0)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('of two people at once one wins, and the other is told and sees who', async () => {
    const quick = await openPage(browser, { size })
    const slow = await openPage(browser, { size, allowed: /status of 409/ })
    await signIn(quick.page, product, person('m.okafor'))
    await signIn(slow.page, product, person('t.brandt'))
    await enterFence(product, shared)
    for (const { page } of [quick, slow]) {
      await list(page, shared)
      await page.getByRole('button', { name: `Acknowledge: ${sentence(shared)}` }).click()
      await page.getByRole('dialog').waitFor()
    }
    await confirm(quick.page, 'Acknowledge', 'Mine')
    await row(quick.page, shared).getByText('Acknowledged').waitFor()
    await confirm(slow.page, 'Acknowledge', 'No, mine')
    await slow.page
      .getByText('Somebody else was faster with this alert. m.okafor has acknowledged it.')
      .waitFor()
    await row(slow.page, shared).getByText('Acknowledged').waitFor()
    const client = await signedInClient(product)
    const { fetchedAlerts } = await client.call('geofenceAlerts', { query: { filterData: shared } })
    expect(fetchedAlerts.map(({ acknowledged }) => [acknowledged?.by, acknowledged?.note])).toEqual([
      ['m.okafor', 'Mine'],
    ])
    expect([...quick.complaints, ...slow.complaints]).toEqual([])
    await quick.context.close()
    await slow.context.close()
  })
})

test('an alert stands in an open list, and in the count of the menu, without reload', async () => {
  const { page, context, complaints } = await openPage(browser, { size: 'desk' })
  await signIn(page, product)
  await page.goto(`${product.url}/#/geofence-alerts`)
  await page.getByText('Live', { exact: true }).first().waitFor()
  await enterFence(product, 'Gate pump 5')
  await row(page, 'Gate pump 5').getByText('New').waitFor()
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
