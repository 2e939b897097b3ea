import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alertRow, confirmStep, openAlertsOf, sentence } from './alert-actions.ts'
import { enterFence, setUpAlertMap } from './alert-map.ts'
import { openBrowser } from './browser.ts'
import { demoPeople, openSignedInPage, type Person, personNamed, signedInClient } from './console-session.ts'
import { type Product, startProduct } from './product.ts'

/** Two people who take the same geofence alert on, on the demo hospital with a place of the test's own. */
let product: Product
let browser: Browser
let people: Person[]

const PUMPS = ['Gate pump 1', 'Gate pump 2']

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

describe.each([
  ['desk', 'Gate pump 1'],
  ['phone', 'Gate pump 2'],
] as const)('at %s width', (size, shared) => {
  test('of two people at once one wins, and the other is told and sees who', async () => {
    const [quick, slow] = await Promise.all([
      openSignedInPage(browser, product, { size }, personNamed(people, 'm.okafor')),
      openSignedInPage(browser, product, { size, allowed: /status of 409/ }, personNamed(people, 't.brandt')),
    ])
    await enterFence(product, shared)
    for (const { page } of [quick, slow]) {
      await openAlertsOf(page, product, shared)
      await page.getByRole('button', { name: `Acknowledge: ${sentence(shared)}` }).click()
      await page.getByRole('dialog').waitFor()
    }
    await confirmStep(quick.page, 'Acknowledge', 'Mine')
    await alertRow(quick.page, shared).getByText('Acknowledged').waitFor()
    await confirmStep(slow.page, 'Acknowledge', 'No, mine')
    await slow.page
      .getByText('Somebody else was faster with this alert. m.okafor has acknowledged it.')
      .waitFor()
    await alertRow(slow.page, shared).getByText('Acknowledged').waitFor()
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
