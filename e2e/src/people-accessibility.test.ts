import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openPage, seriousFindings } from './browser.ts'
import { setUpBrowserTest } from './browser-test.ts'
import { configure, findingsOn, signedInClient } from './console-session.ts'

/** What axe says of the pages about people, keys and the first set-up, on a system that is being set up. */
const running = setUpBrowserTest({
  demo: false,
  prepare: async (product) => {
    await configure(await signedInClient(product))
  },
})

const pages: readonly (readonly [string, (page: Page) => ReturnType<Page['getByText']>])[] = [
  ['admin-config', (page) => page.getByRole('table', { name: 'People' })],
  ['admin-config?tab=keys', (page) => page.getByRole('table', { name: 'Ingestion keys' })],
  ['admin-config?tab=security', (page) => page.getByRole('form', { name: 'Second factor' })],
  ['admin-config?tab=mail', (page) => page.getByRole('form', { name: 'Mail server' })],
  ['admin-config/first-run', (page) => page.getByText('Import the first map')],
]

describe.each(['desktop', 'phone'] as const)('at %s width', (size) => {
  test.each(pages)('axe finds nothing serious on %s, light and dark', async (path, complete) => {
    expect(await findingsOn(running, size, path, complete)).toEqual([])
  })

  test('axe finds nothing serious on the page for those without an account, light and dark', async () => {
    const { page, context } = await openPage(running.browser, { size })
    await page.goto(`${running.product.url}/#/no-credentials`)
    await page.getByRole('main').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await context.close()
  })
})
