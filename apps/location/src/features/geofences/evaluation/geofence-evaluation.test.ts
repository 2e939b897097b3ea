import type { AssetDoc } from '@wardtrack/database'
import request from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type GeofencedWard, openGeofencedWard, SPOTS } from './testing/geofenced-ward.ts'

let ward: GeofencedWard
beforeAll(async () => {
  ward = await openGeofencedWard()
})
afterAll(() => ward.close())
beforeEach(() => ward.clear())

const dwells = async () => (await ward.asset('P-1'))?.Fences?.dwells ?? []
const AT_ONCE = { EntryTriggerWaitTime: 0, ExitTriggerWaitTime: 0 }
const MINUTES = { EntryTriggerWaitTime: 5, ExitTriggerWaitTime: 5 }

describe('a fence without waits', () => {
  it('raises one entry and one exit, each with the position at that time', async () => {
    const fence = await ward.addFence(AT_ONCE)
    const asset = await ward.addAsset({ AssetId: 'P-1' })
    await ward.reportPosition('P-1', 'outside', 60)
    await ward.reportPosition('P-1', 'corner', 50)
    await ward.reportPosition('P-1', 'inside', 40)
    await ward.reportPosition('P-1', 'outside', 30)
    await ward.waitForAlerts(2)
    const docs = await ward.parts.db.driver.geofenceAlerts.find().sort({ eventTime: 1 }).toArray()
    expect(docs).toMatchObject([
      { kind: 'Entry', asset: asset._id, location: { xCenterPoint: 200, yCenterPoint: 150, mapId: 'm1' } },
      { kind: 'Exit', asset: asset._id, location: { xCenterPoint: 10, yCenterPoint: 10 } },
    ])
    expect(docs.map((doc) => doc.fence._id)).toEqual([fence._id.toHexString(), fence._id.toHexString()])
    const rows = await ward.parts.db.driver.locationHistory.find().sort({ time: 1 }).toArray()
    expect(docs.map((doc) => doc.eventTime)).toEqual([rows[1]?.time, rows[3]?.time])
    expect(await ward.asset('P-1')).toMatchObject({ PlaceRev: 4, Fences: { raised: [] } })
    expect(await dwells()).toEqual([])
  })

  it('raises an entry for an asset first seen inside, and no alert for an asset first seen outside', async () => {
    await ward.addFence(AT_ONCE)
    await ward.addAsset({ AssetId: 'P-1' })
    await ward.addAsset({ AssetId: 'P-2' })
    await ward.reportPosition('P-2', 'outside', 20)
    await ward.reportPosition('P-1', 'inside', 20)
    await ward.waitForAlerts(1)
    expect(await ward.alerts()).toEqual(['Entry P-1'])
  })

  it('raises an exit when the asset moves to another map or to a place without a map', async () => {
    await ward.addFence(AT_ONCE)
    await ward.addAsset({ AssetId: 'P-1' })
    await ward.addAsset({ AssetId: 'P-2' })
    for (const id of ['P-1', 'P-2']) await ward.reportPosition(id, 'inside', 20)
    await ward.reportPosition('P-1', 'elsewhere', 10)
    await ward.reportPosition('P-2', { hierarchyId: 'floor-2' }, 10)
    await ward.waitForAlerts(4)
    expect((await ward.alerts()).sort()).toEqual(['Entry P-1', 'Entry P-2', 'Exit P-1', 'Exit P-2'])
  })

  it('lists the alerts of one request by the times of their events, newest first', async () => {
    await ward.addFence(AT_ONCE)
    await ward.addAsset({ AssetId: 'P-1' })
    const spots = [
      'outside',
      ...Array.from({ length: 5 }, () => ['inside', 'outside'] as const).flat(),
    ] as const
    const items = spots.map((spot, index) => ({
      AssetType: 'Equipment',
      AssetId: 'P-1',
      ...SPOTS[spot],
      unit: 'px',
      time: new Date(Date.now() - 60_000 + index * 5_000).toISOString(),
    }))
    await ward.push(items).expect(200)
    await ward.waitForAlerts(10)
    const listOf = async (page: number): Promise<{ kind: string; eventTime: string }[]> =>
      (
        await request(ward.app)
          .get('/location/api/geofence/alerts')
          .query({ page, pagesize: 4 })
          .set(ward.people.admin)
          .expect(200)
      ).body.fetchedAlerts
    const listed = [...(await listOf(1)), ...(await listOf(2)), ...(await listOf(3))]
    const expected = items.slice(1).map(({ time }, index) => [index % 2 === 0 ? 'Entry' : 'Exit', time])
    expect(listed.map(({ kind, eventTime }) => [kind, eventTime])).toEqual(expected.reverse())
  })

  it('raises nothing for a position without a point on its map', async () => {
    await ward.addFence(AT_ONCE)
    await ward.addAsset({ AssetId: 'P-1' })
    await ward.reportPosition('P-1', { hierarchyId: 'room-1' }, 30)
    await ward.reportPosition('P-1', 'inside', 20)
    await ward.reportPosition('P-1', { hierarchyId: 'room-1' }, 10)
    await ward.waitForAlerts(1)
    expect(await ward.alerts()).toEqual(['Entry P-1'])
    expect(await dwells()).toHaveLength(1)
  })

  it('evaluates the events of one request in order of time', async () => {
    await ward.addFence(AT_ONCE)
    await ward.addAsset({ AssetId: 'P-1' })
    const at = (seconds: number, spot: keyof typeof SPOTS) => ({
      AssetType: 'Equipment',
      AssetId: 'P-1',
      ...SPOTS[spot],
      unit: 'px',
      time: new Date(Date.now() - seconds * 1_000).toISOString(),
    })
    await ward.push([at(10, 'outside'), at(30, 'inside'), at(40, 'outside'), at(20, 'inside')]).expect(200)
    await ward.waitForAlerts(2)
    expect(await ward.alerts()).toEqual(['Entry P-1', 'Exit P-1'])
  })

  it('ignores late and repeated events', async () => {
    await ward.addFence(AT_ONCE)
    await ward.addAsset({ AssetId: 'P-1' })
    await ward.reportPosition('P-1', 'outside', 10)
    const before = await ward.asset('P-1')
    await ward.reportPosition('P-1', 'inside', 60)
    await ward.reportPosition('P-1', 'outside', 50)
    const repeat = { AssetType: 'Equipment', AssetId: 'P-1', ...SPOTS.outside, unit: 'px' }
    const time = before?.CurrentLocation?.time.toISOString()
    await ward.push({ ...repeat, time }).expect(200)
    const withoutSince = ({ CurrentLocation, PlaceRev: _count, VisitsDue: _due, ...asset }: AssetDoc) => {
      const { since: _since, ...place } = CurrentLocation ?? {}
      return { ...asset, place }
    }
    // A late position is marked until the visits are rebuilt with it. Only the beginning of the visit moves.
    await expect.poll(async () => (await ward.asset('P-1'))?.VisitsDue?.at).toBeUndefined()
    const after = await ward.asset('P-1')
    expect(after && withoutSince(after)).toEqual(before && withoutSince(before))
    expect(after?.CurrentLocation?.since?.getTime()).toBeLessThan(
      before?.CurrentLocation?.since?.getTime() ?? 0,
    )
    expect(await ward.alerts()).toEqual([])
  })

  it('writes no fence data when no dwell changes', async () => {
    await ward.addAsset({ AssetId: 'P-1' })
    await ward.reportPosition('P-1', 'inside', 30)
    expect(await ward.asset('P-1')).not.toHaveProperty('Fences')
    await ward.addFence({ ...AT_ONCE, EntryTrigger: false })
    await ward.reportPosition('P-1', 'corner', 20)
    const [dwell] = await dwells()
    await ward.reportPosition('P-1', 'inside', 10)
    expect(await dwells()).toEqual([dwell])
    expect(dwell).not.toHaveProperty('wait')
  })
})

