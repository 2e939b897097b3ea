import { expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { openSignedInPage } from './console-session.ts'

/** Filters that are saved and shared. */
const running = setUpBrowserTest({ demo: 'still' })

test('a filter is created, saved and shared, and another user applies it', async () => {
  const owner = await openSignedInPage(running, { size: 'desktop' })
  const { page } = owner
  await page.goto(`${running.product.url}/#/devices`)
  await page.getByRole('article').first().waitFor()
  await page.getByRole('button', { name: 'Filters' }).click()
  const drawer = page.getByRole('dialog').filter({ has: page.getByPlaceholder('Enter Filter Name') })
  await drawer.getByLabel('Battery').first().click()
  // Keys pressed before the list is open have no effect.
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await drawer.getByPlaceholder('Enter Filter Name').fill('Battery round')
  await drawer.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Filter: Battery round' }).click()
  await page.getByRole('button', { name: 'Actions for Battery round' }).click()
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
