import { expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { signedInClient } from './console-session.ts'

const running = setUpBrowserTest()

test('the demo raises alerts by itself', async () => {
  const client = await signedInClient(running.product)
  const ofDemo = async (): Promise<string[]> => {
    const { fetchedAlerts } = await client.call('geofenceAlerts', { query: { pagesize: 50 } })
    return fetchedAlerts.map(({ LinkedGeofence }) => LinkedGeofence.Name)
  }
  for (let waited = 0; (await ofDemo()).length === 0; waited += 1) {
    expect(waited, 'seconds without an alert of the demo').toBeLessThan(240)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}, 300_000)
