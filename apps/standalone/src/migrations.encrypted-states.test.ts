import { createApiService } from '@wardtrack/api'
import { MIGRATIONS } from '@wardtrack/migrations'
import { createStatusService } from '@wardtrack/status'
import { openTestApp, TEST_WAIT, type TestApp } from '@wardtrack/test-kit'
import request from 'supertest'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp([createApiService, createStatusService])
})
afterAll(() => app.close())

const push = async (path: string, items: readonly object[]) => {
  const { body } = await request(app.app).post(path).set(app.people.key).send(items)
  expect(body.accepted).toBe(items.length)
}
const time = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()
/** Returns the fields of the stretches, and the battery values of the alarms, as stored. */
const stored = async () => {
  const { sealing } = app.parts.db
  // driver: reads values as stored
  const stretches = await sealing.raw('stateStretches').find().sort({ _id: 1 }).toArray()
  const alarms = await sealing.raw('deviceAlarms').find().toArray()
  return { fields: stretches.map(({ field }) => field), batteries: alarms.map(({ Battery }) => Battery) }
}

test("deletes the states of summaries that predate the states' encryption", async () => {
  const { db, log } = app.parts
  await push('/api/ingest/assets', [{ AssetType: 'Equipment', AssetId: 'P-1' }])
  await push('/status/api/ingest/device-status', [
    { deviceId: 'P-1', time: time(20), BatteryLevel: 'LEVEL_3', DeviceStatus: 'comm-status-online' },
    { deviceId: 'P-1', time: time(10), BatteryLevel: 'LEVEL_1', alarm: { code: 'OCC', text: 'Occlusion' } },
  ])
  await vi.waitFor(async () => expect((await stored()).fields).toHaveLength(3), TEST_WAIT)
  // driver: an old snapshot, which no call creates on request
  await db.driver.stateSnapshots.insertOne({ _id: 'of before', chunk: 0, from: new Date(0) } as never)
  // State left by an earlier version: encryption is configured, but the summaries are unchanged.
  await db.models.encryption.create({ _id: 'config', types: { Equipment: { BatteryLevel: ['Level'] } } })
  await db.sealing.reload()
  expect((await stored()).batteries).toEqual(['LEVEL_1'])

  const [first] = MIGRATIONS
  await first?.run({ db, log })
  const after = await stored()
  expect(after.fields).toEqual(['DeviceStatus'])
  expect(after.batteries).toEqual([expect.stringMatching(/sealed:/)])
  expect((await db.models.deviceAlarms.findOne({ code: 'OCC' }))?.Battery).toBe('LEVEL_1')
  expect((await db.models.assets.findOne({ AssetId: 'P-1' }))?.Stretches?.BatteryLevel).toBeUndefined()
  expect(await db.models.stateSnapshots.countDocuments({ _id: 'of before' })).toBe(0)

  // Repeats the step, as after an interrupted start.
  await first?.run({ db, log })
  expect((await stored()).fields).toEqual(['DeviceStatus'])
  expect((await db.models.deviceAlarms.findOne({ code: 'OCC' }))?.Battery).toBe('LEVEL_1')
})
