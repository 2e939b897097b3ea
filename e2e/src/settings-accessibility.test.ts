import { setUpBrowserTest } from './browser-test.ts'
import { configure, signedInClient } from './console-session.ts'
import { findNothingOn } from './pages-accessibility.ts'

/** Accessibility of the profile and the settings pages, on a system during its setup. */
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

findNothingOn(running, [
  ['privilege-settings', (page) => page.getByText('May see everything')],
  ['mirth-settings', (page) => page.getByText('Send test')],
  ['provider-settings/new', (page) => page.getByLabel('Provider Name')],
  ['profile', (page) => page.getByText('This session')],
])
