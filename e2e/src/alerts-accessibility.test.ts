import { describe, expect, test } from 'vitest'
import { enterFence, setUpAlertMap } from './alert-map.ts'
import { seriousFindings } from './browser.ts'
import { setUpBrowserTest } from './browser-test.ts'
import { configure, openSignedInPage, signedInClient } from './console-session.ts'

/** Accessibility of the pages of geofence alerts, with an alert on them. */
const PUMP = 'Gate pump 1'

const running = setUpBrowserTest({
  demo: false,
  prepare: async (product) => {
    const client = await signedInClient(product)
    await configure(client)
    await setUpAlertMap(product, client, [PUMP])
    await enterFence(product, PUMP)
  },
})

describe.each(['desktop', 'phone'] as const)('at %s width', (size) => {
  test('axe finds no serious problems on the alerts, light and dark', async () => {
    const { page, context, complaints } = await openSignedInPage(running, { size })
    await page.goto(`${running.product.url}/#/geofence-alerts?status=all&search=${encodeURIComponent(PUMP)}`)
    const link = page.getByRole('link', { name: /^View on map: / }).first()
    await link.waitFor()
    expect(await seriousFindings(page), 'list').toEqual([])
    const href = (await link.getAttribute('href')) ?? ''
    await page.goto(`${running.product.url}/#/geofence-alerts?status=all&search=nothing-like-this`)
    await page.getByText('No alerts match').waitFor()
    expect(await seriousFindings(page), 'empty').toEqual([])
    await page.goto(`${running.product.url}/${href}`)
    await page.getByRole('heading', { name: 'Event', exact: true }).waitFor()
    expect(await seriousFindings(page), 'alert').toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })
})
