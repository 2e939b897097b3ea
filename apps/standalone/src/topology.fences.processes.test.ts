import { setTimeout as sleep } from 'node:timers/promises'
import type { Geofence } from '@wardtrack/contracts'
import { trusted } from '@wardtrack/database'
import { TEST_WAIT } from '@wardtrack/test-kit'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  COPIES,
  type Copy,
  floorItem,
  type RunningTopology,
  startTopology,
  stopTopology,
  topologyKinds,
} from './testing/running-topology.ts'

// Fences that are changed through one process and evaluated by the other, and waits that outlive a process.
const KINDS = topologyKinds([{ processes: 'products', redis: false }])
const MINUTE_MS = 60_000
const WAITING = Array.from({ length: 12 }, (_, index) => `W-${index}`)
const BOX = { x: 10, y: 10, x2: 20, y2: 20 }
const INSIDE = { x: 15, y: 15 }
const OUTSIDE = { x: 50, y: 50 }

describe.each(KINDS)('geofences of $processes, with Redis: $redis', (kind) => {
  let starting: Promise<RunningTopology> | undefined
  let topology: RunningTopology
  beforeAll(async () => {
    starting = startTopology(kind)
    topology = await starting
    await topology.pushAt(1, '/location/api/ingest/hierarchies', [floorItem(1), floorItem(2)])
    await topology.pushAt(
      2,
      '/api/ingest/assets',
      ['E-1', ...WAITING].map((AssetId) => ({ AssetType: 'Equipment', AssetId })),
    )
    await topology.settle()
  }, 120_000)
  afterAll(() => stopTopology(starting))

  /** Draws a fence through one copy. */
  const draw = async (copy: Copy, Name: string, MapId: string, EntryTriggerWaitTime: number) => {
    const drawn = await topology.at(copy).call('addGeofence', {
      body: {
        Name,
        Type: 'Ward',
        AssetTypes: ['Equipment'],
        MapId,
        Coordinates: BOX,
        EntryTrigger: true,
        EntryTriggerWaitTime,
        ExitTrigger: false,
      },
    })
    return drawn._id
  }
  const change = (copy: Copy, id: string, body: Partial<Pick<Geofence, 'Enabled' | 'Coordinates'>>) =>
    topology.at(copy).call('changeGeofence', { params: { id }, body })
  const see = async (copy: Copy, AssetId: string, mapId: string, spot: typeof INSIDE) => {
    await topology.pushAt(copy, '/location/api/ingest/locations', [
      { AssetType: 'Equipment', AssetId, mapId, ...spot, unit: 'px' },
    ])
    // Ensures that the next position has a later time.
    await sleep(2)
  }
  /** Enters the fence through one copy, after a position outside it. No event is older than the fence. */
  const enter = async (copy: Copy) => {
    await see(copy, 'E-1', 'm1', OUTSIDE)
    await see(copy, 'E-1', 'm1', INSIDE)
  }
  const alerts = async (copy: Copy, search: string): Promise<string[]> => {
    const { fetchedAlerts } = await topology
      .at(copy)
      .call('geofenceAlerts', { query: { pagesize: 100, search } })
    return fetchedAlerts.map(({ kind: trigger, LinkedAsset }) => `${trigger} ${LinkedAsset.AssetId}`)
  }
  const expectAlerts = (copy: Copy, search: string, expected: readonly string[]) =>
    vi.waitFor(async () => expect((await alerts(copy, search)).toSorted()).toEqual(expected), TEST_WAIT)

  test('evaluates a fence in one process as it was drawn, disabled and moved in the other', async () => {
    const id = await draw(1, 'Fence north', 'm1', 0)
    await topology.settle()
    await enter(2)
    await expectAlerts(1, 'Fence north', ['Entry E-1'])
    await change(2, id, { Enabled: false })
    await topology.settle()
    await enter(1)
    // The fence moves to an empty area, so the same steps raise nothing and steps into the new area raise alerts.
    await change(1, id, {
      Enabled: true,
      Coordinates: { ...BOX, x: 80, y: 80, x2: 90, y2: 90, w: 10, h: 10 },
    })
    await topology.settle()
    for (const copy of COPIES) {
      await enter(copy)
      await see(copy, 'E-1', 'm1', { x: 85, y: 85 })
    }
    const three = Array.from({ length: 3 }, () => 'Entry E-1')
    for (const copy of COPIES) await expectAlerts(copy, 'Fence north', three)
  }, 60_000)

  test('raises one alert at the end of each wait, even when a process is killed at that moment', async () => {
    await draw(2, 'Fence south', 'm2', 1)
    await topology.settle()
    const { db } = topology
    for (const [index, AssetId] of WAITING.entries())
      await see(index % 2 === 0 ? 1 : 2, AssetId, 'm2', OUTSIDE)
    for (const [index, AssetId] of WAITING.entries())
      await see(index % 2 === 0 ? 1 : 2, AssetId, 'm2', INSIDE)
    // Moves all entries back to one second less than a minute ago.
    const dueAt = new Date(Date.now() + 1_000)
    // driver: no model changes one member of a list
    const { modifiedCount } = await db.driver.assets.updateMany(
      { AssetId: { $in: WAITING }, 'Fences.dwells.wait': MINUTE_MS },
      { $set: { 'Fences.dwells.0.receivedAt': new Date(dueAt.getTime() - MINUTE_MS), 'Fences.due': dueAt } },
    )
    expect(modifiedCount).toBe(WAITING.length)
    await sleep(Math.max(0, dueAt.getTime() + 300 - Date.now()))
    const restarted = topology.kill('location', 1)
    const expected = WAITING.map((AssetId) => `Entry ${AssetId}`).toSorted()
    await expectAlerts(2, 'Fence south', expected)
    await restarted
    for (const copy of COPIES) await expectAlerts(copy, 'Fence south', expected)
    const pending = { 'Fences.raised.id': trusted({ $gte: '' }) }
    await vi.waitFor(async () => expect(await db.models.assets.countDocuments(pending)).toBe(0), TEST_WAIT)
  }, 60_000)
})