describe('a wait', () => {
  it('is measured by event times: six minutes satisfy a wait of five, four do not', async () => {
    await ward.addFence(MINUTES)
    await ward.addAsset({ AssetId: 'P-1' })
    await ward.reportPosition('P-1', 'inside', 900)
    await ward.reportPosition('P-1', 'outside', 660)
    await ward.reportPosition('P-1', 'inside', 600)
    expect(await ward.alerts()).toEqual([])
    await ward.reportPosition('P-1', 'outside', 240)
    await ward.waitForAlerts(1)
    const [doc] = await ward.parts.db.driver.geofenceAlerts.find().toArray()
    const rows = await ward.parts.db.driver.locationHistory.find().sort({ time: 1 }).toArray()
    const begin = rows[2]?.time.getTime() ?? 0
    expect(doc).toMatchObject({ kind: 'Entry', eventTime: new Date(begin + 300_000) })
    expect(await dwells()).toMatchObject([{ inside: false, wait: 300_000 }])
  })

  it('continues without events and ends by the clock, with the same alert time', async () => {
    await ward.addFence(MINUTES)
    await ward.addAsset({ AssetId: 'P-1' })
    await ward.reportPosition('P-1', 'inside', 120)
    const since = (await dwells())[0]?.since.getTime() ?? 0
    await ward.backdateDwells('P-1', 299)
    await ward.waitForAlerts(1)
    const [doc] = await ward.parts.db.driver.geofenceAlerts.find().toArray()
    expect(doc?.eventTime).toEqual(new Date(since + 300_000))
    expect((await ward.asset('P-1'))?.Fences).not.toHaveProperty('due')
    expect(await dwells()).toMatchObject([{ inside: true }])
    await ward.reportPosition('P-1', 'outside', 5)
    await ward.backdateDwells('P-1', 301)
    await ward.waitForAlerts(2)
    expect(await ward.alerts()).toContain('Exit P-1')
    expect(await dwells()).toEqual([])
  })

  it('ends once, however many services check the clock', async () => {
    await ward.addFence(MINUTES)
    for (let n = 0; n < 40; n += 1) {
      await ward.addAsset({ AssetId: `P-${n}` })
      await ward.reportPosition(`P-${n}`, 'inside', 20)
    }
    const secondServices = [await ward.openSecondService(), await ward.openSecondService()]
    for (let n = 0; n < 40; n += 1) await ward.backdateDwells(`P-${n}`, 301)
    await ward.waitForAlerts(40)
    for (const secondService of secondServices) await secondService.close()
    expect((await ward.alerts()).length).toBe(40)
    const docs = await ward.parts.db.driver.assets.find().toArray()
    // Each wait took two writes of the place: one for the position, then one for the end of the wait.
    expect(new Set(docs.map((doc) => doc.PlaceRev))).toEqual(new Set([2]))
  })

  it('raises nothing for an inactive asset; after activation, the next dwell starts a new wait', async () => {
    await ward.addFence(MINUTES)
    const asset = await ward.addAsset({ AssetId: 'P-1', AssetStatus: 'inactive' })
    await ward.reportPosition('P-1', 'inside', 20)
    await ward.backdateDwells('P-1', 301)
    await expect.poll(async () => (await dwells())[0]?.wait).toBeUndefined()
    await ward.parts.db.driver.assets.updateOne({ _id: asset._id }, { $set: { AssetStatus: 'active' } })
    const change = { AssetType: 'Equipment', AssetId: 'P-1', change: 'status' as const }
    ward.parts.bus.publish('asset.changed', { changes: [change], tagKeys: [] })
    await ward.reportPosition('P-1', 'outside', 10)
    await ward.backdateDwells('P-1', 301)
    await ward.waitForAlerts(1)
    expect(await ward.alerts()).toEqual(['Exit P-1'])
  })

  it('in a deleted fence ends without an alert', async () => {
    const fence = await ward.addFence(MINUTES)
    await ward.addAsset({ AssetId: 'P-1' })
    await ward.reportPosition('P-1', 'inside', 20)
    await request(ward.app)
      .get(`/location/api/geofence/delete/${fence._id.toHexString()}`)
      .set(ward.people.admin)
      .expect(200)
    await ward.backdateDwells('P-1', 301)
    await expect.poll(async () => (await ward.asset('P-1'))?.Fences?.due).toBeUndefined()
    expect(await ward.alerts()).toEqual([])
    expect(await dwells()).toEqual([])
  })
})

