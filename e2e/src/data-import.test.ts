import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { configure, openSignedInPage, signedInClient } from './console-session.ts'

/** A file with errors is tested, corrected and imported, on a desktop and on a phone; then the log is read. */
const running = setUpBrowserTest({
  demo: false,
  prepare: async (product) => configure(await signedInClient(product)),
})

const HEADER = 'Inventory;Asset Name;Wifi Strength'
const row = (id: string, wifi = 'Good') => `${id};Infusion pump;${wifi}`

async function choose(page: Page, control: string, option: string): Promise<void> {
  const field = page.getByRole('combobox', { name: control, exact: true })
  await field.click()
  // A long list shows only a part, so the option is searched by typing.
  if (control.startsWith('Field for column')) await field.fill(option)
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item-option')
    .filter({ hasText: option })
    .first()
    .click()
}
async function upload(page: Page, lines: readonly string[]): Promise<void> {
  await page.getByLabel('Choose a csv, xml or json file').setInputFiles({
    name: 'register.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${[HEADER, ...lines].join('\r\n')}\r\n`),
  })
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.getByText('Semicolon').waitFor()
}

test('a file with errors is tested, corrected, uploaded again and imported', async () => {
  const { page, context, complaints } = await openSignedInPage(running, { size: 'desktop' })
  await page.goto(`${running.product.url}/#/device-import`)
  await choose(page, 'Type of import', 'Assets')
  await page.getByRole('button', { name: 'Download an empty csv file' }).waitFor()
  await upload(page, [row('E-1'), row(''), row('E-3', 'Excellent')])
  await choose(page, 'Field for column Inventory', 'AssetId')
  await choose(page, 'Type of all assets', 'Equipment')
  await page.getByRole('button', { name: 'Check without importing' }).click()
  await page.getByText('2 rows would be refused.').waitFor()
  const errors = page.getByRole('table', { name: 'Errors and warnings' })
  await errors.getByText('This field is required').waitFor()
  await errors.getByText('Wifi Strength').waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the whole list' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('import-errors.csv')

  const client = await signedInClient(running.product)
  const assets = async () =>
    (await client.call('assetsFilter', { query: { pagesize: 500 }, body: { AssetType: 'Equipment' } })).assets
  expect(await assets()).toEqual([])
  await upload(page, [row('E-1'), row('E-2'), row('E-3', 'Strong'), row('E-4')])
  // The columns are known from the previous file.
  await page.getByRole('button', { name: 'Import 4 rows' }).click()
  await page.getByText('Data Imported Successfully!').waitFor()
  expect((await assets()).map(({ AssetId, Fields }) => [AssetId, Fields['WifiStrength']])).toEqual([
    ['E-1', { Strength: 'BAR_FOUR' }],
    ['E-2', { Strength: 'BAR_FOUR' }],
    ['E-3', { Strength: 'BAR_FIVE' }],
    ['E-4', { Strength: 'BAR_FOUR' }],
  ])
  expect(complaints).toEqual([])
  await context.close()
})

test('on a phone the file can be chosen and the log can be read', async () => {
  const { page, context, complaints } = await openSignedInPage(running, { size: 'phone' })
  await page.goto(`${running.product.url}/#/device-import?type=importCsv`)
  await upload(page, [row('E-9')])
  await page.getByRole('button', { name: 'Import 1 row' }).waitFor()
  const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
  expect(overflow).toBe(0)
  await page.goto(`${running.product.url}/#/error-logs`)
  await page.getByRole('checkbox', { name: /^Core/ }).check()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Submit' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^wardtrack-logs-.*\.zip$/)
  expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBe(0)
  expect(complaints).toEqual([])
  await context.close()
})
