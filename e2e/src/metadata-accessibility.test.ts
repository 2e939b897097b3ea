import { expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { configure, findingsOn, signedInClient } from './console-session.ts'

const running = setUpBrowserTest({
  demo: false,
  prepare: async (product) => configure(await signedInClient(product)),
})

test.each(['desktop', 'phone'] as const)('the mapping and the storage are accessible: %s', async (size) => {
  expect(await findingsOn(running, size, 'metadata-mappings', (page) => page.getByRole('form'))).toEqual([])
  expect(
    await findingsOn(running, size, 'admin-config/storage', (page) => page.getByText('Save retention')),
  ).toEqual([])
})
