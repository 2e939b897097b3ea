import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { findingsOn } from './console-session.ts'

/** What axe says of the devices of the demo hospital. */
const running = setUpBrowserTest()

describe.each(['desktop', 'phone'] as const)('at %s width', (size) => {
  test('axe finds nothing serious on the cards of devices, light and dark', async () => {
    expect(await findingsOn(running, size, 'devices', (page) => page.getByRole('article'))).toEqual([])
  })

  test('axe finds nothing serious on the map of devices, light and dark', async () => {
    const complete = (page: Page) => page.getByText(/^Map 1 of \d/)
    expect(await findingsOn(running, size, 'devices?view=map', complete)).toEqual([])
  })
})
