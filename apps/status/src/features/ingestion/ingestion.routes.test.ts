import request from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ago, answer, openWard, type TestWard } from '../../testing/open-ward.ts'

let w: TestWard
beforeAll(async () => {
  w = await openWard()
})
afterAll(() => w.close())
beforeEach(async () => {
  const { db, bus } = w.parts
  await db.driver.assets.deleteMany({})
  await db.driver.statusHistory.deleteMany({})
  await db.driver.deadLetters.deleteMany({})
  await db.driver.unresolved.deleteMany({})
  bus.publish('bus.gap', {})
})

const rows = () => w.parts.db.driver.statusHistory.find().sort({ time: 1 }).toArray()
const listen = () => {
  const published: unknown[] = []
  const stop = w.parts.bus.subscribe('asset.status', (events) => published.push(...events))
  return { heard: published, stop }
}

describe('a state', () => {
  it('writes its fields with their times, adds a history row and publishes on the bus', async () => {
    await w.addAsset({ AssetId: 'P-1', Fields: { AssetName: 'Pump' } })
    const { heard: published, stop } = listen()
    const time = ago(10)
    const state = {
      DeviceStatus: 'comm-status-online',
      InfusionStatus: 'pump-status-infusing',
      VolumeInfused: 12.5,
    }
    const res = await w.push({
      deviceId: 'P-1',
      time,
      WifiStrength: 'BAR_TWO',
      BatteryLevel: 'LEVEL_3',
      ...state,
      provider: 'mednet',
    })
    stop()
    expect(res.status).toBe(200)
    expect(res.body).toEqual(answer({ accepted: 1 }))
    const fields = { WifiStrength: { Strength: 'BAR_TWO' }, BatteryLevel: { Level: 'LEVEL_3' }, ...state }
    const asset = await w.asset('P-1')
    expect(asset?.Fields).toEqual({ AssetName: 'Pump', ...fields })
    const times = Object.fromEntries(Object.keys(fields).map((name) => [name, new Date(time)]))
    expect(asset?.FieldTimes).toEqual(times)
    expect(await rows()).toMatchObject([{ Fields: fields, provider: 'mednet', time: new Date(time) }])
    const FieldTimes = Object.fromEntries(Object.keys(fields).map((name) => [name, time]))
    expect(published).toEqual([{ AssetType: 'Equipment', AssetId: 'P-1', Fields: fields, FieldTimes }])
  })

  it('changes only the fields for which it is newer, and always adds a history row', async () => {
    await w.addAsset({ AssetId: 'P-1' })
    await w.push({ deviceId: 'P-1', time: ago(10), BatteryLevel: 'LEVEL_1' })
    const { heard: published, stop } = listen()
    const older = ago(20)
    await w
      .push({ deviceId: 'P-1', time: older, BatteryLevel: 'LEVEL_4', WifiStrength: 'BAR_ONE' })
      .expect(200, answer({ accepted: 1 }))
    stop()
    const asset = await w.asset('P-1')
    expect(asset?.Fields).toEqual({
      BatteryLevel: { Level: 'LEVEL_1' },
      WifiStrength: { Strength: 'BAR_ONE' },
    })
    expect(asset?.FieldTimes['WifiStrength']).toEqual(new Date(older))
    expect(await rows()).toHaveLength(2)
    expect(published).toMatchObject([{ Fields: { WifiStrength: { Strength: 'BAR_ONE' } } }])
    expect(Object.keys((published[0] as { FieldTimes: object }).FieldTimes)).toEqual(['WifiStrength'])
  })

  it('keeps the newer fields of another process that wrote first', async () => {
    await w.addAsset({ AssetId: 'P-1' })
    await w.push({ deviceId: 'P-1', time: ago(100), BatteryLevel: 'LEVEL_1' })
    const unrelatedTime = new Date(Date.now() - 5_000)
    await w.parts.db.driver.assets.updateOne(
      { AssetId: 'P-1' },
      { $set: { 'Fields.BatteryLevel': { Level: 'LEVEL_4' }, 'FieldTimes.BatteryLevel': unrelatedTime } },
    )
    const { heard: published, stop } = listen()
    await w
      .push({ deviceId: 'P-1', time: ago(50), BatteryLevel: 'LEVEL_2', VolumeInfused: 1 })
      .expect(200, answer({ accepted: 1 }))
    stop()
    const asset = await w.asset('P-1')
    expect(asset?.Fields).toEqual({ BatteryLevel: { Level: 'LEVEL_4' }, VolumeInfused: 1 })
    expect(published).toMatchObject([{ Fields: { VolumeInfused: 1 } }])
    expect((published[0] as { Fields: object }).Fields).not.toHaveProperty('BatteryLevel')
  })

  it('writes the newest value of each field when one request holds several states in any order', async () => {
    await w.addAsset({ AssetId: 'P-1' })
    const stateAt = (seconds: number, state: object) => ({ deviceId: 'P-1', time: ago(seconds), ...state })
    await w.push([
      stateAt(5, { BatteryLevel: 'LEVEL_3' }),
      stateAt(9, { BatteryLevel: 'LEVEL_4', WifiStrength: 'BAR_FIVE' }),
      stateAt(7, { WifiStrength: 'BAR_TWO', DeviceStatus: 'comm-status-offline' }),
    ])
    expect((await w.asset('P-1'))?.Fields).toEqual({
      BatteryLevel: { Level: 'LEVEL_3' },
      WifiStrength: { Strength: 'BAR_TWO' },
      DeviceStatus: 'comm-status-offline',
    })
  })

  it('with only an alarm adds a history row and changes no field', async () => {
    await w.addAsset({ AssetId: 'P-1' })
    const alarm = { code: 'OCC', text: 'Occlusion', priority: 'High' }
    await w.push({ deviceId: 'P-1', alarm }).expect(200, answer({ accepted: 1 }))
    expect(await rows()).toMatchObject([{ alarm, Fields: {} }])
    expect((await w.asset('P-1'))?.Fields).toEqual({})
  })

  it('writes fields that the metadata mapping names, in the shape of their model', async () => {
    await w.addAsset({ AssetId: 'P-1' })
    await w.addAsset({
      AssetId: 'C-1',
      AssetType: 'Clinician',
      LocationTags: [{ Provider: 'cisco', TagId: 'T', IsPrimary: true }],
    })
    const item = { deviceId: 'P-1', Temperature: 36.6, Pressure: '12', Mode: 'auto', Flags: ['a', 'b'] }
    await w
      .push([item, { provider: 'cisco', tagId: 'T', Status: 'busy' }])
      .expect(200, answer({ accepted: 2 }))
    expect((await w.asset('P-1'))?.Fields).toEqual({
      Temperature: 36.6,
      Pressure: { Value: '12' },
      Mode: 'auto',
      Flags: ['a', 'b'],
    })
    expect((await w.asset('C-1'))?.Fields).toEqual({ Status: 'busy' })
  })
})

