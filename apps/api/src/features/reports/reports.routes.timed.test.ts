import { EVERYBODY, summaryId, userRecipient } from '@wardtrack/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { levelsOf, newId, openReportTest, type ReportTest, visitDocs } from './testing/report-test.ts'

const HOUR = 3_600_000
const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * HOUR)

let api: ReportTest
beforeAll(async () => {
  api = await openReportTest()
})
afterAll(() => api.close())

const read = (page: string, body: unknown = {}, headers = api.people.admin) =>
  api.post(`/api/report.getFilterDataForReport/${page}`, body, headers)
const describeReport = async (page: string) =>
  (await api.get(`/api/report.getFilterDataForReport/${page}`)).body

describe('a report over time', () => {
  test.each([
    ['rtls-alert', 'Alert Report', 'report.getAlertReport', true],
    ['rtls-alarm', 'Alarm Report', 'report.getAlarmReport', true],
    ['mednet-alarm', 'mednet-alarm', 'report.getFilterDataForReport/mednet-alarm', false],
  ])('%s describes itself', async (page, label, filterUrl, waitsForUser) => {
    const body = await describeReport(page)
    expect(body).toMatchObject({ page, label, filterUrl, waitsForUser, assets: [], maxAssets: 0 })
    expect(body.columns.map((column: { label: string }) => column.label)).toEqual([
      'AssetId',
      'Name',
      'SerialNo',
      'Location',
      'Category',
      'Type',
      'Status',
      'Battery',
      'Event',
      'Time',
    ])
    expect(body.columns.at(-1).key).toBe('createdAt')
  })

  test('covers the last six hours and equipment by default', async () => {
    const { label, columns, defaultItems } = await describeReport('pump-movement')
    expect([label, columns.map(({ key }: { key: string }) => key)]).toEqual([
      'pump-movement',
      ['AssetId', 'LocationA', 'LocationB'],
    ])
    const [type, { createdAt }] = defaultItems
    expect(type).toEqual({ AssetType: 'Equipment' })
    expect(Date.parse(createdAt.$lt) - Date.parse(createdAt.$gte)).toBe(6 * HOUR)
    expect(Math.abs(Date.parse(createdAt.$lt) - Date.now())).toBeLessThan(60_000)
    expect((await describeReport('mednet-alarm')).defaultItems).toEqual([
      { createdAt: { $gte: expect.any(String), $lt: expect.any(String) } },
    ])
    expect((await describeReport('rtls-alarm')).defaultItems).toEqual([])
  })

  test.each(['pump-movement', 'rtls-alert', 'rtls-alarm', 'mednet-alarm'])(
    '%s refuses a period that is too long, reversed or invalid, and unknown sort orders',
    async (page) => {
      const day = (number: number): string => new Date(Date.UTC(2026, 0, number)).toISOString()
      for (const [body, code, path] of [
        [{ items: [{ createdAt: { $gte: day(1), $lt: day(368.01) } }] }, 'validation', 'items.0.createdAt'],
        [{ createdAt: { startDate: day(1), endDate: day(369) } }, 'validation', 'createdAt'],
        [[{ createdAt: { $gte: day(2), $lt: day(1) } }], 'validation', '0.createdAt.$lt'],
        [{ createdAt: day(1) }, 'validation', 'createdAt'],
        [{ createdAt: { $gte: 'x' } }, 'invalid_criteria', 'createdAt.$gte'],
        [
          { sort: [{ sortField: 'Fields.AssetName', sortDirection: 1 }] },
          'invalid_criteria',
          'sort.0.sortField',
        ],
      ] as const) {
        const refused = await read(page, body)
        expect([refused.status, refused.body.code, refused.body.errors?.[0]?.path]).toEqual([400, code, path])
      }
      expect((await read(page, { createdAt: { $gte: day(1), $lt: day(367) } })).status).toBe(200)
      const file = await api.post(`/api/report.exportCsv/${page}`, {
        createdAt: { $gte: day(1), $lt: day(369) },
      })
      expect(file.status).toBe(400)
    },
  )

  test('the report of moves refuses an invalid level', async () => {
    for (const level of ['Level_0', 'Level_21', 'x', 3, {}]) {
      const refused = await read('pump-movement', { level })
      expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([400, 'level'])
    }
  })
})

