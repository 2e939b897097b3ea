import type { Locator, Page } from 'playwright-core'
import { alertRow, confirmStep, openAlertsOf, sentence } from './alert-actions.ts'
import { enterFence, setUpAlertMap } from './alert-map.ts'
import type { BrowserTest, PageOptions } from './browser.ts'
import { setUpBrowserTest } from './browser-test.ts'
import { openSignedInPage, signedInClient } from './console-session.ts'

/**
 * Starts the demo hospital without movements, with the geofence of the alerts and some pumps outside it.
 * @param pumps names of the pumps
 */
export const setUpAlertTest = (pumps: readonly string[]): BrowserTest =>
  setUpBrowserTest({
    demo: 'still',
    prepare: async (product) => setUpAlertMap(product, await signedInClient(product), pumps),
  })

const toast = (page: Page, pump: string): Locator =>
  page
    .getByRole('region', { name: 'New alerts' })
    .getByRole('listitem')
    .filter({ hasText: sentence(pump) })

/**
 * Shows a nurse a new alert, opens its map, acknowledges it there and resolves it in the list.
 * @returns number of Resolve buttons left in the tab of the map, and the messages of the browser's console
 */
export async function workThroughAlert(running: BrowserTest, size: PageOptions['size'], pump: string) {
  const { product } = running
  const { page, context, complaints, streaming } = await openSignedInPage(running, {
    size,
    username: 't.brandt',
  })
  await page.goto(`${product.url}/#/devices`)
  await page.getByRole('article').first().waitFor()
  await streaming
  await enterFence(product, pump)
  await toast(page, pump).waitFor()
  // One line on a phone until it is tapped.
  if (size === 'phone') await toast(page, pump).getByRole('button', { expanded: false }).click()
  const [alert] = await Promise.all([
    context.waitForEvent('page'),
    toast(page, pump).getByRole('link', { name: 'View on map' }).click(),
  ])
  await alert.getByRole('heading', { name: sentence(pump) }).waitFor()
  await toast(page, pump).waitFor({ state: 'detached' })
  await alert.getByText('St. Example > Annex > Level 1 > Ward > Gate').waitFor()
  await alert.getByText('Entry, immediate').waitFor()
  await alert.getByText('This map has no image').waitFor()
  await alert.getByRole('button', { name: 'Acknowledge' }).click()
  await confirmStep(alert, 'Acknowledge', 'On my way')
  await alert.getByText('On my way').waitFor()
  await openAlertsOf(page, product, pump)
  await alertRow(page, pump).getByText('Acknowledged').waitFor()
  await page.getByRole('button', { name: `Resolve: ${sentence(pump)}` }).click()
  await confirmStep(page, 'Resolve', 'Back in the store')
  await alertRow(page, pump).getByText('Resolved').waitFor()
  // The other tab receives the change without any action.
  await alert.getByText('Back in the store').waitFor()
  await alert.getByText('Resolved by t.brandt').first().waitFor()
  const resolveButtons = await alert.getByRole('button', { name: 'Resolve' }).count()
  await context.close()
  return { resolveButtons, complaints }
}
