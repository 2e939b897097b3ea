import { createApiService } from '@wardtrack/api'
import { createLocationService } from '@wardtrack/location'
import { createStatusService } from '@wardtrack/status'
import { openTestApp, TEST_WAIT, type TestApp } from '@wardtrack/test-kit'
import request from 'supertest'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp([createApiService, createLocationService, createStatusService])
})
afterAll(() => app.close())

const post = async (path: string, body: object, headers = app.people.admin) => {
  const answer = await request(app.app).post(path).set(headers).send(body)
  expect([answer.status, answer.body]).toEqual([200, expect.anything()])
  return answer.body
}
const BASE = Math.floor(Date.now() / 60_000) * 60_000 - 7_200_000
const minute = (count: number): string => new Date(BASE + count * 60_000).toISOString()
const report = (deviceId: string, count: number, state: object) => ({
  deviceId,
  time: minute(count),
  ...state,
})
const push = async (...items: object[]): Promise<void> => {
  const { accepted } = await post('/status/api/ingest/device-status', items, app.people.key)
  expect(accepted).toBe(items.length)
}

/** Returns all stored data as one text, except the mapping, which names options of fields. */
async function storedText(): Promise<string> {
  const { driver, sealing } = app.parts.db
  const names = Object.keys(driver).filter((name) => name !== 'metadata')
  // driver: reads values as stored
  const lists = await Promise.all(names.map((name) => sealing.raw(name).find().toArray()))
  return JSON.stringify(lists)
}
const stretches = async () => {
  const found = await app.parts.db.models.stateStretches.find({}).sort({ from: 1, field: 1, asset: 1 })
  return found.map(({ field, value, from, to, condition }) => ({ field, value, from, to, condition }))
}
const batteryStretches = async () => (await stretches()).filter(({ field }) => field === 'BatteryLevel')
const configure = async (path: string, body: object): Promise<void> => {
  await post(path, body)
  await vi.waitFor(
    async () => {
      const { body: status } = await request(app.app).get('/api/encryption/status').set(app.people.admin)
      expect(status.job.state).toBe('done')
    },
    { ...TEST_WAIT, interval: 100 },
  )
}
const pump = () => app.parts.db.models.assets.findOne({ AssetId: 'P-1' })
const alarmRows = async () => {
  const { assets } = await post('/api/report.getAlarmReport', {
    items: [{ createdAt: { $gte: minute(-1), $lt: minute(100) } }],
    pagination: { currentPage: 1, items: 50 },
  })
  return assets
}
/** Values that are stored only for the battery of these pumps. */
const VALUES = /LEVEL_1|LEVEL_2|LEVEL_3/

test('deletes stored data of a state when it is encrypted, creates none, and rebuilds it after decryption', async () => {
  await post(
    '/api/ingest/assets',
    ['P-1', 'P-2'].map((AssetId) => ({ AssetType: 'Equipment', AssetId })),
    app.people.key,
  )
  await push(
    report('P-1', 1, { BatteryLevel: 'LEVEL_3', DeviceStatus: 'comm-status-online' }),
    report('P-2', 1, { BatteryLevel: 'LEVEL_2' }),
    report('P-1', 3, { BatteryLevel: 'LEVEL_1' }),
    report('P-1', 5, { DeviceStatus: 'comm-status-offline', WifiStrength: 'BAR_ONE' }),
    report('P-1', 6, { alarm: { code: 'OCC', text: 'Occlusion' } }),
  )
  await vi.waitFor(async () => expect(await stretches()).toHaveLength(6), TEST_WAIT)
  const before = await stretches()
  const rowsBefore = await alarmRows()
  expect(JSON.stringify(rowsBefore)).toContain('LEVEL_1')

  await configure('/api/assets.saveEncryptionConfig', { Equipment: { BatteryLevel: ['Level'] } })
  expect(await storedText()).not.toMatch(VALUES)
  expect(await batteryStretches()).toEqual([])
  // Battery values stored beside other states and alarms are decrypted for authorised readers.
  expect(await stretches()).toEqual(before.filter(({ field }) => field !== 'BatteryLevel'))

  await push(
    report('P-1', 10, { BatteryLevel: 'LEVEL_2', DeviceStatus: 'comm-status-online' }),
    report('P-1', 12, { BatteryLevel: 'LEVEL_1', DeviceStatus: 'comm-status-offline' }),
    report('P-2', 12, { BatteryLevel: 'LEVEL_1', alarm: { code: 'AIR', text: 'Air in line' } }),
  )
  await vi.waitFor(async () => expect(await stretches()).toHaveLength(5), TEST_WAIT)
  expect(await storedText()).not.toMatch(VALUES)
  expect(await app.parts.db.models.deviceAlarms.findOne({ code: 'AIR' })).toMatchObject({
    Battery: 'LEVEL_1',
  })

  await configure('/api/assets.updateEncryptionConfig/config', { $set: { Equipment: {} } })
  // Marked assets are processed once a minute and when an asset is marked, which the other pump triggers here.
  await push(report('P-2', 14, { BatteryLevel: 'LEVEL_1' }))
  await vi.waitFor(async () => expect(await batteryStretches()).toHaveLength(6), TEST_WAIT)
  expect(await storedText()).not.toMatch(/sealed:/)
  const old = (await stretches()).filter(({ from }) => from.getTime() < BASE + 600_000)
  expect(old.map(({ to: _to, ...stretch }) => stretch)).toEqual(
    before.map(({ to: _to, ...stretch }) => stretch),
  )
  expect(JSON.stringify(await alarmRows())).toContain('LEVEL_1')
  await vi.waitFor(async () => expect((await pump())?.Stretches?.BatteryLevel).toBeDefined(), TEST_WAIT)
  const asset = await pump()
  expect(asset?.Stretches?.BatteryLevel).toEqual({ value: 'LEVEL_1', from: new Date(minute(12)) })
})
