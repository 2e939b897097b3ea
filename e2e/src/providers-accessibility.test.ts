import { expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { findingsOn } from './console-session.ts'
import { setUpFloors } from './floors.ts'

const running = setUpBrowserTest({ demo: false, prepare: setUpFloors })

/** Each tab at one width: what differs between the widths is how tabs are chosen, which the first one shows. */
test.each([
  ['desktop', 'format'],
  ['desktop', 'refused'],
  ['phone', 'settings'],
  ['phone', 'activity'],
] as const)('at %s width the tab %s of a provider is accessible', async (size, tab) => {
  const path = `provider-settings/acme?tab=${tab}`
  expect(await findingsOn(running, size, path, (page) => page.getByRole('tabpanel'))).toEqual([])
})
