import { describe, expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { findingsOn } from './console-session.ts'

/** What axe says of the map of devices, on the demo hospital. */
const running = setUpBrowserTest()

describe.each(['desktop', 'phone'] as const)('at %s width', (size) => {
  test('axe finds nothing serious on the map of devices, light and dark', async () => {
    const findings = await findingsOn(running, size, 'devices?view=map', (page) =>
      page.getByText(/^Map 1 of \d/),
    )
    expect(findings).toEqual([])
  })
})