describe('a fence drawn around an asset', () => {
  it('counts the asset as inside from then: no entry, but an exit', async () => {
    await ward.addAsset({ AssetId: 'P-1' })
    await ward.reportPosition('P-1', 'inside', 60)
    const res = await request(ward.app)
      .post('/location/api/geofence/add')
      .set(ward.people.admin)
      .send({
        Name: 'Drug store',
        Type: 'Restricted',
        AssetTypes: ['Equipment'],
        MapId: 'm1',
        Coordinates: { x: 100, y: 100, w: 100, h: 50 },
        EntryTrigger: 'Yes',
        ExitTrigger: 'Yes',
      })
    expect(res.body).toMatchObject({ message: 'Geofence Saved!' })
    await ward.reportPosition('P-1', 'corner', -1)
    expect(await dwells()).toMatchObject([{ inside: true, since: new Date(res.body.createdAt) }])
    await ward.reportPosition('P-1', 'outside', -2)
    await ward.waitForAlerts(1)
    expect(await ward.alerts()).toEqual(['Exit P-1'])
  })
})

describe('the tolerance', () => {
  const at = (x: number) => ({ mapId: 'm1', unit: 'px', x, y: 120 })

  it('is the one of each fence until one for all is saved, 0 for a fence of an earlier version', async () => {
    await ward.addFence({ ...AT_ONCE, Name: 'New', toleranceMetres: 0.5 })
    await ward.addFence({ ...AT_ONCE, Name: 'Old' })
    await ward.addAsset({ AssetId: 'P-1' })
    await ward.reportPosition('P-1', at(199), 40)
    await ward.reportPosition('P-1', at(205), 30)
    await ward.waitForAlerts(3)
    expect((await ward.alerts()).toSorted()).toEqual(['Entry P-1', 'Entry P-1', 'Exit P-1'])
    await ward.reportPosition('P-1', at(206), 20)
    await ward.waitForAlerts(4)
  })

  it('keeps a position that flickers at the edge inside, measured in metres of the map', async () => {
    await ward.parts.db.driver.settings.insertOne({
      _id: 'geofence/engine',
      Type: 'Geofence',
      SubType: 'Engine',
      Fields: { tolerance: 0.5 },
    })
    ward.parts.bus.publish('config.changed', { what: 'settings' })
    await ward.addFence(AT_ONCE)
    await ward.addAsset({ AssetId: 'P-1' })
    await ward.reportPosition('P-1', at(203), 50)
    await ward.reportPosition('P-1', at(199), 40)
    await ward.reportPosition('P-1', at(205), 30)
    await ward.waitForAlerts(1)
    expect(await ward.alerts()).toEqual(['Entry P-1'])
    await ward.reportPosition('P-1', at(206), 20)
    await ward.waitForAlerts(2)
    expect(await ward.alerts()).toEqual(['Entry P-1', 'Exit P-1'])
  })
})
