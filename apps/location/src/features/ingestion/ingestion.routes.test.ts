import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ago, answer, openHospital, type TestHospital } from '../../testing/open-hospital.ts'

let hospital: TestHospital

beforeAll(async () => {
  hospital = await openHospital()
})
afterAll(() => hospital.close())
beforeEach(() => hospital.reset())

const rows = () => hospital.parts.db.driver.locationHistory.find().sort({ time: 1 }).toArray()

describe('a position', () => {
  it('in metres is stored in history, becomes the current place in pixels and is published', async () => {
    await hospital.addAsset({ AssetId: 'P-1' })
    const published: unknown[] = []
    const stop = hospital.parts.bus.subscribe('asset.location', (events) => published.push(...events))
    const time = ago(10)
    const res = await hospital.push({
      AssetType: 'Equipment',
      AssetId: 'P-1',
      mapId: 'm1',
      x: 12.3,
      y: 4,
      time,
      accuracy: 2,
    })
    stop()
    expect(res.status).toBe(200)
    expect(res.body).toEqual(answer({ accepted: 1 }))
    expect(res.headers['cache-control']).toBe('no-store')
    const fullPath = { Level_1: 'Northfield', Level_2: 'Tower', Level_3: 'Floor 1' }
    const place = { mapId: 'm1', fullPath, xCenterPoint: 123, yCenterPoint: 40, accuracy: 2 }
    expect((await hospital.asset('P-1'))?.CurrentLocation).toEqual({
      ...place,
      hierarchyId: 'floor-1',
      time: new Date(time),
      since: new Date(time),
    })
    expect(published).toEqual([
      { AssetType: 'Equipment', AssetId: 'P-1', CurrentLocation: { ...place, precision: 'point', time } },
    ])
    expect(await rows()).toMatchObject([
      { x: 123, y: 40, accuracy: 2, hierarchyId: 'floor-1', time: new Date(time) },
    ])
  })

  it('in pixels is stored unchanged, and both edges of the map are inside', async () => {
    await hospital.addAsset({ AssetId: 'P-1' })
    const at = (x: number, y: number, seconds: number) => ({
      AssetType: 'Equipment',
      AssetId: 'P-1',
      mapId: 'm1',
      unit: 'px',
      x,
      y,
      time: ago(seconds),
    })
    const res = await hospital.push([at(0, 0, 9), at(500, 300, 8), at(510.01, 0, 7), at(-10.01, 0, 6)])
    expect(res.body).toMatchObject({ accepted: 2, refused: 2 })
    expect(res.body.errors.map((error: { code: string }) => error.code)).toEqual([
      'outside_map',
      'outside_map',
    ])
    expect((await hospital.asset('P-1'))?.CurrentLocation).toMatchObject({
      xCenterPoint: 500,
      yCenterPoint: 300,
    })
  })

  it('in a room without a map lies on the map of the floor above, with or without a point', async () => {
    await hospital.addAsset({ AssetId: 'P-1' })
    await hospital.addAsset({ AssetId: 'P-2' })
    const res = await hospital.push([
      { AssetType: 'Equipment', AssetId: 'P-1', hierarchyId: 'room-1', x: 7, y: 8 },
      { AssetType: 'Equipment', AssetId: 'P-2', hierarchyId: 'room-1' },
    ])
    expect(res.body).toEqual(answer({ accepted: 2 }))
    const fullPath = {
      Level_1: 'Northfield',
      Level_2: 'Tower',
      Level_3: 'Floor 1',
      Level_4: 'ICU',
      Level_5: 'Room 1',
    }
    const place = { mapId: 'm1', hierarchyId: 'room-1', fullPath }
    expect((await hospital.asset('P-1'))?.CurrentLocation).toMatchObject({
      ...place,
      xCenterPoint: 7,
      yCenterPoint: 8,
    })
    expect((await hospital.asset('P-2'))?.CurrentLocation).toMatchObject({
      ...place,
      xCenterPoint: null,
      yCenterPoint: null,
    })
  })

  it('in a place without any map has no map', async () => {
    await hospital.addAsset({ AssetId: 'P-1' })
    await hospital
      .push({ AssetType: 'Equipment', AssetId: 'P-1', hierarchyId: 'floor-2' })
      .expect(200, answer({ accepted: 1 }))
    expect((await hospital.asset('P-1'))?.CurrentLocation).toMatchObject({
      mapId: null,
      hierarchyId: 'floor-2',
    })
  })

  it('of a tag belongs to the asset that carries the tag', async () => {
    await hospital.addAsset({
      AssetId: 'P-1',
      LocationTags: [{ Provider: 'centrak', TagId: 'T-1', IsPrimary: true }],
    })
    const item = { tagId: 'T-1', provider: 'CenTrak', mapId: 'm1', x: 1, y: 1 }
    await hospital.push(item).expect(200, answer({ accepted: 1 }))
    expect((await hospital.asset('P-1'))?.CurrentLocation).toMatchObject({
      provider: 'centrak',
      xCenterPoint: 10,
    })
  })

  it("carries the asset's state as published on the bus", async () => {
    await hospital.addAsset({
      AssetId: 'P-1',
      Fields: { WifiStrength: { Strength: 'BAR_ONE' }, VolumeInfused: 3 },
    })
    const item = { AssetType: 'Equipment', AssetId: 'P-1', mapId: 'm1', x: 1, y: 1 }
    await hospital.push({ ...item, time: ago(9) })
    const Fields = { WifiStrength: { Strength: 'BAR_FOUR' }, BatteryLevel: { Level: 'LEVEL_2' } }
    hospital.parts.bus.publish('asset.status', [
      { AssetType: 'Equipment', AssetId: 'P-1', Fields, FieldTimes: {} },
    ])
    await hospital.push({ ...item, time: ago(8) })
    expect((await rows()).map((row) => row.state)).toEqual([
      { WifiStrength: 'BAR_ONE', VolumeInfused: 3 },
      { WifiStrength: 'BAR_FOUR', BatteryLevel: 'LEVEL_2', VolumeInfused: 3 },
    ])
  })
})

