import type { Locator, Page } from 'playwright-core'
import { FENCE } from './alert-map.ts'
import type { Product } from './product.ts'

/** Returns the text of an alert about a pump that entered the geofence. */
export const sentence = (pump: string): string => `${pump} entered ${FENCE}`

/** Opens the list with the alerts of one pump. */
export const openAlertsOf = (page: Page, product: Product, pump: string): Promise<unknown> =>
  page.goto(`${product.url}/#/geofence-alerts?status=all&search=${encodeURIComponent(pump)}`)

/** Returns the row of a pump's alert. */
export const alertRow = (page: Page, pump: string): Locator => page.getByRole('row').filter({ hasText: pump })

/** Confirms a step in its dialog, with a note. */
export async function confirmStep(page: Page, verb: string, note: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Note (optional)').fill(note)
  await dialog.getByRole('button', { name: verb }).click()
  await dialog.waitFor({ state: 'hidden' })
}
