import { setTimeout as sleep } from 'node:timers/promises'
import { TEST_WAIT } from '@wardtrack/test-kit'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  COPIES,
  floorItem,
  IS_LONG_RUN,
  type RunningTopology,
  startTopology,
  stopTopology,
  topologyKinds,
} from './testing/running-topology.ts'
import { startReceiver, type TestReceiver } from './testing/start-receiver.ts'

// Deliveries to an address while two processes read the outboxes and one of them is killed.
const KINDS = topologyKinds([{ processes: 'services', redis: true }])
/** In a full run, each process is killed once at any moment. */
const VICTIMS = (['location', 'status', 'api'] as const)
  .flatMap((service) => COPIES.map((copy) => ({ service, copy })))
  .slice(0, IS_LONG_RUN ? undefined : 1)
/** Alerts are answered slowly, so that some are in progress when a process is killed. */
const ANSWER_MS = 20
const ASSETS = Array.from({ length: 10 }, (_, index) => `E-${index}`)
const STEPS = 10
/** Concurrent delivery attempts of alerts per process. */
const ALERTS_AT_A_TIME = 4
const INSIDE = { mapId: 'm1', x: 15, y: 15 }
const OUTSIDE = { mapId: 'm1', x: 50, y: 50 }

describe.each(KINDS)('deliveries of $processes, with Redis: $redis', (kind) => {
  let receiver: TestReceiver
  let starting: Promise<RunningTopology> | undefined
  let topology: RunningTopology
  beforeAll(async () => {
    receiver = await startReceiver(ANSWER_MS)
    starting = startTopology(kind, { WARDTRACK_OUTBOUND_ALLOW: '127.0.0.1' })
    topology = await starting
    await topology.pushAt(1, '/location/api/ingest/hierarchies', [floorItem()])
    await topology.pushAt(
      1,
      '/api/ingest/assets',
      ASSETS.map((AssetId) => ({ AssetType: 'Equipment', AssetId })),
    )
    await topology.client.call('addGeofence', {
      body: {
        Name: 'Ward',
        Type: 'Ward',
        AssetTypes: ['Equipment'],
        MapId: 'm1',
        Coordinates: { x: 10, y: 10, x2: 20, y2: 20 },
        EntryTrigger: true,
        ExitTrigger: true,
      },
    })
    const fields = ['AssetLocation', 'GeofenceAlert', 'DeviceStatus'] as const
    const Fields = Object.fromEntries(fields.map((field) => [field, `${receiver.url}/${field}`]))
    await topology.client.call('createSettings', { body: { Type: 'Mirth', SubType: 'Mirth', Fields } })
    await topology.settle()
  }, 120_000)
  afterAll(async () => {
    await stopTopology(starting)
    await receiver?.close()
  })

  /** Moves every asset in and out step by step, through the processes in turn. @returns times of the steps */
  const walk = async (push: (path: string, items: object[], step: number) => Promise<unknown>) => {
    const times: string[] = []
    for (let step = 0; step < STEPS; step += 1) {
      const time = new Date().toISOString()
      times.push(time)
      const items = ASSETS.map((AssetId) => ({
        AssetType: 'Equipment',
        AssetId,
        ...(step % 2 === 0 ? OUTSIDE : INSIDE),
        unit: 'px',
        time,
      }))
      await push('/location/api/ingest/locations', items, step)
      const states = ASSETS.map((deviceId) => ({ deviceId, BatteryLevel: `LEVEL_${(step % 4) + 1}`, time }))
      await push('/status/api/ingest/device-status', states, step)
      await sleep(5)
    }
    return times
  }
  const receivedAt = (path: string) => receiver.received.filter((delivery) => delivery.path === path)
  /** Returns the keys of the deliveries received at an address. */
  const keysOf = (path: string) => new Set(receivedAt(path).map(({ key }) => key))
  /** Returns the times of deliveries about an asset, each at its first arrival. */
  const timesOf = (path: string, AssetId: string): unknown[] => {
    const bodies = receivedAt(path).filter(({ body }) => body['AssetId'] === AssetId)
    return [...new Set(bodies.map(({ body }) => body['time']))]
  }
  let steps: string[] = []
  const waitForAll = async (): Promise<void> => {
    const eventCount = ASSETS.length * steps.length
    // No asset is inside at first, so the first step outside raises no alert.
    const alerts = eventCount - ASSETS.length
    await vi.waitFor(
      () =>
        expect(['AssetLocation', 'DeviceStatus', 'GeofenceAlert'].map((path) => keysOf(path).size)).toEqual([
          eventCount,
          eventCount,
          alerts,
        ]),
      { ...TEST_WAIT, timeout: 60_000 },
    )
    for (const path of ['AssetLocation', 'DeviceStatus'])
      for (const AssetId of ASSETS) expect(timesOf(path, AssetId)).toEqual(steps)
  }

  test('delivers items of both processes once each, in the order of each asset', async () => {
    steps = await walk((path, items, step) => topology.pushAt(COPIES[step % 2] ?? 1, path, items))
    await waitForAll()
    await topology.settle()
    expect(receiver.received).toHaveLength(3 * ASSETS.length * steps.length - ASSETS.length)
  }, 60_000)

  test(`repeats only deliveries in progress under the same key when a process is killed (${VICTIMS.length})`, async () => {
    for (const { service, copy } of VICTIMS) {
      const before = receiver.received.length
      const walking = walk((path, items) => topology.pushUntilTaken(path, items))
      await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(before + 20), TEST_WAIT)
      if (IS_LONG_RUN) await sleep(Math.random() * 300)
      const restarted = topology.kill(service, copy)
      steps = [...steps, ...(await walking)]
      await restarted
      await releaseClaims()
      await waitForAll()
    }
    const { deliveries, locationHistory, statusHistory, geofenceAlerts } = topology.db.models
    // A process marks a received delivery a moment later, so a kill in between causes one repeat.
    await vi.waitFor(
      async () => expect(await deliveries.countDocuments({ pending: true })).toBe(0),
      TEST_WAIT,
    )
    const twice = receivedAt('GeofenceAlert').length - keysOf('GeofenceAlert').size
    expect(twice).toBeLessThanOrEqual(VICTIMS.length * ALERTS_AT_A_TIME)
    // Items that were pushed again after an unknown outcome are stored once.
    const eventCount = ASSETS.length * steps.length
    expect(await locationHistory.countDocuments({})).toBe(eventCount)
    expect(await statusHistory.countDocuments({})).toBe(eventCount)
    expect(await geofenceAlerts.countDocuments({})).toBe(eventCount - ASSETS.length)
  }, 200_000)

  /**
   * Releases the claims of a killed process; otherwise they last half a minute, or until twelve seconds of silence.
   */
  const releaseClaims = async (): Promise<void> => {
    const { deliveries, deliveryAddresses } = topology.db.models
    await deliveryAddresses.updateMany({}, { $unset: { worker: 1 }, $inc: { beat: 1 } })
    await deliveries.updateMany({ pending: true }, { $set: { nextAt: new Date(0) } })
  }
})
