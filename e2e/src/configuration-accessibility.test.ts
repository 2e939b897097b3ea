import { setUpBrowserTest } from './browser-test.ts'
import { configure, signedInClient } from './console-session.ts'
import { findNothingOn } from './pages-accessibility.ts'

/** Accessibility of the configuration pages. */
const running = setUpBrowserTest({
  demo: false,
  prepare: async (product) => configure(await signedInClient(product)),
})

findNothingOn(running, [
  ['admin-config/storage', (page) => page.getByText('Save retention')],
  ['scaling-option', (page) => page.getByText('Save Kafka')],
  ['metadata-mappings', (page) => page.getByRole('form', { name: /^Entry / })],
])
