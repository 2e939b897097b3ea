import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { setUpBrowserTest } from './browser-test.ts'
import { demoPeople, openSignedInPage, signIn } from './console-session.ts'

/** Editing the dashboard, at both widths. */
const running = setUpBrowserTest({ demo: 'still' })

const address = (): string => `${running.product.url}/#/dashboard`
const headings = (page: Page): Promise<string[]> =>
  page.getByRole('list', { name: 'Tiles' }).getByRole('heading', { level: 2 }).allTextContents()
/** Returns the number of pixels of the page outside the window. */
const beyondTheWindow = (page: Page): Promise<unknown> =>
  page.evaluate('document.documentElement.scrollHeight - innerHeight')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Opens the dashboard of one of the demo's users in a new browser. */
async function openElsewhere(size: 'desktop' | 'phone', username: string) {
  const person = (await demoPeople(running.product)).find((candidate) => candidate.username === username)
  const opened = await openPage(running.browser, { size })
  await signIn(opened.page, running.product, person)
  await opened.page.goto(address())
  await button(opened.page, 'Edit dashboard').waitFor()
  return opened
}

test('the tiles fit one screen, are reordered by keyboard, appear in another browser and are reset', async () => {
  const { page, context, complaints } = await openSignedInPage(running, { size: 'desktop' })
  await page.goto(address())
  await page.getByRole('table', { name: 'Weak batteries' }).waitFor()
  await page.getByRole('figure', { name: 'Infusion State' }).waitFor()
  await expect.poll(() => beyondTheWindow(page)).toBe(0)
  const before = await headings(page)

  await button(page, 'Edit dashboard').click()
  await button(page, 'Move Device counts earlier').focus()
  await page.keyboard.press('Enter')
  await page.getByText(/^Device counts is tile \d of \d now\.$/).waitFor({ state: 'attached' })
  await page.keyboard.press('Enter')
  await button(page, 'Make Battery levels medium').click()
  await button(page, 'Add tile').click()
  await button(page, 'Add Geofences now').click()
  await button(page, 'Close').click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await button(page, 'Save dashboard').click()
  await page.getByText('Dashboard saved.').waitFor()
  await button(page, 'Edit dashboard').waitFor()
  const after = await headings(page)
  expect(after.indexOf('Device counts')).toBe(before.indexOf('Device counts') - 2)
  expect(after.at(-1)).toBe('Geofences now')

  const elsewhere = await openElsewhere('desktop', running.product.username)
  await expect.poll(() => headings(elsewhere.page)).toEqual(after)
  await button(elsewhere.page, 'Edit dashboard').click()
  await button(elsewhere.page, 'Default dashboard options').click()
  await elsewhere.page.getByRole('menuitem', { name: 'Reset to the default' }).click()
  await elsewhere.page.getByRole('dialog').getByRole('button', { name: 'Reset to the default' }).click()
  await elsewhere.page.getByText('You see the default dashboard again.').waitFor()
  await expect.poll(() => headings(elsewhere.page)).toEqual(before)
  expect([...complaints, ...elsewhere.complaints]).toEqual([])
  await Promise.all([context.close(), elsewhere.context.close()])
})
