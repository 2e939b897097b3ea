import type { Types } from '@wardtrack/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiTest } from '../../testing/api-test.ts'
import { openListTest } from '../../testing/list-test.ts'
import { type Report, storeReports } from '../../testing/reported-states.ts'

const CHART = '/api/report.getStatusVsTimeReport'
const ASSETS = '/api/report.getStatusVsTimeAssets'
const START = Date.UTC(2026, 4, 4, 8)
const MINUTE = 60_000
const HOUR = 60 * MINUTE

let api: ApiTest
let ids: Map<string, Types.ObjectId>
let nurse: Record<string, string>

beforeAll(async () => {
  api = await openListTest()
  await api.pushAssets([{ AssetType: 'Patient', AssetId: 'PT-SECRET', AssetName: 'Zebulon' }])
  const assets = await api.parts.db.driver.assets.find({}).toArray()
  ids = new Map(assets.map(({ AssetId, _id }) => [AssetId, _id]))
  nurse = await api.people.signIn({ username: 'without the flag', pages: ['report/status-vs-time'] })
  await storeReports(api.parts.db, [
    report('P-1', 'WifiStrength', 'BAR_TWO', -50 * HOUR),
    report('P-1', 'WifiStrength', 'BAR_FIVE', 30 * MINUTE),
    report('P-1', 'DeviceStatus', 'comm-status-offline', -HOUR),
    report('P-2', 'WifiStrength', 'BAR_TWO', 10 * MINUTE),
    report('P-2', 'DeviceStatus', 'comm-status-offline', 0),
    report('B-1', 'BatteryLevel', 'LEVEL_1', 20 * MINUTE),
    report('OLD', 'DeviceStatus', 'comm-status-online', -HOUR),
    report('C-1', 'DeviceStatus', 'comm-status-online', -HOUR),
    report('PT-SECRET', 'DeviceStatus', 'comm-status-online', -HOUR),
    report('P-2', 'DeviceStatus', 'comm-status-online', Date.now() - START - HOUR),
  ])
})
afterAll(() => api.close())

const report = (asset: string, field: string, value: string, offset: number): Report => {
  const named = ids.get(asset)
  if (!named) throw new Error(`${asset} is not there`)
  return { asset: named, field, value, time: START + offset }
}
const at = (offset: number): string => new Date(START + offset).toISOString()
const during = (from: number, to: number) => ({ createdAt: { $gte: at(from), $lt: at(to) } })
const EMPTY = {
  Wifi_1: 0,
  Wifi_2: 0,
  Wifi_3: 0,
  Wifi_4: 0,
  Wifi_5: 0,
  Battery_1: 0,
  Battery_2: 0,
  Battery_3: 0,
  Battery_4: 0,
  Online: 0,
  Offline: 0,
  Silent: 0,
  Infusing: 0,
  NotInfusing: 0,
}

