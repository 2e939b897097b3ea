import { QueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '@wardtrack/contracts'
import { describe, expect, it } from 'vitest'
import { samplePump } from '../../testing/sample-assets.ts'
import { assetListQuery, assetQuery } from '../queries.ts'
import { keysToInvalidate, patchCaches } from './apply-live-events.ts'
import { createBatch, latestLocations } from './batch.ts'
import { type AssetEvent, keepNewerState, patchAsset } from './patch-asset.ts'

const early = '2026-11-21T10:00:00.000Z'
const late = '2026-11-21T10:05:00.000Z'

const moved = (AssetId: string, x: number, time: string): AssetEvent => ({
  event: 'asset.location',
  data: {
    AssetType: 'Equipment',
    AssetId,
    CurrentLocation: { mapId: 'm1', fullPath: { Level_1: 'Here' }, xCenterPoint: x, yCenterPoint: 0, time },
  },
})
const reported = (Fields: Record<string, unknown>, time: string): AssetEvent => ({
  event: 'asset.status',
  data: {
    AssetType: 'Equipment',
    AssetId: 'IP-0412',
    Fields,
    FieldTimes: Object.fromEntries(Object.keys(Fields).map((name) => [name, time])),
  },
})

describe('an asset under live events', () => {
  it('moves to a newer place and not back to an older one', () => {
    const { CurrentLocation: _location, ...pump } = samplePump()
    const patched = patchAsset(pump, moved('IP-0412', 5, early))
    expect(patched.CurrentLocation?.xCenterPoint).toBe(5)
    const stalePatch = patchAsset(patched, moved('IP-0412', 9, late))
    expect(stalePatch.CurrentLocation?.xCenterPoint).toBe(9)
    expect(patchAsset(stalePatch, moved('IP-0412', 5, early))).toBe(stalePatch)
  })

  it('takes each field with a later time and keeps the others', () => {
    const pump = samplePump({ FieldTimes: { DeviceStatus: late } })
    const next = patchAsset(pump, reported({ DeviceStatus: 'comm-status-offline', Owner: 'Ward 3' }, early))
    expect(next.Fields.DeviceStatus).toBe('comm-status-online')
    expect(next.Fields.Owner).toBe('Ward 3')
    expect(next.FieldTimes).toEqual({ DeviceStatus: late, Owner: early })
    expect(next.Fields.SerialNo).toBe(pump.Fields.SerialNo)
  })
})

describe('a response that is older than live events', () => {
  it('keeps the newer place and the newer fields, and takes the rest', () => {
    const read = samplePump({ FieldTimes: { DeviceStatus: early, InfusionStatus: late } })
    const patched = patchAsset(
      patchAsset(read, moved('IP-0412', 9, '2036-01-01T00:00:00.000Z')),
      reported({ DeviceStatus: 'comm-status-offline' }, late),
    )
    const next = keepNewerState(patched, { ...read, Fields: { ...read.Fields, Owner: 'Ward 3' } })
    expect(next.CurrentLocation?.xCenterPoint).toBe(9)
    expect(next.Fields.DeviceStatus).toBe('comm-status-offline')
    expect(next.FieldTimes).toEqual({ DeviceStatus: late, InfusionStatus: late })
    expect(next.Fields.Owner).toBe('Ward 3')
  })

  it('is used unchanged if it is as new as the cached data', () => {
    const patched = samplePump({ FieldTimes: { DeviceStatus: early } })
    const read = { ...patched, FieldTimes: { DeviceStatus: late } }
    expect(keepNewerState(patched, read)).toBe(read)
  })
})

describe('the cache under live events', () => {
  it('is patched in lists and in the detail, and keeps unaffected data', () => {
    const client = new QueryClient()
    const still = samplePump({ AssetId: 'IP-2' })
    const past = samplePump({ CurrentLocation: { ...samplePump().CurrentLocation!, time: early } })
    const list = assetListQuery([], 1, 9).queryKey
    const detail = assetQuery('Equipment', 'IP-0412').queryKey
    client.setQueryData(list, { assets: [past, still], maxAssets: 2, readAt: 1 })
    client.setQueryData(detail, past)
    patchCaches(client, [moved('IP-0412', 77, late), moved('unknown', 1, late)])
    expect(client.getQueryData(list)?.assets[0]?.CurrentLocation?.xCenterPoint).toBe(77)
    expect(client.getQueryData(list)?.assets[1]).toBe(still)
    expect(client.getQueryData(list)?.readAt).toBe(1)
    expect(client.getQueryData(detail)?.CurrentLocation?.xCenterPoint).toBe(77)
  })

  it('is patched without counting as refetched: reading time and invalidation stay', () => {
    const client = new QueryClient()
    const list = assetListQuery([], 1, 9).queryKey
    client.setQueryData(list, { assets: [samplePump()], maxAssets: 1, readAt: 1 }, { updatedAt: 1_000 })
    client.getQueryCache().find({ queryKey: list })?.invalidate()
    patchCaches(client, [reported({ Owner: 'Ward 3' }, late)])
    expect(client.getQueryData(list)?.assets[0]?.Fields.Owner).toBe('Ward 3')
    expect(client.getQueryState(list)).toMatchObject({ dataUpdatedAt: 1_000, isInvalidated: true })
  })

  it('is invalidated where a change or a new configuration may affect it', () => {
    const change: LiveEvent = {
      event: 'asset.changed',
      data: { AssetType: 'Equipment', AssetId: 'IP-1', change: 'mapping' },
    }
    expect(keysToInvalidate([change])).toContainEqual(['asset-links', 'Equipment', 'IP-1'])
    expect(keysToInvalidate([{ event: 'config.changed', data: { what: 'metadata' } }])).toContainEqual([
      'metadata',
    ])
    expect(keysToInvalidate([moved('IP-1', 1, early)])).toEqual([])
  })
})

describe('a batch of live events', () => {
  it('drops places that are followed by a later one of the same asset', () => {
    const events = [
      moved('a', 1, early),
      reported({ Owner: 'x' }, early),
      moved('b', 1, early),
      moved('a', 2, late),
    ]
    expect(latestLocations(events)).toEqual([events[1], events[2], events[3]])
  })

  it('is delivered once, however many events arrive before the frame', () => {
    const delivered: LiveEvent[][] = []
    let flush: (() => void) | undefined
    const add = createBatch(
      (events) => delivered.push(events),
      (soon) => {
        expect(flush).toBeUndefined()
        flush = soon
      },
    )
    for (let index = 0; index < 500; index += 1) add([moved(`p-${index}`, index, early)])
    expect(delivered).toEqual([])
    flush?.()
    expect(delivered).toHaveLength(1)
    expect(delivered[0]).toHaveLength(500)
  })
})