describe('a repeat', () => {
  const item = () => ({ AssetType: 'Equipment', AssetId: 'P-1', mapId: 'm1', x: 1, y: 1, time: ago(60) })

  it('of the same event is a duplicate and changes nothing, even within one request', async () => {
    await hospital.addAsset({ AssetId: 'P-1' })
    const validItem = item()
    await hospital.push([validItem, validItem]).expect(200, answer({ accepted: 1, duplicates: 1 }))
    const before = await hospital.asset('P-1')
    await hospital.push({ ...validItem, accuracy: 9 }).expect(200, answer({ duplicates: 1 }))
    expect(await hospital.asset('P-1')).toEqual(before)
    expect(await rows()).toHaveLength(1)
  })

  it('of an eventId is a duplicate whatever its time and place', async () => {
    await hospital.addAsset({ AssetId: 'P-1' })
    await hospital.push({ ...item(), eventId: 'e-1' }).expect(200, answer({ accepted: 1 }))
    await hospital
      .push({ ...item(), eventId: 'e-1', x: 9, time: ago(1) })
      .expect(200, answer({ duplicates: 1 }))
    expect((await hospital.asset('P-1'))?.CurrentLocation?.xCenterPoint).toBe(10)
    await hospital
      .push({ ...item(), eventId: 'e-1', provider: 'cisco', x: 9, time: ago(1) })
      .expect(200, answer({ accepted: 1 }))
  })

  it('moves the asset after a crash between history and place', async () => {
    await hospital.addAsset({ AssetId: 'P-1' })
    const [plain, named] = [item(), { ...item(), eventId: 'e-9', time: ago(30), x: 3 }]
    for (const entry of [plain, named]) {
      await hospital.push(entry)
      await hospital.parts.db.driver.assets.updateOne({ AssetId: 'P-1' }, { $unset: { CurrentLocation: 1 } })
      hospital.parts.bus.publish('bus.gap', {})
      await hospital.push({ ...entry }).expect(200, answer({ duplicates: 1 }))
      expect((await hospital.asset('P-1'))?.CurrentLocation).toMatchObject({
        xCenterPoint: entry.x * 10,
        time: new Date(entry.time),
      })
    }
  })
})

