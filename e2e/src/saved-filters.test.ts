import { expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { openSignedInPage, signedInClient } from './console-session.ts'

/** Filters that are saved and shared, and the asset list: many assets deactivated at once, and back. */
const running = setUpBrowserTest()

test('a filter is put together, saved and shared, and somebody else lists by it', async () => {
  const owner = await openSignedInPage(running, { size: 'desktop' })
  const { page } = owner
  await page.goto(`${running.product.url}/#/devices`)
  await page.getByRole('article').first().waitFor()
  await page.getByRole('button', { name: 'Filters' }).click()
  const drawer = page.getByRole('dialog').filter({ has: page.getByPlaceholder('Enter Filter Name') })
  await drawer.getByLabel('Battery').first().click()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await drawer.getByPlaceholder('Enter Filter Name').fill('Battery round')
  await drawer.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Filter: Battery round' }).click()
  await page.getByRole('button', { name: 'Actions of Battery round' }).click()
  await page.getByRole('menuitem', { name: 'Share with everyone' }).click()
  await page.getByText('Everyone', { exact: true }).waitFor()
  const listed = page.url()

  const nurse = await openSignedInPage(running, { size: 'desktop', username: 'm.okafor' })
  await nurse.page.goto(`${running.product.url}/#/devices`)
  await nurse.page.getByRole('button', { name: 'Filter: All Devices' }).click()
  await nurse.page.getByRole('button', { name: /^Battery round/ }).click()
  await nurse.page.getByRole('button', { name: 'Filter: Battery round' }).waitFor()
  expect(new URL(nurse.page.url()).hash).toBe(new URL(listed).hash)
  await nurse.page.getByRole('button', { name: 'Filter: Battery round' }).click()
  await nurse.page.getByRole('button', { name: 'Battery round by admin' }).focus()
  await nurse.page.keyboard.press('Shift+F10')
  await nurse.page.getByRole('menuitem', { name: 'Hide' }).waitFor()
  expect(await nurse.page.getByRole('menuitem', { name: 'Delete filter' }).count()).toBe(0)
  expect([owner.complaints, nurse.complaints]).toEqual([[], []])
})

test('every asset of a list is deactivated at once, and that is undone', async () => {
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
  await page.getByText('Undoing the change of status').waitFor()
  await page.getByRole('button', { name: /^Undo/ }).waitFor()
  expect(await countInactive()).toBe(before)
  expect(complaints).toEqual([])
})
