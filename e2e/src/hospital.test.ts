import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { openSignedInPage } from './console-session.ts'

/** The demo hospital after its first start, at both widths. */
const running = setUpBrowserTest()

const cards = (page: Page) => page.getByRole('article')

describe.each(['desktop', 'phone'] as const)('at %s width', (size) => {
  test('a search filters the devices and a card opens its details in a new tab', async () => {
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

/**
 * Returns the heights of the controls' middles in whole pixels. All are read together, because new alerts move them.
 */
async function heightsOf(page: Page, controls: readonly Locator[]): Promise<number[]> {
  const elements = await Promise.all(controls.map((control) => control.elementHandle()))
  return page.evaluate(
    (shown) =>
      shown.map((element) => {
        const { y, height } = (element as Element).getBoundingClientRect()
        return Math.round(y + height / 2)
      }),
    elements,
  )
}

test('on a phone toolbars fit into the window and leave room for the list', async () => {
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
  const button = (name: string | RegExp): Locator => page.getByRole('button', { name }).first()
  const [typeLine = 0, category = 0, toolLine = 0, ...tools] = await heightsOf(page, [
    button('Submit'),
    page.getByRole('combobox', { name: 'Category' }),
    button(/^Filters/),
    ...['Choose Action', 'Export assets', 'Schedule…'].map(button),
  ])
  expect(category).toBeCloseTo(typeLine, -1)
  expect(toolLine).toBeGreaterThan(typeLine)
  expect(tools).toEqual([toolLine, toolLine, toolLine])
  expect(complaints).toEqual([])
  await context.close()
})
