import { expect, test } from 'vitest'
import { alertRow } from './alert-actions.ts'
import { enterFence, setUpAlertMap } from './alert-map.ts'
import { setUpBrowserTest } from './browser-test.ts'
import { configure, openSignedInPage, signedInClient } from './console-session.ts'

/** An open list of alerts, on a system that only has the test's place. */
const running = setUpBrowserTest({
  demo: false,
  prepare: async (product) => {
    const client = await signedInClient(product)
    await configure(client)
    await setUpAlertMap(product, client, ['Gate pump 1'])
  },
})

test('an alert appears in an open list, and in the count of the menu, without reload', async () => {
  const { page, context, complaints, streaming } = await openSignedInPage(running, { size: 'desktop' })
  await page.goto(`${running.product.url}/#/geofence-alerts`)
  await page.getByText('Live', { exact: true }).first().waitFor()
  await streaming
  await enterFence(running.product, 'Gate pump 1')
  await alertRow(page, 'Gate pump 1').getByText('New').waitFor()
  await page.getByRole('link', { name: /^Geofence Alerts\s*\d+\+? open$/ }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
