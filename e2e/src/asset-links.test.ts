import { expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { openSignedInPage } from './console-session.ts'
import { push } from './product.ts'

const running = setUpBrowserTest({
  demo: 'still',
  prepare: async (product) => {
    await push(product, '/api/ingest/assets', [
      { AssetType: 'Equipment', AssetId: 'LINK-P-1', AssetName: 'Pump One' },
      { AssetType: 'Clinician', AssetId: 'LINK-N-1', AssetName: 'Nurse Adams' },
      { AssetType: 'Patient', AssetId: 'LINK-Z-1', AssetName: 'Zoe' },
    ])
  },
})

test('nurse, pump and patient are linked, from either side', async () => {
  const { page, context, complaints } = await openSignedInPage(running, {
    size: 'desktop',
    username: 'm.okafor',
  })
  const link = async (type: string, id: string, typeToLink: string, name: string): Promise<void> => {
    await page.goto(`${running.product.url}/#/asset-detail;type=${type};id=${id}`)
    await page.getByRole('button', { name: 'Add mapping' }).click()
    const dialog = page.getByRole('dialog')
    const choices = dialog.getByRole('combobox')
    await choices.first().waitFor()
    if ((await dialog.getByText(typeToLink, { exact: true }).count()) === 0) {
      await choices.first().click()
      await page.getByTitle(typeToLink, { exact: true }).click()
    }
    await choices.last().click()
    await choices.last().fill(name.split(' · ')[1] ?? '')
    await page.getByTitle(name).click()
    await dialog.getByRole('button', { name: 'Add mapping' }).click()
    await page.getByText('Assets linked.').first().waitFor()
    await dialog.waitFor({ state: 'detached' })
  }
  await link('Equipment', 'LINK-P-1', 'Clinician', 'Nurse Adams · LINK-N-1')
  await link('Equipment', 'LINK-P-1', 'Patient', 'Zoe · LINK-Z-1')
  await link('Patient', 'LINK-Z-1', 'Clinician', 'Nurse Adams · LINK-N-1')
  const table = page.getByRole('table', { name: 'Asset mapping' })
  await table.getByText('Nurse Adams').waitFor()
  await table.getByText('Pump One').waitFor()

  await page.getByRole('button', { name: 'Remove the link to Pump One' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove link' }).click()
  await table.getByText('Pump One').waitFor({ state: 'detached' })
  await page.goto(`${running.product.url}/#/asset-detail;type=Equipment;id=LINK-P-1`)
  await table.getByText('Nurse Adams').waitFor()
  await table.getByText('Zoe').waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
  await context.close()
})