describe('the chart', () => {
  test('counts all equipment by its last state at the end of each bucket, including reports before the range', async () => {
    const answer = await api.post(CHART, during(0, HOUR))
    expect(answer.status).toBe(200)
    expect([answer.body.bucketSeconds, answer.body.maxAssets]).toEqual([30, 120])
    const pointAt = (offset: number) => answer.body.assets[offset / 30_000]
    expect(pointAt(0)).toEqual({ ...EMPTY, createdAt: at(0), Wifi_2: 1, Online: 1, Offline: 2 })
    // A report at the end of a bucket counts in the next one.
    expect(pointAt(9.5 * MINUTE).Wifi_2).toBe(1)
    expect(pointAt(10 * MINUTE).Wifi_2).toBe(2)
    expect(pointAt(59.5 * MINUTE)).toEqual({
      ...EMPTY,
      createdAt: at(59.5 * MINUTE),
      Wifi_2: 1,
      Wifi_5: 1,
      Battery_1: 1,
      Online: 1,
      Offline: 2,
    })
  })

  test('accepts criteria in every form, and a whole saved filter', async () => {
    const range = during(0, HOUR)
    const pumps = { 'Fields.PrimaryCategory': 'Pump', AssetStatus: 'active' }
    const forms = [
      { ...pumps, ...range },
      [pumps, range],
      { items: [pumps, { createdAt: { startDate: at(0), endDate: at(HOUR) } }] },
      { criteria: [pumps], ...range, pagination: { currentPage: 1, items: 5 } },
      {
        filterId: 'f',
        displayName: 'Pumps',
        userName: 'admin',
        showOn: 'report/status-vs-time',
        share: false,
        showMe: true,
        isDefault: false,
        criteria: [pumps, range],
      },
    ]
    for (const form of forms) {
      const answer = await api.post(CHART, form)
      expect(answer.status).toBe(200)
      expect(answer.body.assets.at(-1)).toMatchObject({ Wifi_2: 1, Wifi_5: 1, Offline: 2, Online: 0 })
    }
  })

  test('covers the last six hours by default, and ends a future range now', async () => {
    const before = Date.now()
    const answer = await api.post(CHART, {})
    expect([answer.status, answer.body.bucketSeconds, answer.body.maxAssets]).toEqual([200, 240, 90])
    const first = Date.parse(answer.body.assets[0].createdAt)
    expect(first).toBeGreaterThanOrEqual(before - 6 * HOUR)
    expect(first).toBeLessThanOrEqual(Date.now() - 6 * HOUR)
    expect(answer.body.assets.at(-1)).toMatchObject({ Online: 2, Offline: 1 })
    const open = await api.post(CHART, { createdAt: { $gte: new Date(before - HOUR).toISOString() } })
    const future = new Date(before + 400 * 24 * HOUR).toISOString()
    const late = await api.post(CHART, {
      createdAt: { $gte: new Date(before - HOUR).toISOString(), $lt: future },
    })
    for (const { status, body } of [open, late]) expect([status, body.bucketSeconds]).toEqual([200, 60])
  })

  test('has no points without reports', async () => {
    const answer = await api.post(CHART, during(-100 * HOUR, -99 * HOUR))
    expect(answer.body).toEqual({ assets: [], maxAssets: 0, bucketSeconds: 30 })
    const none = await api.post(CHART, { ...during(0, HOUR), AssetId: 'nothing' })
    expect(none.body.assets).toEqual([])
  })

  test.each([
    ['ends before it starts', during(HOUR, 0), 'createdAt.$lt', 'validation'],
    ['is shorter than a minute', during(0, 59_000), 'createdAt', 'validation'],
    ['is longer than 366 days', during(0 - 367 * 24 * HOUR, 0), 'createdAt', 'validation'],
    ['lies in the future', { createdAt: { $gte: '2999-01-01' } }, 'createdAt', 'validation'],
    ['is a moment', { createdAt: at(0) }, 'createdAt', 'invalid_criteria'],
    ['is no time', { createdAt: { $gte: 'soon' } }, 'createdAt.$gte', 'invalid_criteria'],
  ])('is refused for a range that %s', async (_name, body, path, code) => {
    const { status, body: answer } = await api.post(CHART, body)
    expect([status, answer.code, answer.errors[0].path]).toEqual([400, code, path])
  })

  test('supports 366 days, a change to daylight saving time and the day of a leap second', async () => {
    const range = (from: string, to: string) => ({ createdAt: { $gte: from, $lt: to } })
    for (const [body, seconds] of [
      [range('2025-01-01T00:00:00Z', '2026-01-02T00:00:00Z'), 4 * 86_400],
      [range('2026-03-29T00:00:00Z', '2026-03-30T00:00:00Z'), 900],
      [range('2016-12-31T23:59:00Z', '2017-01-01T00:01:00Z'), 1],
    ] as const) {
      const answer = await api.post(CHART, body)
      expect([answer.status, answer.body.bucketSeconds]).toEqual([200, seconds])
    }
  })
})

