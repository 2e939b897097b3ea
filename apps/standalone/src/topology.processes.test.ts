import { TEST_WAIT } from '@wardtrack/test-kit'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  COPIES,
  type RunningTopology,
  startTopology,
  stopTopology,
  topologyKinds,
} from './testing/running-topology.ts'

// Two processes of each service on one store behind a proxy, or two whole products.
/** Fewer than the number of assets that one notification groups. */
const PUMPS = 4
const KINDS = topologyKinds([
  { processes: 'services', redis: true },
  { processes: 'services', redis: false },
])
describe.each(KINDS)('several processes, $processes, with Redis: $redis', (kind) => {
  let starting: Promise<RunningTopology> | undefined
  let topology: RunningTopology
  beforeAll(async () => {
    starting = startTopology(kind)
    topology = await starting
  }, 120_000)
  afterAll(() => stopTopology(starting))

  const push = (path: string, items: object) => topology.pushUntilTaken(path, items)
  const everyPump = Array.from({ length: PUMPS }, (_, index) => `P-${index}`)

  test('accept a session and a key everywhere', async () => {
    for (const copy of COPIES) expect((await topology.at(copy).call('isConfigured', {})).config).toBe(1)
    for (let call = 0; call < 4; call += 1) {
      const items = everyPump.map((AssetId) => ({
        AssetType: 'Equipment',
        AssetId,
        BatteryLevel: 'LEVEL_2',
      }))
      expect(await push('/api/ingest/assets', items)).toMatchObject({ refused: 0 })
    }
    const { maxAssets } = await topology.client.call('assetsFilter', { query: {}, body: {} })
    expect(maxAssets).toBe(PUMPS)
  })

  test('notify once per asset although the processes that evaluate rules are killed', async () => {
    await topology.client.call('createNotificationRule', {
      body: {
        Name: 'Low battery',
        NotificationAssetType: 'Equipment',
        NotificationField: 'BatteryLevel',
        RaiseValue: 'Equals LEVEL_1',
        Priority: 'High',
      },
    })
    await topology.settle()
    const states = everyPump.map((deviceId) => ({ deviceId, BatteryLevel: 'LEVEL_1' }))
    const pushing = push('/status/api/ingest/device-status', states)
    const restarted = topology.kill('status', 1)
    await pushing
    const restartedToo = topology.kill('api', 2)
    await vi.waitFor(async () => {
      const { data } = await topology.client.call('notifications', { query: { pagesize: 100 } })
      expect(data.map(({ asset }) => asset.AssetId).sort()).toEqual(everyPump)
    }, TEST_WAIT)
    await Promise.all([restarted, restartedToo])
  }, 120_000)

  test('all receive a change of the scaling settings', async () => {
    await topology.client.call('createSettings', {
      body: { Type: 'Scale', SubType: 'redis', Fields: { Enabled: true, deviceThreshold: PUMPS } },
    })
    await vi.waitFor(async () => {
      const { data } = await topology.client.call('scalingStatus', {})
      expect(data.processes.filter(({ live }) => live)).toHaveLength(kind.processes === 'services' ? 6 : 2)
      for (const process of data.processes)
        if (process.live) expect(process.redis).toBe(kind.redis ? 'in-use' : 'unavailable')
    }, TEST_WAIT)
  })

  test('all refuse a session that was ended', async () => {
    const person = await topology.signInAgain()
    expect((await person.call('isConfigured', {})).config).toBe(1)
    await person.call('logout', { body: {} })
    for (let call = 0; call < 4; call += 1)
      await expect(person.call('isConfigured', {})).rejects.toMatchObject({ status: 401 })
  })
})
