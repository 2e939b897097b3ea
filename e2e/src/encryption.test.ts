import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { configure, findingsOn, openSignedInPage, signedInClient } from './console-session.ts'
import { push } from './product.ts'

/** A field is chosen, stored values are converted, and the page shows it. */
const SERIAL = 'SN-very-recognisable-4711'
const running = setUpBrowserTest({
  demo: false,
  prepare: async (product) => {
    await configure(await signedInClient(product))
    await push(product, '/api/ingest/assets', {
      AssetType: 'Equipment',
      AssetId: 'P-1',
      AssetName: 'Pump One',
      PrimaryCategory: 'Pump',
      SerialNo: SERIAL,
    })
  },
})

async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByTitle(option).click()
}

test('a field is encrypted: stored values are converted, users see them unchanged, and the page shows it', async () => {
  const { page, context, complaints } = await openSignedInPage(running, {
    size: 'desktop',
  })
  await page.goto(`${running.product.url}/#/encryption-setting`)
  await page.getByText('No encrypted fields').waitFor()
  await choose(page, 'Asset type', 'Equipment')
  await choose(page, 'Field', /SerialNo/)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const job = page.getByRole('region', { name: 'Conversion of stored data' })
  await job.getByText('Done', { exact: true }).waitFor()
  await page.getByRole('listitem').filter({ hasText: 'SerialNo' }).getByText('whole field').first().waitFor()

  await page.goto(`${running.product.url}/#/devices`)
  await page.getByRole('article').filter({ hasText: 'Pump One' }).getByText(SERIAL).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test.each(['desktop', 'phone'] as const)('the encryption settings are accessible: %s', async (size) => {
  expect(
    await findingsOn(running, size, 'encryption-setting', (page) => page.getByText('Rotate key')),
  ).toEqual([])
})
