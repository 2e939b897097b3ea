import { expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { signedInClient } from './console-session.ts'

const running = setUpBrowserTest()

test('the demo keeps raising alerts', async () => {
  const from = Date.now()
  const client = await signedInClient(running.product)
  const isRaised = async (): Promise<boolean> => {
    const { fetchedAlerts } = await client.call('geofenceAlerts', { query: { pagesize: 50 } })
    return fetchedAlerts.some(({ eventTime }) => Date.parse(eventTime) > from)
  }
  await expect.poll(isRaised, { timeout: 240_000, interval: 1_000 }).toBe(true)
}, 300_000)
