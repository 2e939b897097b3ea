import { setUpBrowserTest } from './browser-test.ts'
import { configure, signedInClient } from './console-session.ts'
import { findNothingOn } from './pages-accessibility.ts'

/** Accessibility of the administration pages, on a system during its setup. */
const running = setUpBrowserTest({
  demo: false,
  prepare: async (product) => configure(await signedInClient(product)),
})

findNothingOn(running, [
  ['admin-config', (page) => page.getByRole('table', { name: 'Users' })],
  ['admin-config?tab=keys', (page) => page.getByRole('table', { name: 'Ingestion keys' })],
  ['admin-config?tab=security', (page) => page.getByRole('form', { name: 'Second factor' })],
  ['admin-config?tab=mail', (page) => page.getByRole('form', { name: 'Mail server' })],
])
