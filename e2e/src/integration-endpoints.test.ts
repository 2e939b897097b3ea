import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { configure, openSignedInPage, signedInClient } from './console-session.ts'

/** The page of the six addresses, with a receiver on loopback. */
const running = setUpBrowserTest({
  demo: false,
  environment: { WARDTRACK_OUTBOUND_ALLOW: '127.0.0.1' },
  prepare: async (product) => configure(await signedInClient(product)),
})

let mirth: Server
let received = 0
beforeAll(async () => {
  mirth = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      received += 1
      response.writeHead(200).end('taken')
    })
  })
  await new Promise<void>((resolve) => mirth.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  mirth.closeAllConnections()
  await new Promise((resolve) => mirth.close(resolve))
})

test.each(['desktop', 'phone'] as const)(
  'an address is set, tested, paused and resumed at %s width',
  async (size) => {
    const { page, context, complaints } = await openSignedInPage(running, { size })
    await page.goto(`${running.product.url}/#/mirth-settings`)
    const { port } = mirth.address() as AddressInfo
    await page
      .getByRole('textbox', { name: 'Location Hierarchy', exact: true })
      .fill(`http://127.0.0.1:${port}/in`)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Settings Saved!').waitFor()
    const before = received
    await page.getByRole('button', { name: 'Send test: Location Hierarchy' }).click()
    await page.getByText(/^Status 200 after/).waitFor()
    expect(received).toBe(before + 1)
    await page.getByRole('button', { name: 'Pause: Location Hierarchy' }).click()
    await page.getByRole('button', { name: 'Resume: Location Hierarchy' }).click()
    await page.getByRole('button', { name: 'Pause: Location Hierarchy' }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  },
)
