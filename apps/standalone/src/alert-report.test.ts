import { createApiService } from '@wardtrack/api'
import type { AlertRow, Notification } from '@wardtrack/contracts'
import { createLocationService } from '@wardtrack/location'
import { MIGRATIONS } from '@wardtrack/migrations'
import { createStatusService } from '@wardtrack/status'
import { openTestApp, TEST_WAIT, type TestApp } from '@wardtrack/test-kit'
import request from 'supertest'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp([createApiService, createLocationService, createStatusService])
  await push('/location/api/ingest/hierarchies', [
    { hierarchyId: 'w1', fullName: ['Site', 'Ward 1'] },
    { hierarchyId: 'w4', fullName: ['Site', 'Ward 4'] },
  ])
})
afterAll(() => app.close())

const post = (path: string, body: object, as = app.people.admin) =>
  request(app.app).post(path).set(as).send(body)
const push = async (path: string, items: object[]): Promise<void> => {
  const { body } = await post(path, items, app.people.key)
  expect(body).toMatchObject({ refused: 0, unresolved: 0 })
}
const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()
const register = (...ids: string[]) =>
  push(
    '/api/ingest/assets',
    ids.map((AssetId) => ({ AssetType: 'Equipment', AssetId, PrimaryCategory: 'Infusion Pump' })),
  )
const positions = (...items: (readonly [AssetId: string, hierarchyId: string, minutes: number])[]) =>
  push(
    '/location/api/ingest/locations',
    items.map(([AssetId, hierarchyId, minutes]) => ({
      AssetType: 'Equipment',
      AssetId,
      hierarchyId,
      time: minutesAgo(minutes),
    })),
  )
const states = (...items: (readonly [AssetId: string, minutes: number, state: object])[]) =>
  push(
    '/status/api/ingest/device-status',
    items.map(([deviceId, minutes, state]) => ({ deviceId, time: minutesAgo(minutes), ...state })),
  )
const addRule = async (Name: string, NotificationField: string, RaiseValue: string): Promise<void> => {
  const rule = { Name, NotificationAssetType: 'Equipment', NotificationField, RaiseValue, Priority: 'High' }
  await post('/api/filters/notificationRule/create', rule).expect(200)
}
/** Returns the report rows of some assets, once there are as many as expected. */
const rowsOf = async (page: string, ids: string[], count: number): Promise<AlertRow[]> =>
  vi.waitFor(async () => {
    const items = [{ AssetId: ids }, { createdAt: { $gte: minutesAgo(120) } }]
    const { body } = await post(`/api/report.getFilterDataForReport/${page}`, {
      items,
      pagination: { currentPage: 1, items: 50 },
    })
    expect([body.maxAssets, body.assets?.length]).toEqual([count, count])
    return body.assets
  }, TEST_WAIT)
const notificationsOf = async (rule: string): Promise<Notification[]> => {
  const { body } = await request(app.app).get('/api/notifications?pagesize=100').set(app.people.admin)
  return body.data.filter(({ Name }: Notification) => Name === rule)
}
const LEVEL = (BatteryLevel: string) => ({ BatteryLevel })
const OFFLINE = { DeviceStatus: 'comm-status-offline' }
const ALARM = { alarm: { code: 'A1', text: 'Occlusion' } }