describe('the assets behind a chart band', () => {
  test('are those with the state at that moment, in pages, with the start of the state', async () => {
    const body = { items: during(0, HOUR), moment: at(HOUR), state: 'Offline' }
    const answer = await api.post(ASSETS, body)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      assets: [
        {
          AssetId: 'P-1',
          AssetType: 'Equipment',
          Name: 'Pump alpha',
          SerialNo: 'SN-10-20',
          Category: 'Pump',
          Location: 'Site>Tower>Ward 3',
          since: at(-HOUR),
        },
        {
          AssetId: 'P-2',
          AssetType: 'Equipment',
          Name: 'Pump beta',
          SerialNo: 'SN-77-41',
          Category: 'Pump',
          Location: '',
          since: at(0),
        },
      ],
      maxAssets: 2,
      moment: at(HOUR),
    })
    const second = await api.post(ASSETS, { ...body, pagination: { currentPage: 2, items: 1 } })
    expect(second.body.assets.map(({ AssetId }: { AssetId: string }) => AssetId)).toEqual(['P-2'])
    const past = await api.post(ASSETS, { ...body, pagination: { currentPage: 9, items: 1 } })
    expect(past.body).toMatchObject({ assets: [], maxAssets: 2 })
  })

  test('match the count of the point for every member', async () => {
    const { body } = await api.post(CHART, during(0, HOUR))
    const { createdAt: _createdAt, ...counts } = body.assets.at(-1)
    for (const [state, count] of Object.entries(counts)) {
      const answer = await api.post(ASSETS, { moment: at(HOUR), state })
      expect([state, answer.body.maxAssets]).toEqual([state, count])
    }
  })

  test.each([
    ['a state that nobody counts', { moment: at(0), state: 'Asleep' }, 'state'],
    ['no moment', { state: 'Online' }, 'moment'],
    ['a moment without a zone', { moment: '2026-05-04T08:00:00', state: 'Online' }, 'moment'],
    ['an unknown field', { moment: at(0), state: 'Online', items: [{ Nope: 1 }] }, 'items.0.Nope'],
    ['too large a page', { moment: at(0), state: 'Online', pagination: { items: 501 } }, 'pagination.items'],
  ])('are refused for %s', async (_name, body, path) => {
    const answer = await api.post(ASSETS, body)
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, path])
  })
})

describe('both calls of the chart', () => {
  test('require the page and a token', async () => {
    const elsewhere = await api.people.signIn({ username: 'elsewhere', pages: ['devices'] })
    for (const [path, body] of [
      [CHART, {}],
      [ASSETS, { moment: at(0), state: 'Online' }],
    ] as const) {
      expect((await api.post(path, body, elsewhere)).body.code).toBe('forbidden')
      expect((await api.post(path, body, {})).body.code).toBe('unauthenticated')
    }
  })

  test('neither count nor name patients without the flag', async () => {
    const patients = { AssetType: 'Patient' }
    const everybody = { AssetType: ['Patient', 'Clinician'] }
    const online = async (body: object, headers?: Record<string, string>) =>
      (await api.post(CHART, { ...body, ...during(0, HOUR) }, headers)).body.assets.at(-1)?.Online
    expect([await online(patients), await online(everybody)]).toEqual([1, 2])
    expect([await online(patients, nurse), await online(everybody, nurse)]).toEqual([undefined, 1])
    const body = { items: everybody, moment: at(HOUR), state: 'Online' }
    expect((await api.post(ASSETS, body)).text).toContain('PT-SECRET')
    const answer = await api.post(ASSETS, body, nurse)
    expect(answer.body.maxAssets).toBe(1)
    expect(answer.text).not.toMatch(/PT-SECRET|Zebulon|Patient/)
  })

  test('are recorded in the audit log, with the named patients', async () => {
    await api.post(ASSETS, { items: { AssetType: 'Patient' }, moment: at(HOUR), state: 'Online' })
    await api.post(CHART, { AssetType: 'Patient', ...during(0, HOUR) })
    await api.parts.access.audit.flush()
    const newest = await api.parts.db.driver.audit.find({}).sort({ _id: -1 }).limit(2).toArray()
    expect(JSON.stringify(newest)).toContain(ids.get('PT-SECRET')?.toHexString())
    expect(JSON.stringify(newest)).toContain('AssetType $eq Patient')
  })
})
