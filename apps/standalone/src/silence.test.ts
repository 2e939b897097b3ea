import { createApiService } from '@wardtrack/api'
import { type ChartPoint, SILENT } from '@wardtrack/contracts'
import { createLocationService } from '@wardtrack/location'
import { createStatusService } from '@wardtrack/status'
import { openTestApp, TEST_WAIT, type TestApp } from '@wardtrack/test-kit'
import request from 'supertest'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const LIMIT = 15
const ONLINE = 'comm-status-online'
const UNKNOWN = 'comm-status-unknown'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp([createApiService, createLocationService, createStatusService], {
    silenceMinutes: LIMIT,
  })
  await push('/location/api/ingest/hierarchies', [{ hierarchyId: 'w1', fullName: ['Site', 'Ward 1'] }])
})
afterAll(() => app.close())

const post = (path: string, body: object, as = app.people.admin) =>
  request(app.app).post(path).set(as).send(body)
const push = async (path: string, items: object[]): Promise<void> => {
  const { body } = await post(path, items, app.people.key)
  expect(body).toMatchObject({ refused: 0, unresolved: 0 })
}
const START = Date.now()
const ago = (minutes: number): string => new Date(START - minutes * 60_000).toISOString()
const register = (AssetId: string, more: object = {}) =>
  push('/api/ingest/assets', [{ AssetType: 'Equipment', AssetId, ...more }])
const state = (deviceId: string, minutes: number, fields: object) =>
  push('/status/api/ingest/device-status', [{ deviceId, time: ago(minutes), ...fields }])
const position = (AssetId: string, minutes: number) =>
  push('/location/api/ingest/locations', [
    { AssetType: 'Equipment', AssetId, hierarchyId: 'w1', time: ago(minutes) },
  ])
const asset = async (AssetId: string) => {
  const doc = await app.parts.db.driver.assets.findOne({ AssetId })
  if (!doc) throw new Error(`${AssetId} is not there`)
  return doc
}
const connection = async (AssetId: string) => (await asset(AssetId)).Fields['DeviceStatus']
const becomes = (AssetId: string, expected: string) =>
  vi.waitFor(async () => expect(await connection(AssetId)).toBe(expected), TEST_WAIT)
/** Stored connections of an asset over time: value and beginning, in minutes before the start. */
const stretches = async (AssetId: string) => {
  const { _id } = await asset(AssetId)
  const docs = await app.parts.db.models.stateStretches
    .find({ asset: _id, field: 'DeviceStatus' })
    .sort({ from: 1 })
  return docs.map(({ value, from }) => [value, Math.round((START - from.getTime()) / 60_000)])
}
const haveStretches = (AssetId: string, expected: (readonly [string, number])[]) =>
  vi.waitFor(async () => expect(await stretches(AssetId)).toEqual(expected), TEST_WAIT)
const countOf = async (criteria: object): Promise<number> => {
  const { body } = await post('/api/assets.filter', {
    items: [{ AssetType: ['Equipment'], ...criteria }],
    pagination: { currentPage: 1, items: 1 },
  })
  return body.maxAssets
}

test('a device of three days ago is silent in badge, counts, chart and alarms (case 04)', async () => {
  const rule = { Name: 'Silent pumps', NotificationAssetType: 'Equipment', Priority: 'High' }
  await post('/api/filters/notificationRule/create', {
    ...rule,
    NotificationField: 'DeviceStatus',
    RaiseValue: `Equals ${SILENT}`,
  }).expect(200)
  await register('SIL-1', { AssetName: 'Silent pump', PrimaryCategory: 'Infusion Pump' })
  await state('SIL-1', 3 * 1440, {
    DeviceStatus: ONLINE,
    BatteryLevel: 'LEVEL_3',
    WifiStrength: 'BAR_FIVE',
  })
  await becomes('SIL-1', SILENT)
  expect((await asset('SIL-1')).FieldTimes['DeviceStatus']?.toISOString()).toBe(ago(3 * 1440 - LIMIT))
  await vi.waitFor(async () => {
    const chart = await post('/api/report.getStatusVsTimeReport', {
      items: [{ createdAt: { $gte: ago(360), $lt: ago(0) } }],
    })
    const points: ChartPoint[] = chart.body.assets
    expect(points.length).toBeGreaterThan(0)
    for (const { Online, Silent } of points) expect([Online, Silent]).toEqual([0, 1])
  }, TEST_WAIT)
  await vi.waitFor(async () => {
    const { body } = await post('/api/report.getFilterDataForReport/rtls-alarm', {
      items: [{ createdAt: { $gte: ago(4 * 1440) } }],
      pagination: { currentPage: 1, items: 50 },
    })
    expect(body.assets).toMatchObject([{ AssetId: 'SIL-1', Event: 'Silent', Status: 'active' }])
  }, TEST_WAIT)
  await vi.waitFor(async () => {
    const { body } = await request(app.app).get('/api/notifications').set(app.people.admin)
    expect(body.data).toMatchObject([{ Name: 'Silent pumps' }])
  }, TEST_WAIT)
  await state('SIL-1', 0, { BatteryLevel: 'LEVEL_2' })
  await becomes('SIL-1', ONLINE)
  await haveStretches('SIL-1', [
    [ONLINE, 3 * 1440],
    [SILENT, 3 * 1440 - LIMIT],
    [ONLINE, 0],
  ])
  expect((await asset('SIL-1')).Silence?.heard).toBeUndefined()
})

test('assets that only send positions are not known, then silent, never offline (case 05)', async () => {
  for (const id of ['OF-1', 'OF-2', 'OF-3']) await register(id)
  for (const id of ['OF-1', 'OF-2']) await position(id, 1)
  await position('OF-3', 60)
  await becomes('OF-3', SILENT)
  expect(await Promise.all(['OF-1', 'OF-2'].map(connection))).toEqual([undefined, undefined])
  expect(await countOf({ AssetId: ['OF-3'], 'Fields.DeviceStatus': SILENT })).toBe(1)
  expect(await countOf({ 'Fields.DeviceStatus': 'comm-status-offline' })).toBe(0)
  await position('OF-3', 0)
  await becomes('OF-3', UNKNOWN)
  await haveStretches('OF-3', [
    [SILENT, 60 - LIMIT],
    [UNKNOWN, 0],
  ])
})

test('late events of a silence take it back', async () => {
  await register('LATE-1')
  await state('LATE-1', 100, { DeviceStatus: ONLINE })
  await becomes('LATE-1', SILENT)
  for (const minutes of [90, 80, 70, 60]) await position('LATE-1', minutes)
  await haveStretches('LATE-1', [
    [ONLINE, 100],
    [SILENT, 60 - LIMIT],
  ])
  await position('LATE-1', 1)
  await becomes('LATE-1', ONLINE)
  await position('LATE-1', 50)
  await haveStretches('LATE-1', [
    [ONLINE, 100],
    [SILENT, 50 - LIMIT],
    [ONLINE, 1],
  ])
  expect(await connection('LATE-1')).toBe(ONLINE)
})
