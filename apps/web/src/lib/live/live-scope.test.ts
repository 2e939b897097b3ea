import { QueryClient, QueryObserver } from '@tanstack/react-query'
import type { CriteriaBody, LiveEvent } from '@wardtrack/contracts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { samplePump } from '../../testing/sample-assets.ts'
import { type AssetPage, assetListQuery } from '../queries.ts'
import { patchCaches } from './apply-live-events.ts'
import { changesScope, mayEnterScope, scopeOfCriteria } from './live-scope.ts'
import { createRereadQueue } from './reread-queue.ts'

const reported = (AssetId: string, Fields: object, AssetType = 'Equipment'): LiveEvent => {
  const FieldTimes = Object.fromEntries(Object.keys(Fields).map((name) => [name, new Date().toISOString()]))
  return { event: 'asset.status', data: { AssetType, AssetId, Fields, FieldTimes } }
}

describe('the scope of criteria', () => {
  it('contains the paths of filters, searches and sorts', () => {
    const scope = scopeOfCriteria([
      { AssetType: 'Equipment' },
      { 'Fields.DeviceStatus': 'comm-status-online' },
      { $or: [{ 'CurrentLocation.level.Level_2': 'Tower A' }, { CustomTags: 'Loan pool' }] },
      { sort: [{ sortField: 'Fields.BatteryLevel.Level', sortDirection: 1 }] },
    ])
    expect(scope.assetTypes).toEqual(['Equipment'])
    expect(scope.paths).toEqual([
      'Fields.DeviceStatus',
      'CurrentLocation.fullPath.Level_2',
      'CustomTags',
      'Fields.BatteryLevel.Level',
    ])
    expect(scopeOfCriteria({ search: 'ICU' }).paths).toContain('CurrentLocation.fullPath')
  })

  it('is affected by a changed value, not by the same value', () => {
    const scope = scopeOfCriteria([{ 'Fields.BatteryLevel.Level': 'LEVEL_1' }])
    const pump = samplePump()
    const same = { ...pump, Fields: { ...pump.Fields, BatteryLevel: { Level: 'LEVEL_4' } } }
    const lower = { ...pump, Fields: { ...pump.Fields, BatteryLevel: { Level: 'LEVEL_1' } } }
    expect(changesScope(scope, pump, same)).toBe(false)
    expect(changesScope(scope, pump, lower)).toBe(true)
  })

  it('is affected by an unknown asset of its type if the event has a value in the scope', () => {
    const scope = scopeOfCriteria([{ AssetType: ['Equipment'], 'Fields.DeviceStatus': 'comm-status-online' }])
    const event = (AssetType: string, Fields: object) => ({ AssetType, Fields })
    expect(mayEnterScope(scope, event('Equipment', { DeviceStatus: 'comm-status-online' }))).toBe(true)
    expect(mayEnterScope(scope, event('Equipment', { VolumeInfused: 3 }))).toBe(false)
    expect(mayEnterScope(scope, event('Patient', { DeviceStatus: 'comm-status-online' }))).toBe(false)
  })
})

describe('a list whose scope live events affect', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  /** Creates a shown list. The server removes a pump from it that goes offline. */
  function shownList(criteria: CriteriaBody) {
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: 15_000 } } })
    const server = { online: true }
    const read = vi.fn(
      async (): Promise<AssetPage> => ({
        assets: server.online ? [samplePump()] : [],
        maxAssets: server.online ? 1 : 0,
        readAt: Date.now(),
      }),
    )
    const query = { ...assetListQuery(criteria, 1, 9), queryFn: read }
    new QueryObserver(client, query).subscribe(() => undefined)
    const reread = createRereadQueue(client)
    const receive = (event: LiveEvent): void => patchCaches(client, [event], reread)
    return { server, read, receive, shown: () => client.getQueryData<AssetPage>(query.queryKey)?.assets }
  }

  it('is refetched, so that a device outside the filter leaves the list', async () => {
    const { server, receive, shown } = shownList([{ 'Fields.DeviceStatus': 'comm-status-online' }])
    await vi.advanceTimersByTimeAsync(0)
    expect(shown()).toHaveLength(1)
    server.online = false
    receive(reported('IP-0412', { DeviceStatus: 'comm-status-offline' }))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(shown()).toEqual([])
  })

  it('is not refetched for values outside its scope', async () => {
    const { read, receive } = shownList([{ 'Fields.DeviceStatus': 'comm-status-online' }])
    await vi.advanceTimersByTimeAsync(0)
    receive(reported('IP-0412', { VolumeInfused: 9 }))
    receive(reported('IP-9', { BatteryLevel: { Level: 'LEVEL_1' } }))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(read).toHaveBeenCalledTimes(1)
  })

  it('is refetched at most every 5 s, however many events affect it', async () => {
    const { read, receive } = shownList([{ AssetType: 'Equipment', 'Fields.DeviceStatus': 'x' }])
    await vi.advanceTimersByTimeAsync(0)
    for (let tenth = 0; tenth < 200; tenth += 1) {
      receive(reported(`IP-${tenth}`, { DeviceStatus: 'x' }))
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(read.mock.calls.length).toBeLessThanOrEqual(5)
    expect(read.mock.calls.length).toBeGreaterThan(3)
  })
})