describe('a repeat', () => {
  it('counts as a duplicate and changes nothing; with a known eventId, whatever its content', async () => {
    await w.addAsset({ AssetId: 'P-1' })
    const item = { deviceId: 'P-1', time: ago(20), BatteryLevel: 'LEVEL_1' }
    await w.push([item, item]).expect(200, answer({ accepted: 1, duplicates: 1 }))
    await w.push({ ...item, BatteryLevel: 'LEVEL_2' }).expect(200, answer({ duplicates: 1 }))
    await w.push({ ...item, eventId: 'e', time: ago(10) }).expect(200, answer({ accepted: 1 }))
    await w
      .push({ ...item, eventId: 'e', time: ago(1), BatteryLevel: 'LEVEL_4' })
      .expect(200, answer({ duplicates: 1 }))
    expect((await w.asset('P-1'))?.Fields).toEqual({ BatteryLevel: { Level: 'LEVEL_1' } })
    expect(await rows()).toHaveLength(2)
  })

  it('writes the fields that a crash after the history write left out', async () => {
    await w.addAsset({ AssetId: 'P-1' })
    for (const identity of [{}, { eventId: 'x' }]) {
      const item = { deviceId: 'P-1', time: ago(20), BatteryLevel: 'LEVEL_1', ...identity }
      await w.push(item)
      await w.parts.db.driver.assets.updateOne({ AssetId: 'P-1' }, { $set: { Fields: {}, FieldTimes: {} } })
      w.parts.bus.publish('bus.gap', {})
      await w.push(item).expect(200, answer({ duplicates: 1 }))
      const asset = await w.asset('P-1')
      expect(asset?.Fields).toEqual({ BatteryLevel: { Level: 'LEVEL_1' } })
      expect(asset?.FieldTimes).toEqual({ BatteryLevel: new Date(item.time) })
    }
  })
})