describe('the time of a position', () => {
  const item = { AssetType: 'Equipment', AssetId: 'P-1', mapId: 'm1', y: 1 }

  it('keeps a late position in the history without moving the asset back or publishing it', async () => {
    await hospital.addAsset({ AssetId: 'P-1' })
    const published: { CurrentLocation: { time?: string | undefined } }[] = []
    const stop = hospital.parts.bus.subscribe('asset.location', (events) => published.push(...events))
    const newest = ago(5)
    await hospital.push([
      { ...item, x: 1, time: ago(20) },
      { ...item, x: 2, time: newest },
      { ...item, x: 3, time: ago(10) },
    ])
    await hospital.push({ ...item, x: 4, time: ago(7) }).expect(200, answer({ accepted: 1 }))
    stop()
    expect((await hospital.asset('P-1'))?.CurrentLocation?.xCenterPoint).toBe(20)
    expect((await rows()).map((row) => row.x)).toEqual([10, 30, 40, 20])
    expect(published.map((entry) => entry.CurrentLocation.time)).toEqual([newest])
  })

  it('defaults to the receive time, increasing by a millisecond, so that each item is its own event', async () => {
    await hospital.addAsset({ AssetId: 'P-1' })
    const before = Date.now()
    await hospital
      .push([
        { ...item, x: 1 },
        { ...item, x: 2 },
        { ...item, x: 3 },
      ])
      .expect(200, answer({ accepted: 3 }))
    const times = (await rows()).map((row) => row.time.getTime())
    expect(times[0]).toBeGreaterThanOrEqual(before)
    expect(times.map((time) => time - (times[0] ?? 0))).toEqual([0, 1, 2])
    expect((await hospital.asset('P-1'))?.CurrentLocation?.xCenterPoint).toBe(30)
  })

  it('is refused if it is more than five minutes ahead or older than the retention', async () => {
    await hospital.addAsset({ AssetId: 'P-1' })
    const res = await hospital.push([
      { ...item, x: 1, time: ago(-301) },
      { ...item, x: 1, time: ago(-290) },
      { ...item, x: 1, time: ago(91 * 86_400) },
      { ...item, x: 1, time: '0001-01-01T00:00:00Z' },
    ])
    expect(res.body).toMatchObject({ accepted: 1, refused: 3 })
    expect(res.body.errors).toMatchObject([
      { index: 0, path: 'time', code: 'time_in_future' },
      { index: 2, path: 'time', code: 'time_too_old' },
      { index: 3, path: 'time', code: 'time_too_old' },
    ])
    expect(await rows()).toHaveLength(1)
  })

  it('is checked against a changed retention setting immediately', async () => {
    await hospital.addAsset({ AssetId: 'P-1' })
    const { settings } = hospital.parts.db.driver
    const _id = 'retention/retention'
    await settings.insertOne({ _id, Type: 'Retention', SubType: 'Retention', Fields: { historyDays: 1 } })
    hospital.parts.bus.publish('config.changed', { what: 'settings' })
    const res = await hospital.push({ ...item, x: 1, time: ago(2 * 86_400) })
    await settings.deleteOne({ _id })
    hospital.parts.bus.publish('config.changed', { what: 'settings' })
    expect(res.body.errors).toMatchObject([{ code: 'time_too_old' }])
  })
})

describe('when the history could not be stored', () => {
  it('publishes the written place immediately, and the repeat completes the history', async () => {
    await hospital.addAsset({ AssetId: 'P-1' })
    const published: { AssetId: string }[] = []
    const stop = hospital.parts.bus.subscribe('asset.location', (events) => published.push(...events))
    const item = { AssetType: 'Equipment', AssetId: 'P-1', mapId: 'm1', x: 1, y: 1, time: ago(10) }
    await hospital.push(item).expect(200)
    const next = { ...item, x: 2, time: ago(5) }
    const store = hospital.parts.db.connection.db
    if (!store) throw new Error('the store is not connected')
    const { command } = store
    const failing = vi.spyOn(store, 'command').mockImplementation(async (statement, options) => {
      if (statement['insert'] === 'locationHistory') throw new Error('no room')
      return command.call(store, statement, options)
    })
    await hospital.push(next).expect(503)
    failing.mockRestore()
    expect((await hospital.asset('P-1'))?.CurrentLocation?.time).toEqual(new Date(next.time))
    expect(published).toHaveLength(2)
    await hospital.push(next).expect(200, answer({ accepted: 1 }))
    stop()
    expect(published.map(({ AssetId }) => AssetId)).toEqual(['P-1', 'P-1'])
    expect((await rows()).map(({ x }) => x)).toEqual([10, 20])
  })
})
