import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { setUpBrowserTest } from './browser-test.ts'
import { signIn } from './console-session.ts'
import { push } from './product.ts'

/** An empty system after the first start without the demo. */
const running = setUpBrowserTest({ demo: false })

const step = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('an empty system becomes a map with an asset on it, from the first sign-in, by clicks alone', async () => {
  const { product, browser } = running
  const { page, context, complaints } = await openPage(browser, { size: 'desktop' })
  await signIn(page, product)
  await page.waitForURL(/#\/privilege-settings/)
  await step(page, 'Add the first users').getByText('Add a privilege first.').waitFor()

  await page.getByRole('button', { name: 'Add these privileges' }).click()
  await page.waitForURL(/#\/admin-config\/first-run/)
  await step(page, 'Add the first privileges').getByText('Done', { exact: true }).waitFor()

  await step(page, 'Add the first users').getByRole('button', { name: 'Skip for now' }).click()
  await step(page, 'Add the first users').getByText('Skipped').waitFor()

  await step(page, 'Import the first map').getByRole('button', { name: 'Add place' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Hospital').fill('St. Example')
  await dialog.getByLabel('Building').fill('Annex')
  await dialog.getByLabel('Floor').fill('Level 1')
  const image = await page.screenshot({ type: 'png' })
  await dialog.getByRole('button', { name: 'Add place' }).click()
  await page.waitForURL(/#\/map-import\/st-example-annex-level-1/)
  await page
    .getByLabel(/^Choose an(other)? image/)
    .setInputFiles({ name: 'plan.png', mimeType: 'image/png', buffer: image })
  await page.getByText('plan.png').waitFor()
  await page.getByLabel('Width in metres').fill('64')
  await page.getByLabel('Height in metres').fill('40')
  const imported = page.waitForResponse(/map\.uploadMap$/)
  await page.getByRole('button', { name: 'Import map' }).click()
  expect((await imported).status()).toBe(200)

  // The dashboard shows the remaining steps; the map shows the pushed asset.
  await push(product, '/api/ingest/assets', {
    AssetType: 'Equipment',
    AssetId: 'PUMP-1',
    AssetName: 'Infusion pump 1',
  })
  await push(product, '/location/api/ingest/locations', {
    AssetType: 'Equipment',
    AssetId: 'PUMP-1',
    hierarchyId: 'st-example-annex-level-1',
    x: 30,
    y: 20,
  })
  await page.goto(`${product.url}/#/devices?view=map`)
  await page.getByText('Infusion pump 1').first().waitFor()
  await page.goto(`${product.url}/#/admin-config/first-run`)
  await page.getByText('Everything is set up.').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