describe('moves', () => {
  beforeAll(async () => {
    const [pump, second] = api.assets
    if (!pump || !second) throw new Error('no assets')
    const stay = (asset: typeof pump, place: string, hours: number) => ({
      asset,
      place,
      from: hoursAgo(hours),
      lastSeenAt: hoursAgo(hours - 0.5),
    })
    const stays = [
      stay(pump, 'ward1', 9),
      stay(pump, 'ward2', 5),
      stay(pump, 'lab', 3),
      stay(second, 'depot', 8),
      stay(second, 'lobby', 2),
    ]
    await api.parts.db.driver.visits.insertMany(visitDocs(stays))
  })
  const moves = async (body: unknown) =>
    (await read('pump-movement', body)).body.assets.map((row: Record<string, string>) => [
      row['AssetId'],
      row['LocationA'],
      row['LocationB'],
    ])

  test('start from the last stay before the period, and use the chosen level', async () => {
    const whole = [
      ['P-2', 'Depot', 'Site>Tower'],
      ['P-1', 'Site>Tower>Ward 2', 'Site>Annex>Ward 1'],
      ['P-1', 'Site>Tower>Ward 1', 'Site>Tower>Ward 2'],
    ]
    expect(await moves({})).toEqual(whole)
    expect(await moves({ level: 'Level_3' })).toEqual(whole)
    expect(await moves({ level: 'Level_2' })).toEqual([
      ['P-2', 'Depot', 'Site>Tower'],
      ['P-1', 'Site>Tower', 'Site>Annex'],
    ])
    expect(await moves({ level: 'Level_1' })).toEqual([['P-2', 'Depot', 'Site']])
    expect(await moves({ 'CurrentLocation.level.Level_2': 'Tower' })).toEqual([
      ['P-1', 'Site>Tower', 'Site>Annex'],
    ])
    expect(await moves({ '2.CurrentLocation.level.Level_1': 'Site' })).toEqual([['P-2', 'Depot', 'Site']])
    expect(await moves({ 'CurrentLocation.level.Level_2': ['N/A'], level: 'Level_1' })).toEqual([
      ['P-2', 'Depot', 'Site'],
    ])
  })

  test('are the same under each address, and sort by their columns', async () => {
    const { body } = await read('pump-movement')
    for (const path of ['/api/report.pumpMovement', '/api/pumpMovement'])
      expect((await api.post(path)).body).toEqual(body)
    const sorted = await read('pump-movement', { sort: [{ sortField: 'LocationB', sortDirection: 1 }] })
    expect(sorted.body.assets.map((row: { LocationB: string }) => row.LocationB)).toEqual([
      'Site>Annex>Ward 1',
      'Site>Tower',
      'Site>Tower>Ward 2',
    ])
  })

  test('are exported with the columns of the table', async () => {
    const { text } = await api.post('/api/report.exportCsv/pump-movement')
    expect(text.split('\r\n').slice(0, 2)).toEqual(['AssetId,LocationA,LocationB', 'P-2,Depot,Site>Tower'])
  })
})

