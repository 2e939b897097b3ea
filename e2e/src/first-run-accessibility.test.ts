import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openPage, seriousFindings } from './browser.ts'
import { setUpBrowserTest } from './browser-test.ts'
import { configure, findingsOn, signedInClient } from './console-session.ts'

/**
 * Accessibility of a new system: the setup, the dashboard that links to it, and the pages for users without an
 * account.
 */
const running = setUpBrowserTest({
  demo: false,
  prepare: async (product) => {
    await configure(await signedInClient(product))
  },
})

const pages: readonly (readonly [string, (page: Page) => ReturnType<Page['getByText']>])[] = [
  ['dashboard', (page) => page.getByText('Continue set-up')],
  ['admin-config/first-run', (page) => page.getByText('Import the first map')],
]

describe.each(['desktop', 'phone'] as const)('at %s width', (size) => {
  test.each(pages)('axe finds no serious problems on %s, light and dark', async (path, complete) => {
    expect(await findingsOn(running, size, path, complete)).toEqual([])
  })

  test('axe finds no serious problems on the page for users without an account, light and dark', async () => {
    const { page, context } = await openPage(running.browser, { size })
    await page.goto(`${running.product.url}/#/no-credentials`)
    await page.getByRole('main').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await context.close()
  })
})