describe('an invalid item', () => {
  const invalidItems: [string, object, string][] = [
    ['names nobody', { BatteryLevel: 'LEVEL_1' }, 'deviceId'],
    ['says nothing', { deviceId: 'P-1' }, ''],
    ['has an unknown level', { deviceId: 'P-1', BatteryLevel: 'LEVEL_9' }, 'BatteryLevel'],
    ['has an unknown strength', { deviceId: 'P-1', WifiStrength: 4 }, 'WifiStrength'],
    ['has a negative volume', { deviceId: 'P-1', VolumeInfused: -1 }, 'VolumeInfused'],
    ['has text for a volume', { deviceId: 'P-1', VolumeInfused: '1' }, 'VolumeInfused'],
    ['has an alarm without a code', { deviceId: 'P-1', alarm: { text: 'x' } }, 'alarm.code'],
    ['has a field nobody named', { deviceId: 'P-1', Humidity: 3 }, 'Humidity'],
    ['has a field of another type', { deviceId: 'P-1', Status: 'busy' }, 'Status'],
    ['has an identity field', { deviceId: 'P-1', AssetName: 'New name' }, 'AssetName'],
    ['has the links', { deviceId: 'P-1', Mappings: {} }, 'Mappings'],
    ['has an option that is none', { deviceId: 'P-1', Mode: 'turbo' }, 'Mode'],
    ['has an object for a value', { deviceId: 'P-1', Temperature: { $gt: 1 } }, 'Temperature'],
    ['has a list for a single value', { deviceId: 'P-1', Temperature: [1] }, 'Temperature'],
    ['has a text that is too long', { deviceId: 'P-1', Temperature: 'x'.repeat(501) }, 'Temperature'],
    ['has an operator for a name', { deviceId: 'P-1', $where: '1' }, '$where'],
    ['has a dotted name', { deviceId: 'P-1', 'Temperature.x': 1 }, 'Temperature.x'],
  ]
  it.each(invalidItems)('that %s is refused and kept; others are accepted', async (_title, item, path) => {
    await w.addAsset({ AssetId: 'P-1' })
    const res = await w.push([item, { deviceId: 'P-1', BatteryLevel: 'LEVEL_2' }])
    expect(res.body).toMatchObject({
      accepted: 1,
      refused: 1,
      errors: [{ index: 0, path, code: 'validation' }],
    })
    expect((await w.asset('P-1'))?.Fields).toEqual({ BatteryLevel: { Level: 'LEVEL_2' } })
    expect(await w.parts.db.driver.deadLetters.findOne({})).toMatchObject({
      endpoint: 'device-status',
      item: JSON.stringify(item),
    })
  })

  it('with a prototype as a member changes no prototype and no field', async () => {
    await w.addAsset({ AssetId: 'P-1' })
    const body =
      '{"deviceId":"P-1","BatteryLevel":"LEVEL_1","__proto__":{"polluted":1},"constructor":{"x":1}}'
    const res = await w.push(body).set('content-type', 'application/json')
    expect(res.status).toBe(200)
    expect(res.body.refused).toBe(1)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    expect((await w.asset('P-1'))?.Fields).toEqual({})
  })
})

it('keeps states of an unknown device by their content and applies all of them when the device appears', async () => {
  const stateAt = (seconds: number, state: object) => ({ deviceId: 'NEW', time: ago(seconds), ...state })
  await w
    .push([
      stateAt(30, { BatteryLevel: 'LEVEL_1' }),
      stateAt(20, { BatteryLevel: 'LEVEL_2' }),
      stateAt(25, { WifiStrength: 'BAR_ONE' }),
    ])
    .expect(200, answer({ unresolved: 3 }))
  await w.addAsset({ AssetId: 'NEW' })
  const changes = [{ AssetType: 'Equipment', AssetId: 'NEW', change: 'created' as const }]
  w.parts.bus.publish('asset.changed', { changes, tagKeys: [] })
  await expect
    .poll(async () => (await w.asset('NEW'))?.Fields)
    .toEqual({ BatteryLevel: { Level: 'LEVEL_2' }, WifiStrength: { Strength: 'BAR_ONE' } })
  await expect.poll(() => w.parts.db.driver.unresolved.countDocuments()).toBe(0)
})

it('requires a key with the scope device-status', async () => {
  await w.addAsset({ AssetId: 'P-1' })
  const otherKey = await w.people.makeKey({ scopes: ['locations'] })
  const item = { deviceId: 'P-1', BatteryLevel: 'LEVEL_1' }
  expect((await w.push(item, otherKey)).status).toBe(403)
  expect((await w.push(item, {})).status).toBe(401)
  expect((await w.push(item, w.people.admin)).status).toBe(401)
  expect(await rows()).toHaveLength(0)
})

it('lists and replays its refused items under its own base path', async () => {
  await w.push({ deviceId: 'P-9', Humidity: 4 })
  const base = '/status/api/ingest/dead-letters'
  const list = await request(w.app).get(base).set(w.people.admin)
  expect(list.body).toMatchObject({
    count: 1,
    data: [{ endpoint: 'device-status', item: { deviceId: 'P-9' } }],
  })
  const res = await request(w.app).post(`${base}/replay`).set(w.people.admin).send({ code: 'validation' })
  expect(res.body).toMatchObject({
    err: 0,
    refused: 1,
    errors: [{ id: list.body.data[0].id, path: 'Humidity' }],
  })
})

it('publishes a written state once, even when its history write failed', async () => {
  await w.addAsset({ AssetId: 'P-1' })
  const { heard: published, stop } = listen()
  const store = w.parts.db.connection.db
  if (!store) throw new Error('the store is not connected')
  const { command } = store
  const failing = vi.spyOn(store, 'command').mockImplementation(async (statement, options) => {
    if (statement['insert'] === 'statusHistory') throw new Error('no room')
    return command.call(store, statement, options)
  })
  const item = { deviceId: 'P-1', time: ago(10), BatteryLevel: 'LEVEL_1' }
  await w.push(item).expect(503)
  failing.mockRestore()
  expect((await w.asset('P-1'))?.Fields).toEqual({ BatteryLevel: { Level: 'LEVEL_1' } })
  await w.push(item).expect(200, answer({ accepted: 1 }))
  stop()
  expect(published).toHaveLength(1)
  expect(await rows()).toHaveLength(1)
})
