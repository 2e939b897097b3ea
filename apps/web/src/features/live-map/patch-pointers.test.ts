import type { AssetPointer, LiveEvent } from '@wardtrack/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keepNewer } from './assets-map.query.ts'
import { ALL_ASSETS, DEVICES, type MapScope } from './map-scope.ts'
import { AssetsOnMap } from './patch-pointers.ts'
import { moved, samplePointer } from './testing/sample-pointers.ts'

const early = '2026-11-21T10:00:00.000Z'
const late = '2026-11-21T10:00:05.000Z'

const status = (id: string, Fields: object, AssetType = 'Equipment'): LiveEvent => ({
  event: 'asset.status',
  data: { AssetType, AssetId: id, Fields, FieldTimes: {} },
})

type Pointers = readonly AssetPointer[]

function patchPointers(mapId: string, scope: MapScope, pointers: Pointers, events: readonly LiveEvent[]) {
  const onMap = new AssetsOnMap(mapId, scope, pointers)
  const change = onMap.apply(events)
  return {
    ...change,
    changed: change.changed.map(({ pointer }) => pointer),
    pointers: onMap.pointers,
    hasDepartures: change.removedKeys.length > 0,
  }
}

function mergePointers(pointers: Pointers, fetched: Pointers): Pointers {
  const onMap = new AssetsOnMap('m1', DEVICES, pointers)
  onMap.merge(fetched)
  return onMap.pointers
}

describe('live events on a map', () => {
  it('move a device that is on the map', () => {
    const next = patchPointers(
      'm1',
      DEVICES,
      [samplePointer('a', { time: early })],
      [moved('a', { xCenterPoint: 5, time: late })],
    )
    expect(next.pointers.map(({ CurrentLocation }) => CurrentLocation.xCenterPoint)).toEqual([5])
    expect(next.arrivedKeys).toEqual([])
    expect(next.hasDepartures).toBe(false)
  })

  it('do not move a device back to an earlier place', () => {
    const pointers = [samplePointer('a', { time: late })]
    const next = patchPointers('m1', DEVICES, pointers, [moved('a', { xCenterPoint: 5, time: early })])
    expect(next.pointers[0]?.CurrentLocation.xCenterPoint).toBe(800)
  })

  it('remove a device that moved to another map, or to none', () => {
    const pointers = [samplePointer('a', { time: early }), samplePointer('b', { time: early })]
    const next = patchPointers('m1', DEVICES, pointers, [
      moved('a', { mapId: 'm2', time: late }),
      moved('b', { mapId: null, time: late }),
    ])
    expect(next.pointers).toEqual([])
    expect(next.hasDepartures).toBe(true)
  })

  it('report a device that arrived, unless it has already left', () => {
    const next = patchPointers(
      'm1',
      DEVICES,
      [],
      [moved('a', {}), moved('b', {}), moved('b', { mapId: 'm2' })],
    )
    expect(next.arrivedKeys).toEqual(['Equipment:a'])
    expect(next.pointers).toEqual([])
  })

  it('change the states they contain and leave the others', () => {
    const fields = { DeviceStatus: 'comm-status-offline', BatteryLevel: { Level: 'LEVEL_1' } }
    const next = patchPointers('m1', DEVICES, [samplePointer('a')], [status('a', fields)])
    const [pointer] = next.pointers
    expect(pointer?.DeviceStatus).toBe('comm-status-offline')
    expect(pointer?.Battery).toBe('LEVEL_1')
    expect(pointer?.WiFi).toBe('BAR_FIVE')
    expect(pointer?.Fields.AssetName).toBe('Pump a')
  })

  it('leave everything unchanged if they concern people, other devices or no device of the map', () => {
    const pointers = [samplePointer('a')]
    const next = patchPointers('m1', DEVICES, pointers, [
      status('a', { DeviceStatus: 'comm-status-offline' }, 'Clinician'),
      status('z', { DeviceStatus: 'comm-status-offline' }),
      moved('n', { time: late }, 'Clinician'),
      { event: 'config.changed', data: { what: 'tags' } },
    ])
    expect(next.pointers).toEqual(pointers)
    expect(next.pointers[0]).toBe(pointers[0])
    expect(next.changed).toEqual([])
    expect(next.arrivedKeys).toEqual([])
  })

  it('concern every type where every type is shown, and distinguish two assets of one id', () => {
    const nurse = samplePointer('a', { time: early }, { AssetType: 'Clinician' })
    const next = patchPointers(
      'm1',
      ALL_ASSETS,
      [samplePointer('a', { time: early }), nurse],
      [moved('a', { xCenterPoint: 5, time: late }, 'Clinician'), moved('z', { time: late }, 'Patient')],
    )
    expect(next.pointers.map(({ AssetType, CurrentLocation: at }) => [AssetType, at.xCenterPoint])).toEqual([
      ['Equipment', 800],
      ['Clinician', 5],
    ])
    expect(next.arrivedKeys).toEqual(['Patient:z'])
  })

  it('have the same result in one batch as one after another', () => {
    const event = fc.record({
      id: fc.constantFrom('a', 'b', 'c'),
      mapId: fc.constantFrom('m1', 'm2', null),
      second: fc.integer({ min: 0, max: 9 }),
      x: fc.integer({ min: 0, max: 99 }),
    })
    fc.assert(
      fc.property(fc.array(event, { maxLength: 12 }), (drawn) => {
        const events = drawn.map(({ id, mapId, second, x }) =>
          moved(id, { mapId, xCenterPoint: x, time: `2026-11-21T10:00:0${second}.000Z` }),
        )
        const start = [samplePointer('a', { time: early }), samplePointer('b', { time: early })]
        const atOnce = patchPointers('m1', DEVICES, start, events).pointers
        const apart = events.reduce(
          (pointers, nextEvent) => patchPointers('m1', DEVICES, pointers, [nextEvent]).pointers,
          start as typeof atOnce,
        )
        expect(atOnce).toEqual(apart)
      }),
    )
  })
})

describe('fetched devices', () => {
  it('are merged with those on the map, with the newer position of each', () => {
    const merged = mergePointers(
      [samplePointer('a', { time: late, xCenterPoint: 1 })],
      [samplePointer('a', { time: early, xCenterPoint: 2 }), samplePointer('b')],
    )
    expect(merged.map(({ AssetId, CurrentLocation }) => [AssetId, CurrentLocation.xCenterPoint])).toEqual([
      ['a', 1],
      ['b', 800],
    ])
  })

  it('do not undo live events that arrived during the request', () => {
    const before = { pointers: [samplePointer('a', { time: late, xCenterPoint: 1 })], truncated: false }
    const after = { pointers: [samplePointer('a', { time: early, xCenterPoint: 2 })], truncated: false }
    expect(keepNewer(before, after).pointers[0]?.CurrentLocation.xCenterPoint).toBe(1)
    expect(keepNewer(after, before).pointers[0]?.CurrentLocation.xCenterPoint).toBe(1)
  })
})
