import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { openSignedInPage } from './console-session.ts'

/** The demo hospital as a newcomer finds it, at both widths. */
const running = setUpBrowserTest()

const cards = (page: Page) => page.getByRole('article')

describe.each(['desktop', 'phone'] as const)('at %s width', (size) => {
  test('a search narrows the devices and a card opens its details in a new tab', async () => {
    const { page, context, complaints } = await openSignedInPage(running, { size })
    await page.goto(`${running.product.url}/#/devices`)
    await cards(page).first().waitFor()
    await page
      .getByRole('searchbox', { name: 'Search these devices' })
      .or(page.getByLabel('Search these devices'))
      .first()
      .fill('defib')
    await page.waitForFunction(() =>
      [...document.querySelectorAll('article h2')].every((heading) =>
        /defib/i.test(heading.textContent ?? ''),
      ),
    )
    const name = await cards(page).first().getByRole('heading').innerText()
    const [detail] = await Promise.all([
      context.waitForEvent('page'),
      cards(page).first().getByRole('link').click(),
    ])
    await detail.getByRole('heading', { name }).waitFor()
    expect(detail.url()).toMatch(/#\/asset-detail;type=Equipment;id=/)
    await detail.getByText('Location history').first().waitFor()
    expect(await detail.title()).toContain('Equipment Detail Page')
    expect(complaints).toEqual([])
    await context.close()
  })
})

/** How many lines the toolbar of a page takes: the different heights at which its buttons stand, up to a control of its list. */
const linesAbove = (page: Page, listControl: string): Promise<number> =>
  page.evaluate((selector) => {
    const end = document.querySelector(selector)?.getBoundingClientRect().top ?? 0
    const main = document.querySelector('main') ?? document.body
    const tops = [...main.querySelectorAll('button, a.ant-btn')].map((button) =>
      Math.round(button.getBoundingClientRect().top),
    )
    return new Set(tops.filter((top) => top < end)).size
  }, listControl)

test('on a phone toolbars keep to the window and leave the room to what is listed', async () => {
  const { page, context, complaints } = await openSignedInPage(running, { size: 'phone' })
  await page.goto(`${running.product.url}/#/devices?view=map`)
  await page.getByRole('button', { name: 'Filters', exact: true }).waitFor()
  await page.getByRole('application').first().waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBe(0)
  const filter = encodeURIComponent('{"AssetType":["Equipment"]}')
  await page.goto(`${running.product.url}/#/assetlist?filter=${filter}`)
  await page.getByRole('switch').first().waitFor()
  await page.getByRole('button', { name: 'Reset filters' }).waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBe(0)
  // Type and category, what is done with the list, and the filters that are on.
  expect(await linesAbove(page, 'main [role=switch]')).toBeLessThanOrEqual(3)
  expect(complaints).toEqual([])
  await context.close()
})
