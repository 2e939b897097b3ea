import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { seriousFindings } from './browser.ts'
import { setUpBrowserTest } from './browser-test.ts'
import { openSignedInPage } from './console-session.ts'

/** Editing the dashboard on a phone. */
const running = setUpBrowserTest({ demo: 'still' })

const headings = (page: Page): Promise<string[]> =>
  page.getByRole('list', { name: 'Tiles' }).getByRole('heading', { level: 2 }).allTextContents()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('on a phone the tiles are one column and are edited by touch', async () => {
  const { page, context, complaints } = await openSignedInPage(running, {
    size: 'phone',
    username: 'm.okafor',
  })
  await page.goto(`${running.product.url}/#/dashboard`)
  await page.getByRole('list', { name: 'Battery levels' }).waitFor()
  const widths = await page
    .getByRole('list', { name: 'Tiles' })
    .locator('> li')
    .evaluateAll((tiles) => tiles.map((tile) => (tile as unknown as { clientWidth: number }).clientWidth))
  expect(new Set(widths.filter((width) => width > 0)).size).toBe(1)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  await button(page, 'Edit dashboard').tap()
  await button(page, 'Save dashboard').waitFor()
  const [, second = '', third = ''] = await headings(page)
  await button(page, `Move ${second} later`).tap()
  await button(page, 'Make Battery levels large').tap()
  expect(await seriousFindings(page)).toEqual([])
  await button(page, 'Save dashboard').tap()
  await page.getByText('Dashboard saved.').waitFor()
  await button(page, 'Edit dashboard').waitFor()
  const after = await headings(page)
  // Empty tiles are only shown during editing.
  expect(after).toContain(second)
  expect(after.indexOf(second)).toBe(after.indexOf(third) + 1)
  await page.reload()
  await button(page, 'Edit dashboard').waitFor()
  await expect.poll(() => headings(page)).toEqual(after)
  expect(complaints).toEqual([])
  await context.close()
})
