import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { alertRow, confirmStep, openAlertsOf, sentence } from './alert-actions.ts'
import { enterFence, setUpAlertMap } from './alert-map.ts'
import { setUpBrowserTest } from './browser-test.ts'
import { demoPeople, openSignedInPage, type Person, personNamed, signedInClient } from './console-session.ts'

/** Geofence alerts from the event to the last note, on the demo hospital with a place of the test's own. */
const PUMPS = ['Gate pump 1', 'Gate pump 2', 'Gate pump 3']

const running = setUpBrowserTest({
  prepare: async (product) => setUpAlertMap(product, await signedInClient(product), PUMPS),
})
let people: Person[]
beforeAll(async () => {
  people = await demoPeople(running.product)
})

const toast = (page: Page, pump: string) =>
  page
    .getByRole('region', { name: 'New alerts' })
    .getByRole('listitem')
    .filter({ hasText: sentence(pump) })

describe.each([
  ['desktop', 'Gate pump 1'],
  ['phone', 'Gate pump 2'],
] as const)('at %s width', (size, label) => {
  test('an alert is raised by itself, leads to its map, and is followed to resolved', async () => {
    const nurse = personNamed(people, 't.brandt')
    const { page, context, complaints, streaming } = await openSignedInPage(
      running.browser,
      running.product,
      { size },
      nurse,
    )
    await page.goto(`${running.product.url}/#/devices`)
    await page.getByRole('article').first().waitFor()
    await streaming
    await enterFence(running.product, label)
    await toast(page, label).waitFor()
    // One line on a phone until it is tapped.
    if (size === 'phone') await toast(page, label).getByRole('button', { expanded: false }).click()
    const [alert] = await Promise.all([
      context.waitForEvent('page'),
      toast(page, label).getByRole('link', { name: 'View on map' }).click(),
    ])
    await alert.getByRole('heading', { name: sentence(label) }).waitFor()
    await toast(page, label).waitFor({ state: 'detached' })
    await alert.getByText('St. Example > Annex > Level 1 > Ward > Gate').waitFor()
    await alert.getByText('Entry at once').waitFor()
    await alert.getByText('This map has no image').waitFor()
    await alert.getByRole('button', { name: 'Acknowledge' }).click()
    await confirmStep(alert, 'Acknowledge', 'On my way')
    await alert.getByText('On my way').waitFor()
    await openAlertsOf(page, running.product, label)
    await alertRow(page, label).getByText('Acknowledged').waitFor()
    await page.getByRole('button', { name: `Resolve: ${sentence(label)}` }).click()
    await confirmStep(page, 'Resolve', 'Back in the store')
    await alertRow(page, label).getByText('Resolved').waitFor()
    // The other tab receives it without being touched.
    await alert.getByText('Back in the store').waitFor()
    await alert.getByText('Resolved by t.brandt').first().waitFor()
    expect(await alert.getByRole('button', { name: 'Resolve' }).count()).toBe(0)
    expect(complaints).toEqual([])
    await context.close()
  })
})

test('an alert stands in an open list, and in the count of the menu, without reload', async () => {
  const { page, context, complaints } = await openSignedInPage(running.browser, running.product, {
    size: 'desktop',
  })
  await page.goto(`${running.product.url}/#/geofence-alerts`)
  await page.getByText('Live', { exact: true }).first().waitFor()
  await enterFence(running.product, 'Gate pump 3')
  await alertRow(page, 'Gate pump 3').getByText('New').waitFor()
  await page.getByRole('link', { name: /^Geofence Alerts\s*\d+\+? open$/ }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
