import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DEFAULT_HISTORY_DAYS, messages, type StoredKindUsage } from '@wardtrack/contracts'
import { openTestApp, storeAsset, type TestApp } from '@wardtrack/test-kit'
import request from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApiService } from '../../create-api-service.ts'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

const DAY_MS = 86_400_000
let api: ApiTest
let logs: string

beforeAll(async () => {
  api = await openApiTest()
  logs = join(api.parts.filesDir, 'logs')
  await mkdir(logs, { recursive: true })
})
beforeEach(async () => {
  const { locationHistory, statusHistory, deadLetters, geofenceAlerts, settings } = api.parts.db.driver
  for (const collection of [locationHistory, statusHistory, deadLetters, geofenceAlerts, settings])
    await collection.deleteMany({})
})
afterAll(() => api.close())

const ago = (days: number) => new Date(Date.now() - days * DAY_MS)
/** Adds rows with only the members that these tests read. */
async function addRows(
  collection: 'locationHistory' | 'statusHistory',
  ages: readonly number[],
): Promise<void> {
  const rows = ages.map((days, index) => ({ _id: `${collection}-${days}-${index}`, time: ago(days) }))
  await api.parts.db.driver[collection].insertMany(rows as never)
}
async function addLetters(ages: readonly number[]): Promise<void> {
  const letters = ages.map((days, index) => ({ _id: `letter-${days}-${index}`, receivedAt: ago(days) }))
  await api.parts.db.driver.deadLetters.insertMany(letters as never)
}
/** Adds alerts by the days since they were resolved; null for open ones. */
async function addAlerts(ages: readonly (number | null)[]): Promise<void> {
  const alerts = ages.map((days, index) => ({
    _id: `alert-${index}`,
    createdAt: ago(days ?? 400),
    ...(days === null ? {} : { resolved: { by: 'x', at: ago(days) } }),
  }))
  await api.parts.db.driver.geofenceAlerts.insertMany(alerts as never)
}
async function addLog(name: string, days: number): Promise<void> {
  await writeFile(join(logs, name), 'x'.repeat(100))
  await utimes(join(logs, name), ago(days), ago(days))
}

const usage = async () => (await api.get('/api/storage/usage')).body.data
const kindOf = async (kind: string): Promise<StoredKindUsage> =>
  (await usage()).kinds.find((found: StoredKindUsage) => found.kind === kind)
const preview = (body: object) => api.post('/api/storage/previewRetention', body)
const saveRetention = (Fields: object) =>
  api.post('/api/settings/create', { Type: 'Retention', SubType: 'Retention', Fields })
const DAYS = { historyDays: 30, alertDays: 30, deadLetterDays: 30, logDays: 30 }

describe('the storage usage', () => {
  test('is shown by kind, with rows, bytes, days and the oldest row', async () => {
    await addRows('locationHistory', [0.5, 3, 12])
    await addLog('core.log', 0)
    const data = await usage()
    expect(data.kinds.map(({ kind }: StoredKindUsage) => kind)).toEqual([
      'locationHistory',
      'statusHistory',
      'alerts',
      'deadLetters',
      'audit',
      'assets',
      'other',
      'logs',
      'images',
    ])
    const history = await kindOf('locationHistory')
    expect(history).toMatchObject({ count: 3, days: DEFAULT_HISTORY_DAYS })
    expect(history.bytes).toBeGreaterThan(0)
    expect(Math.abs(Date.parse(history.oldest ?? '') - ago(12).getTime())).toBeLessThan(60_000)
    expect(await kindOf('statusHistory')).toMatchObject({ count: 0 })
    expect((await kindOf('logs')).bytes).toBeGreaterThanOrEqual(100)
    expect(data.disk.totalBytes).toBeGreaterThan(data.disk.freeBytes)
    expect(data.retention).toEqual({ historyDays: 90, alertDays: 90, deadLetterDays: 90, logDays: 90 })
    expect(data.auditDays).toBe(2_192)
  })

  test('shows how many assets have late events that reports lack, and since when', async () => {
    expect((await usage()).lateEvents).toEqual({ waiting: 0 })
    const { assets } = api.parts.db.driver
    const marked = await storeAsset(api.parts.db, { AssetId: 'LATE' })
    const due = (seconds: number) => ({ at: new Date(Date.now() - seconds * 1_000) })
    const [VisitsDue, StretchesDue] = [due(10), due(20)]
    await assets.updateOne({ _id: marked._id }, { $set: { VisitsDue, StretchesDue } })
    expect((await usage()).lateEvents).toEqual({ waiting: 2, oldest: StretchesDue.at.toISOString() })
    await assets.deleteOne({ _id: marked._id })
  })

  test('grows by the rows of the last day, less those that retention deletes in a day', async () => {
    await addRows(
      'locationHistory',
      Array.from({ length: 40 }, (_, index) => 0.02 + index / 100),
    )
    const growing = await kindOf('locationHistory')
    expect(growing.bytesPerDay).toBeGreaterThan(0)
    const before = await usage()
    expect(before.daysLeft).toBe(Math.floor(before.disk.freeBytes / before.bytesPerDay))
    // As many rows are deleted as are added.
    await addRows(
      'locationHistory',
      Array.from({ length: 40 }, (_, index) => 89.1 + index / 100),
    )
    expect(Math.abs((await kindOf('locationHistory')).bytesPerDay ?? 1)).toBeLessThan(
      (growing.bytesPerDay ?? 0) / 4,
    )
  })

  test('has no rate for data that has just begun', async () => {
    await addRows('statusHistory', [0.0001])
    expect(await kindOf('statusHistory')).not.toHaveProperty('bytesPerDay')
  })
})