describe('alerts', () => {
  test('have a row per asset and firing of a rule, visible to the notified users', async () => {
    const [first, second] = api.assets
    if (!first || !second) throw new Error('no assets')
    const firing = (asset: typeof first, place: string, hours: number, audience = EVERYBODY) => ({
      _id: newId().toHexString(),
      notification: 'storm',
      asset: asset._id,
      AssetType: asset.AssetType,
      AssetId: asset.AssetId,
      ofPatient: false,
      audience: [audience],
      Name: '=Watch',
      field: 'BatteryLevel',
      value: 'LEVEL_1',
      place,
      Battery: 'LEVEL_1',
      eventTime: hoursAgo(hours),
      createdAt: hoursAgo(hours),
    })
    await api.parts.db.driver.ruleFirings.insertMany([
      firing(first, 'Depot', 1),
      firing(second, 'Site>Tower', 2),
      firing(first, 'Depot', 3),
      firing(second, 'Site>Tower', 4, userRecipient('somebody else')),
    ])
    const { body } = await api.post('/api/report.getAlertReport')
    const told = { Battery: 'LEVEL_1', Event: '=Watch: BatteryLevel LEVEL_1', Status: 'raised' }
    expect(body).toMatchObject({
      assets: [
        { AssetId: 'P-1', Location: 'Depot', ...told },
        { AssetId: 'P-2', Location: 'Site>Tower', ...told },
        { AssetId: 'P-1', Location: 'Depot', ...told },
      ],
      maxAssets: 3,
    })
    const ofSecond = await read('alert', { AssetId: 'P-2' })
    expect(ofSecond.body.assets).toMatchObject([{ AssetId: 'P-2', Location: 'Site>Tower' }])
    const inTower = await read('alert', { 'CurrentLocation.level.Level_2': 'Tower' })
    expect(inTower.body.assets).toMatchObject([{ AssetId: 'P-2' }])
    const nowhere = await read('alert', { AssetId: 'P-2', 'CurrentLocation.level.Level_1': 'Depot' })
    expect(nowhere.body).toEqual({ assets: [], maxAssets: 0 })
    const { text } = await api.post('/api/report.exportCsv/alert')
    expect(text).toContain(",Critical,'=Watch: BatteryLevel LEVEL_1,")
  })

  test('are filtered by map through the places of the map', async () => {
    const [pump] = api.assets
    if (!pump) throw new Error('no assets')
    const stretch = (hours: number, Location: string) => ({
      _id: summaryId(hoursAgo(hours), pump._id.toHexString(), 'WifiStrength'),
      asset: pump._id,
      AssetType: 'Equipment',
      field: 'WifiStrength',
      value: 'BAR_ONE',
      from: hoursAgo(hours),
      to: null,
      condition: { at: hoursAgo(hours), Location, Battery: '' },
    })
    await api.parts.db.driver.stateStretches.insertMany([
      stretch(400, 'Site>Tower>Ward 1'),
      stretch(2, 'Site>Annex>Ward 1'),
      { ...stretch(1, ''), field: 'DeviceStatus', value: 'comm-status-offline' },
    ])
    const alarms = async (body: unknown) =>
      (await api.post('/api/report.getAlarmReport', body)).body.assets.map((row: Record<string, string>) => [
        row['Event'],
        row['Location'],
      ])
    expect(await alarms({})).toEqual([
      ['Offline', ''],
      ['WiFi BAR_ONE', 'Site>Annex>Ward 1'],
      ['WiFi BAR_ONE', 'Site>Tower>Ward 1'],
    ])
    expect(await alarms({ 'CurrentLocation.mapId': 'm1' })).toEqual([['WiFi BAR_ONE', 'Site>Tower>Ward 1']])
    expect(await alarms({ 'CurrentLocation.level.Level_1': 'N/A' })).toEqual([['Offline', '']])
    expect((await read('alarm', {})).body.maxAssets).toBe(3)
  })

  test('appear once each on any page, even at the same moment', async () => {
    const [pump] = api.assets
    if (!pump) throw new Error('no assets')
    const time = hoursAgo(100)
    const alarm = (number: number) => ({
      _id: `alarm ${number}`,
      asset: pump._id,
      AssetType: 'Equipment',
      time: number % 3 === 0 ? time : new Date(time.getTime() + number * 1_000),
      code: String(number),
      text: '',
      Location: levelsOf('depot')['Level_1'] ?? '',
      Battery: '',
    })
    await api.parts.db.driver.deviceAlarms.insertMany(
      Array.from({ length: 2_400 }, (_, number) => alarm(number)),
    )
    const createdAt = { $gte: hoursAgo(101).toISOString() }
    for (const sortDirection of [1, -1]) {
      const ids = new Set<string>()
      for (let currentPage = 1; currentPage <= 5; currentPage += 1) {
        const sort = [{ sortField: 'createdAt', sortDirection }]
        const { body } = await read('mednet-alarm', {
          createdAt,
          sort,
          pagination: { currentPage, items: 500 },
        })
        expect([body.maxAssets, body.assets.length]).toEqual([2_400, currentPage < 5 ? 500 : 400])
        const times = body.assets.map(
          (row: { createdAt: string }) => Date.parse(row.createdAt) * sortDirection,
        )
        expect(times).toEqual(times.toSorted((a: number, b: number) => a - b))
        for (const { id } of body.assets) ids.add(id)
      }
      expect(ids.size).toBe(2_400)
    }
    const { text } = await api.post('/api/report.exportCsv/mednet-alarm', { createdAt })
    expect(text.split('\r\n')).toHaveLength(2_402)
  })
})
