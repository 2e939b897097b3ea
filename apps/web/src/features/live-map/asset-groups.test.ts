import { describe, expect, it } from 'vitest'
import { firstOf, groupByUnit, ordered, roomOf } from './asset-groups.ts'
import { shortFloorNames } from './desktop-floor.tsx'
import { ALL_ASSETS, DEVICES } from './map-scope.ts'
import { isStale, markersOf } from './pointer-markers.ts'
import { pathOf, samplePointer } from './testing/sample-pointers.ts'

const inRoom = (id: string, unit: string, room?: string) =>
  samplePointer(id, { fullPath: pathOf(unit, room) })

describe('the list beside the map', () => {
  it('groups devices by the level above the room, in natural order', () => {
    const groups = groupByUnit([
      inRoom('10', 'ICU West', 'Room 3.10'),
      inRoom('9', 'ICU West', 'Room 3.9'),
      inRoom('1', 'Equipment store', 'Shelf B'),
    ])
    expect(groups.map(({ name, assets }) => [name, assets.map(({ AssetId }) => AssetId)])).toEqual([
      ['Equipment store', ['1']],
      ['ICU West', ['9', '10']],
    ])
  })

  it('makes a group of a place without rooms, such as a corridor', () => {
    const groups = groupByUnit([inRoom('1', 'ICU West', 'Room 3.07'), inRoom('2', 'South corridor')])
    expect(groups.map(({ name }) => name)).toEqual(['ICU West', 'South corridor'])
    expect(roomOf(inRoom('2', 'South corridor'))).toBe('South corridor')
  })

  it('includes devices without a known place', () => {
    expect(groupByUnit([samplePointer('1', { fullPath: {} })])).toHaveLength(1)
  })

  it('sorts by name in one group without a heading', () => {
    const [group, ...otherGroups] = ordered([inRoom('10', 'B', 'x'), inRoom('9', 'A', 'y')], 'name')
    expect(group?.assets.map(({ AssetId }) => AssetId)).toEqual(['9', '10'])
    expect([group?.name, otherGroups.length]).toEqual(['', 0])
  })

  it('shows the first devices and the full number of each group', () => {
    const groups = ['A', 'A', 'B', 'B', 'C'].map((unit, i) => inRoom(String(i), unit, 'x'))
    expect(
      firstOf(groupByUnit(groups), 3).map(({ name, assets, total }) => [name, assets.length, total]),
    ).toEqual([
      ['A', 2, 2],
      ['B', 1, 2],
    ])
  })
})

describe('the markers of devices', () => {
  it('show no infusion for an offline device', () => {
    const { lookOf } = DEVICES
    const infusing = { InfusionStatus: 'pump-status-infusing' }
    expect(lookOf(samplePointer('a', {}, infusing))).toBe('infusing')
    expect(lookOf(samplePointer('a', {}, { ...infusing, DeviceStatus: 'comm-status-offline' }))).toBe(
      'offline',
    )
    expect(lookOf(samplePointer('a'))).toBe('rest')
  })

  it('show the type by their shape where every type is shown, and an open alert by their colour', () => {
    const { lookOf } = ALL_ASSETS
    const pointersOf = (AssetType: string, icon: 1 | 2) =>
      lookOf(samplePointer('a', {}, { AssetType, icon_type: icon }))
    expect([
      pointersOf('Equipment', 1),
      pointersOf('Clinician', 1),
      pointersOf('Patient', 1),
      pointersOf('Consumables', 1),
    ]).toEqual(['equipment', 'clinician', 'patient', 'equipment'])
    expect([pointersOf('Equipment', 2), pointersOf('Clinician', 2), pointersOf('Patient', 2)]).toEqual([
      'rest',
      'clinician-alert',
      'patient-alert',
    ])
  })

  it('are stale from half an hour on', () => {
    const now = Date.parse('2026-11-21T12:00:00.000Z')
    expect(isStale(samplePointer('a', { time: '2026-11-21T11:30:00.000Z' }), now)).toBe(false)
    expect(isStale(samplePointer('a', { time: '2026-11-21T11:29:59.000Z' }), now)).toBe(true)
  })

  it('exist only for devices with a position in pixels', () => {
    const markers = markersOf([samplePointer('a'), samplePointer('b', { xCenterPoint: null })], DRAWING)
    expect(markers.map(({ id, x, y, label }) => [id, x, y, label])).toEqual([
      ['Equipment:a', 800, 500, 'Pump a'],
    ])
    expect(markers[0]).not.toHaveProperty('inRoom')
  })

  it('are spread around the middle of a room that alone is known, each always to the same point', () => {
    const pointers = Array.from({ length: 40 }, (_, n) => samplePointer(`p-${n}`, { precision: 'room' }))
    const markers = markersOf(pointers, DRAWING)
    expect(markersOf(pointers.toReversed(), DRAWING).toReversed()).toEqual(markers)
    const places = new Set(markers.map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`))
    expect(places.size).toBeGreaterThan(20)
    for (const marker of markers) {
      expect(marker.inRoom).toBe(true)
      expect(Math.hypot(marker.x - 800, marker.y - 500)).toBeLessThanOrEqual(1.2 * DRAWING.metre)
    }
    const [unscaled] = markersOf(pointers, { ...DRAWING, metre: 0 })
    expect([unscaled?.x, unscaled?.y]).toEqual([800, 500])
  })
})

const DRAWING = { now: 0, lookOf: DEVICES.lookOf, metre: 10 }

describe('short names of floors', () => {
  it('omit the building if there is only one', () => {
    expect(shortFloorNames(['Tower A · Level 1', 'Tower A · Level 12', 'Tower A · Ground floor'])).toEqual([
      'L1',
      'L12',
      'GF',
    ])
  })

  it('distinguish buildings by the last word of their name', () => {
    expect(shortFloorNames(['Tower A > Level 1', 'Tower B > Level 1'])).toEqual(['A L1', 'B L1'])
    expect(shortFloorNames(['Clinic · L1', 'Clinic · L2', 'Tower B · L1'])).toEqual([
      'Cli L1',
      'Cli L2',
      'B L1',
    ])
  })

  it('use the index in the list if two names would be equal', () => {
    expect(shortFloorNames(['North wing', 'New ward', 'Basement'])).toEqual(['1', '2', 'B'])
  })
})