test('lists a row per asset and firing in the Alert Report, and counts both in a grouped notification', async () => {
  const pumps = Array.from({ length: 12 }, (_, index) => `G-${index}`)
  await register(...pumps)
  await positions(...pumps.map((id) => [id, 'w4', 9] as const))
  await addRule('Empty pumps', 'BatteryLevel', 'Equals LEVEL_1')
  await states(...pumps.map((id) => [id, 8, LEVEL('LEVEL_1')] as const))
  const rows = await rowsOf('rtls-alert', pumps, 12)
  expect(new Set(rows.map(({ AssetId }) => AssetId))).toEqual(new Set(pumps))
  expect(new Set(rows.map(({ id }) => id)).size).toBe(12)
  for (const { Location, Battery, Event } of rows)
    expect([Location, Battery, Event]).toEqual([
      'Site>Ward 4',
      'LEVEL_1',
      'Empty pumps: BatteryLevel LEVEL_1',
    ])
  expect(await notificationsOf('Empty pumps')).toMatchObject([
    {
      count: 12,
      assets: 12,
      message: '12 assets, 12 times: Infusion Pump, Battery Level Critical in Ward 4',
    },
  ])
  for (const minutes of [7, 5])
    await states(['G-3', minutes, LEVEL('LEVEL_3')], ['G-3', minutes - 1, LEVEL('LEVEL_1')])
  const again = await rowsOf('rtls-alert', pumps, 14)
  expect(again.filter(({ AssetId }) => AssetId === 'G-3')).toHaveLength(3)
  expect(await notificationsOf('Empty pumps')).toMatchObject([
    { count: 14, assets: 12, message: expect.stringMatching(/^12 assets, 14 times: /) },
  ])
  const { text } = await post('/api/report.exportCsv/rtls-alert', { items: [{ AssetId: pumps }] })
  expect(text.trim().split('\r\n')).toHaveLength(15)
  const atWard = await post('/api/report.getAlertReport', {
    items: [{ AssetId: pumps }, { 'CurrentLocation.level.Level_2': 'Ward 4' }],
  })
  expect(atWard.body.maxAssets).toBe(14)
  const { db, log } = app.parts
  await db.models.ruleFirings.deleteMany({})
  await MIGRATIONS.find(({ version }) => version === 4)?.run({ db, log })
  const byId = (list: AlertRow[]) =>
    list.map(({ createdAt: _raised, ...row }) => row).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  expect(byId(await rowsOf('rtls-alert', pumps, 14))).toEqual(byId(again))
})

test('shows place and battery at the time of the alert in rows, however late events arrive', async () => {
  const ids = ['L-1', 'L-2', 'L-3']
  await register(...ids)
  await positions(['L-1', 'w1', 60], ['L-2', 'w1', 60], ['L-1', 'w4', 10], ['L-2', 'w4', 10])
  await states(
    ...ids.flatMap((id) => [[id, 60, LEVEL('LEVEL_3')] as const, [id, 10, LEVEL('LEVEL_2')] as const]),
  )
  await addRule('Offline pumps', 'DeviceStatus', 'Equals comm-status-offline')
  await states(['L-1', 30, ALARM], ['L-2', 30, OFFLINE], ['L-3', 30, ALARM])
  const told = async () =>
    Object.fromEntries(
      await Promise.all(
        [
          ['mednet-alarm', 'L-1'],
          ['rtls-alert', 'L-2'],
          ['rtls-alarm', 'L-2'],
          ['mednet-alarm', 'L-3'],
        ].map(async ([page = '', id = '']) => {
          const [row] = await rowsOf(page, [id], 1)
          return [`${page} ${id}`, [row?.Location, row?.Battery]]
        }),
      ),
    )
  expect(await told()).toEqual({
    'mednet-alarm L-1': ['Site>Ward 1', 'LEVEL_3'],
    'rtls-alert L-2': ['Site>Ward 1', 'LEVEL_3'],
    'rtls-alarm L-2': ['Site>Ward 1', 'LEVEL_3'],
    'mednet-alarm L-3': ['', 'LEVEL_3'],
  })
  await positions(['L-1', 'w4', 40], ['L-2', 'w4', 40])
  await states(['L-1', 35, LEVEL('LEVEL_4')], ['L-2', 35, LEVEL('LEVEL_4')])
  expect(await told()).toEqual({
    'mednet-alarm L-1': ['Site>Ward 4', 'LEVEL_4'],
    'rtls-alert L-2': ['Site>Ward 4', 'LEVEL_4'],
    'rtls-alarm L-2': ['Site>Ward 4', 'LEVEL_4'],
    'mednet-alarm L-3': ['', 'LEVEL_3'],
  })
})
