import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { configure, findingsOn, signedInClient } from './console-session.ts'

/** What axe says of the profile and the pages of settings, on a system that is being set up. */
const running = setUpBrowserTest({
  demo: false,
  environment: { WARDTRACK_OUTBOUND_ALLOW: '127.0.0.1' },
  prepare: async (product) => {
    const client = await signedInClient(product)
    await configure(client)
    const values = { LocationHierarchy: 'http://127.0.0.1:9/places' }
    await client.call('createSettings', { body: { Type: 'Mirth', SubType: 'Mirth', Fields: values } })
  },
})

const pages: readonly (readonly [string, (page: Page) => ReturnType<Page['getByText']>])[] = [
  ['privilege-settings', (page) => page.getByText('May see everything')],
  ['mirth-settings', (page) => page.getByText('Send test')],
  ['provider-settings/new', (page) => page.getByLabel('Provider Name')],
  ['profile', (page) => page.getByText('This session')],
]

describe.each(['desktop', 'phone'] as const)('at %s width', (size) => {
  test.each(pages)('axe finds nothing serious on %s, light and dark', async (path, complete) => {
    expect(await findingsOn(running, size, path, complete)).toEqual([])
  })
})
