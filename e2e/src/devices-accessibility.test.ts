import { describe, expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { findingsOn } from './console-session.ts'

/** What axe says of the cards of devices, on the demo hospital. */
const running = setUpBrowserTest()

describe.each(['desktop', 'phone'] as const)('at %s width', (size) => {
  test('axe finds nothing serious on the cards of devices, light and dark', async () => {
    expect(await findingsOn(running, size, 'devices', (page) => page.getByRole('article'))).toEqual([])
  })
})
