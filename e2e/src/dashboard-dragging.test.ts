import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { seriousFindings } from './browser.ts'
import { setUpBrowserTest } from './browser-test.ts'
import { openSignedInPage } from './console-session.ts'

/** Editing the dashboard on a desktop with the mouse. */
const running = setUpBrowserTest({ demo: 'still' })

const headings = (page: Page): Promise<string[]> =>
  page.getByRole('list', { name: 'Tiles' }).getByRole('heading', { level: 2 }).allTextContents()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('axe finds no serious problems; a tile is dragged onto another, and a cancelled change is reverted', async () => {
  const { page, context, complaints } = await openSignedInPage(running, { size: 'desktop' })
  await page.goto(`${running.product.url}/#/dashboard`)
  await page.getByRole('figure', { name: 'Infusion State' }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await button(page, 'Edit dashboard').click()
  await button(page, 'Save dashboard').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  const before = await headings(page)
  const tiles = page.getByRole('list', { name: 'Tiles' }).locator('> li')
  await tiles.nth(2).dragTo(tiles.nth(1))
  await expect.poll(() => headings(page)).toEqual([before[0], before[2], before[1], ...before.slice(3)])
  await button(page, 'Undo').click()
  await expect.poll(() => headings(page)).toEqual(before)
  await button(page, 'Cancel').click()
  await button(page, 'Edit dashboard').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
