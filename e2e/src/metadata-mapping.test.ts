import { expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { setUpBrowserTest } from './browser-test.ts'
import { configure, openSignedInPage, signedInClient, signIn } from './console-session.ts'
import { push } from './product.ts'

/** A PNG of 8 × 8 red pixels. */
const RED_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGP4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElFTkSuQmCC'

const running = setUpBrowserTest({
  demo: false,
  prepare: async (product) => {
    await configure(await signedInClient(product))
    const pump = { AssetType: 'Equipment', AssetId: 'P-1', AssetName: 'Pump One', PrimaryCategory: 'Pump' }
    await push(product, '/api/ingest/assets', [{ ...pump, BatteryLevel: 'LEVEL_1', Colour: 'blue' }])
  },
})

test('a changed alias appears immediately in a second browser', async () => {
  const { browser, product } = running
  const nurse = await openPage(browser, { size: 'desktop' })
  await signIn(nurse.page, product)
  const card = nurse.page.getByRole('article').filter({ hasText: 'Pump One' })
  await card.getByText('Critical').waitFor()

  const keeper = await openSignedInPage(running, { size: 'desktop' })
  await keeper.page.goto(`${product.url}/#/metadata-mappings?type=Equipment&entry=BatteryLevel`)
  await keeper.page.getByLabel('Alias of LEVEL_1').fill('Charge me now')
  await keeper.page.getByRole('button', { name: 'Save', exact: true }).click()
  await keeper.page.getByText('Metadata mapping saved.').waitFor()
  await card.getByText('Charge me now').waitFor()

  await keeper.page.getByLabel('Choose an image').setInputFiles({
    name: 'red.png',
    mimeType: 'image/png',
    buffer: Buffer.from(RED_PNG, 'base64'),
  })
  await keeper.page.getByRole('img', { name: 'Icon, current' }).waitFor()

  await keeper.page.getByRole('button', { name: 'Add Colour' }).click()
  await keeper.page.getByRole('button', { name: 'ADD', exact: true }).click()
  await keeper.page.getByRole('tab', { name: 'Colour', selected: true }).waitFor()
  await keeper.page.getByText('blue').waitFor({ state: 'detached' })
  await keeper.page.getByRole('switch').click()
  await keeper.page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect
    .poll(async () => {
      const answer = await (await signedInClient(product)).call('getFilterOption', {})
      return Object.keys(answer[0]?.['Equipment']?.MedaDataInfo ?? {})
    })
    .toContain('Colour')
  expect([...nurse.complaints, ...keeper.complaints]).toEqual([])
  await nurse.context.close()
  await keeper.context.close()
})

test('a retention is saved on the page that shows the disk usage', async () => {
  const { page, context, complaints } = await openSignedInPage(running, { size: 'desktop' })
  await page.goto(`${running.product.url}/#/admin-config/storage`)
  await page.getByRole('table', { name: 'Storage by kind' }).getByText('Location history').waitFor()
  await page.getByRole('spinbutton', { name: 'Location and status history' }).fill('30')
  await page.getByRole('button', { name: 'Save retention' }).click()
  await page.getByText('Setting Saved').waitFor()
  await page.getByRole('cell', { name: '30 days' }).first().waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
