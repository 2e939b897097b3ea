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