describe('a shorter retention', () => {
  test('shows how many rows and files it would delete, and deletes them when saved', async () => {
    await addRows('locationHistory', [1, 20, 40, 50])
    await addRows('statusHistory', [1, 40])
    await addLetters([1, 10, 40])
    await addAlerts([1, 40, null])
    await addLog('core.log', 300)
    await addLog('20260101-0000-01-core.log', 40)
    await addLog('20260201-0000-01-core.log', 10)
    const days = { historyDays: 30, alertDays: 35, deadLetterDays: 5, logDays: 20 }
    const { status, body } = await preview(days)
    expect([status, body.data]).toEqual([
      200,
      { locationHistory: 2, statusHistory: 1, alerts: 1, deadLetters: 2, logs: 1 },
    ])
    expect(await api.parts.db.driver.locationHistory.countDocuments()).toBe(4)
    expect((await saveRetention(days)).status).toBe(200)
    await expect
      .poll(async () => (await preview(days)).body.data)
      .toEqual({
        locationHistory: 0,
        statusHistory: 0,
        alerts: 0,
        deadLetters: 0,
        logs: 0,
      })
    const { locationHistory, statusHistory, deadLetters, geofenceAlerts } = api.parts.db.driver
    expect(await locationHistory.countDocuments()).toBe(2)
    expect(await statusHistory.countDocuments()).toBe(1)
    expect(await deadLetters.countDocuments()).toBe(1)
    expect(await geofenceAlerts.countDocuments()).toBe(2)
    expect((await kindOf('logs')).count).toBe(2)
    expect((await usage()).retention).toEqual(days)
  })

  test('takes effect in every process', async () => {
    const second: TestApp = await openTestApp([createApiService], { cacheMode: 'shared', storeOf: api })
    const elsewhere = async () =>
      (await request(second.app).get('/api/storage/usage').set(api.people.admin)).body.data.retention
    expect((await elsewhere()).historyDays).toBe(90)
    await saveRetention({ historyDays: 12 })
    expect(await elsewhere()).toEqual({ historyDays: 12, alertDays: 12, deadLetterDays: 12, logDays: 12 })
    await second.close()
  })

  test.each(['historyDays', 'alertDays', 'deadLetterDays', 'logDays'])(
    'requires whole days from 1 to 3,650 for %s',
    async (member) => {
      for (const value of [0, 3_651, 1.5, '9x', -1]) {
        const saved = await saveRetention({ ...DAYS, [member]: value })
        expect([saved.status, saved.body.errors]).toEqual([
          400,
          [{ path: `Fields.${member}`, message: messages.retentionDaysRule }],
        ])
        const shown = await preview({ ...DAYS, [member]: value })
        expect([shown.status, shown.body.errors]).toEqual([
          400,
          [{ path: member, message: messages.retentionDaysRule }],
        ])
      }
      expect((await preview({ ...DAYS, [member]: undefined })).status).toBe(400)
    },
  )
})

test('without the flag, no figure reveals the number of patients or their share of the storage', async () => {
  const { driver } = api.parts.db
  const ask = async (headers: typeof api.people.admin) => {
    const {
      measuredAt: _at,
      disk: _disk,
      ...shown
    } = (await api.get('/api/storage/usage', headers)).body.data
    return {
      usage: { ...shown, kinds: shown.kinds.filter(({ kind }: StoredKindUsage) => kind !== 'other') },
      preview: (await api.post('/api/storage/previewRetention', DAYS, headers)).body.data,
    }
  }
  await api.pushAssets([{ AssetType: 'Equipment', AssetId: 'E-1' }])
  // All rows are of one day, at noon: the day of the oldest row is shown.
  const noon = 40 + ((Date.now() % DAY_MS) - DAY_MS / 2) / DAY_MS
  await addRows('locationHistory', [noon])
  const [before, exactBefore] = [await ask(api.people.noPatients), await ask(api.people.admin)]
  await api.pushAssets(
    Array.from({ length: 120 }, (_, n) => ({
      AssetType: 'Patient',
      AssetId: `PT-${n}`,
      AssetName: `P ${n}`,
    })),
  )
  await addRows(
    'locationHistory',
    Array.from({ length: 120 }, (_, n) => noon + 0.001 + n / 10_000),
  )
  const [after, exactAfter] = [await ask(api.people.noPatients), await ask(api.people.admin)]
  expect(after).toEqual(before)
  expect(after.usage.isRounded).toBe(true)
  const assetsOf = ({ usage: { kinds } }: typeof exactAfter): number =>
    kinds.find(({ kind }: StoredKindUsage) => kind === 'assets').count
  expect(assetsOf(exactAfter) - assetsOf(exactBefore)).toBe(120)
  expect([exactBefore.preview.locationHistory, exactAfter.preview.locationHistory]).toEqual([1, 121])
  await driver.assets.deleteMany({})
})

test('requires a token and the page', async () => {
  const stranger = await api.people.signIn({ username: 'stranger', pages: ['devices'] })
  const keeper = await api.people.signIn({ username: 'keeper', pages: ['admin-config'] })
  expect((await request(api.app).get('/api/storage/usage')).body.code).toBe('unauthenticated')
  expect((await request(api.app).post('/api/storage/previewRetention').send(DAYS)).body.code).toBe(
    'unauthenticated',
  )
  expect((await api.get('/api/storage/usage', stranger)).body.code).toBe('forbidden')
  expect((await api.post('/api/storage/previewRetention', DAYS, stranger)).body.code).toBe('forbidden')
  expect((await api.get('/api/storage/usage', keeper)).status).toBe(200)
})
