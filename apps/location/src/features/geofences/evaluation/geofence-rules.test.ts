import { type GeofenceDwell, type PendingAlert, type StoredLocation, Types } from '@wardtrack/database'
import type { MapGeometry } from '@wardtrack/places'
import { describe, expect, it } from 'vitest'
import { fenceDoc } from '../../../testing/pending-alerts.ts'
import { createGeofenceRules } from './geofence-rules.ts'

const NOW = Date.now()
const subject = { _id: new Types.ObjectId(), AssetType: 'Equipment', active: true }
const drawn = fenceDoc({ activeFrom: new Date(NOW - 3_600_000) })
/** Map m1, 50 m by 30 m. Its image has 20 pixels per metre; earlier fences and places used 10. */
const grown: MapGeometry = {
  mapId: 'm1',
  width: 1_000,
  height: 600,
  perMetreX: 20,
  perMetreY: 20,
  imageSize: '1000x600',
}
const place = (xCenterPoint: number, yCenterPoint: number, imageSize?: string): StoredLocation => ({
  mapId: 'm1',
  fullPath: { Level_1: 'Northfield' },
  xCenterPoint,
  yCenterPoint,
  ...(imageSize === undefined ? {} : { imageSize }),
  time: new Date(NOW - 60_000),
})
const rules = (members: { readAt?: number; fences?: ReturnType<typeof fenceDoc>[] } = {}) =>
  createGeofenceRules({ fences: [drawn], map: () => grown, tolerance: 0, readAt: NOW, ...members })

describe('pixels', () => {
  it('are converted when a fence or a place belongs to another image size, edge to edge', () => {
    const inside = [place(200, 150), place(400, 300, '1000x600'), place(100, 75, '250x150')]
    const outside = [place(200.1, 150), place(400.2, 300, '1000x600'), place(100.1, 75, '250x150')]
    const pass = (to: StoredLocation) => rules().evaluate(subject, { dwells: [] }, to, new Date(NOW), [])
    expect(inside.map((to) => pass(to).length)).toEqual([1, 1, 1])
    expect(outside.map((to) => pass(to).length)).toEqual([0, 0, 0])
  })

  it('of an alert are those of the place, with the image size they belong to', () => {
    const raised: PendingAlert[] = []
    rules().evaluate(subject, { dwells: [] }, place(100, 75, '250x150'), new Date(NOW), raised)
    expect(raised).toMatchObject([
      { kind: 'Entry', asset: subject._id, imageSize: '250x150', location: { xCenterPoint: 100 } },
    ])
    expect(raised[0]?.fence).toBe(drawn)
  })
})

describe('the id of an alert', () => {
  const idOf = (asset: typeof subject, time: number, fence = drawn): string | undefined => {
    const raised: PendingAlert[] = []
    const to = { ...place(150, 120), time: new Date(time) }
    rules({ fences: [fence] }).evaluate(asset, { dwells: [] }, to, new Date(NOW), raised)
    return raised[0]?.id
  }

  it('is equal for equal fence, asset and dwell, and differs otherwise', () => {
    const id = idOf(subject, NOW)
    expect(idOf({ ...subject }, NOW)).toBe(id)
    const otherIds = [
      idOf(subject, NOW + 1),
      idOf({ ...subject, _id: new Types.ObjectId() }, NOW),
      idOf(subject, NOW, { ...drawn, _id: new Types.ObjectId() }),
    ]
    expect(new Set([id, ...otherIds]).size).toBe(4)
  })
})

describe('rules read before a fence was drawn', () => {
  const dwell = (members: Partial<GeofenceDwell>): GeofenceDwell => ({
    fence: new Types.ObjectId().toHexString(),
    from: new Date(NOW),
    inside: true,
    since: new Date(NOW),
    receivedAt: new Date(NOW),
    ...members,
  })

  it('are recognised as outdated by a dwell in that fence, or in a moved fence', () => {
    expect(rules({ readAt: NOW - 1_000 }).isOlderThan([dwell({})])).toBe(true)
    const moved = dwell({ fence: drawn._id.toHexString() })
    expect(rules({ readAt: NOW - 1_000 }).isOlderThan([moved])).toBe(true)
  })

  it('are not outdated by dwells of a fence deleted before they were read', () => {
    expect(rules({ readAt: NOW + 60_000 }).isOlderThan([dwell({})])).toBe(false)
    const known = dwell({ fence: drawn._id.toHexString(), from: drawn.activeFrom })
    expect(rules({ readAt: NOW - 60_000 }).isOlderThan([known])).toBe(false)
  })
})
