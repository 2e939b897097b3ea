import { expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { configure, findingsOn, signedInClient } from './console-session.ts'

const running = setUpBrowserTest({
  demo: false,
  prepare: async (product) => configure(await signedInClient(product)),
})

test.each(['desktop', 'phone'] as const)('the scaling settings are accessible: %s', async (size) => {
  expect(await findingsOn(running, size, 'scaling-option', (page) => page.getByText('Save Kafka'))).toEqual(
    [],
  )
})
