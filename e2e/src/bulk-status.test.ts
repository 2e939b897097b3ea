import { expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { openSignedInPage, signedInClient } from './console-session.ts'

/** Asset list: many assets are deactivated together, and reactivated. */
const running = setUpBrowserTest({ demo: 'still' })

test('all assets of a list are deactivated together, and the change is undone', async () => {
  const client = await signedInClient(running.product)
  const countInactive = async (): Promise<number> =>
    (await client.call('assetsList', { body: { query: [{ AssetStatus: 'inactive' }] } })).count
  const before = await countInactive()
  const { page, complaints } = await openSignedInPage(running, { size: 'desktop' })
  const filter = encodeURIComponent('{"AssetType":["Clinician"]}')
  await page.goto(`${running.product.url}/#/assetlist?filter=${filter}`)
  await page.getByRole('switch').first().waitFor()
  await page.getByRole('button', { name: 'Choose Action' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/assets become inactive/).waitFor()
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  const undo = page.getByRole('button', { name: /^Undo/ })
  await undo.waitFor()
  expect(await countInactive()).toBeGreaterThan(before)
  await undo.click()
  await page.getByText('Undoing the status change').waitFor()
  await page.getByRole('button', { name: /^Undo/ }).waitFor()
  expect(await countInactive()).toBe(before)
  expect(complaints).toEqual([])
})
