import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { configure, findingsOn, signedInClient } from './console-session.ts'

/** What axe says of the pages of administration, on a system that is being set up. */
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
  ['admin-config/storage', (page) => page.getByText('Save retention')],
  ['scaling-option', (page) => page.getByText('Save Kafka')],
  ['metadata-mappings', (page) => page.getByRole('form', { name: /^Entry / })],
]

describe.each(['desktop', 'phone'] as const)('at %s width', (size) => {
  test.each(pages)('axe finds nothing serious on %s, light and dark', async (path, complete) => {
    expect(await findingsOn(running, size, path, complete)).toEqual([])
  })
})
