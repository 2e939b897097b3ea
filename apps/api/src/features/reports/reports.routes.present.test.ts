import { Types } from '@wardtrack/database'
import { TEST_WAIT } from '@wardtrack/test-kit'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { levelsOf, openReportTest, type ReportTest } from './testing/report-test.ts'

let api: ReportTest
const fence = new Types.ObjectId()
const since = new Date(Date.UTC(2026, 5, 1))
beforeAll(async () => {
  api = await openReportTest()
  const { driver } = api.parts.db
  await driver.geofences.insertOne({
    _id: fence,
    Name: 'Door',
    nameKey: 'door',
    Type: 'Safe',
    AssetTypes: ['Equipment', 'Clinician'],
    MapId: 'm1',
    Coordinates: { x: 1, y: 1, x2: 2, y2: 2, w: 1, h: 1 },
    EntryTrigger: false,
    EntryTriggerWaitTime: 0,
    ExitTrigger: false,
    ExitTriggerWaitTime: 0,
    Enabled: true,
    activeFrom: since,
    __v: 0,
    createdAt: since,
    updatedAt: since,
  })
  await driver.assets.updateMany(
    { AssetId: { $in: ['P-1', 'C-1'] } },
    {
      $set: {
        CurrentLocation: {
          mapId: 'm1',
          hierarchyId: 'ward1',
          fullPath: levelsOf('ward1'),
          xCenterPoint: null,
          yCenterPoint: null,
          time: since,
        },
        HomeLocation: { fullPath: levelsOf('depot') },
        Fences: {
          dwells: [{ fence: fence.toHexString(), from: since, inside: true, since, receivedAt: since }],
        },
      },
    },
  )
})
afterAll(() => api.close())

const read = (page: string, body: unknown = {}, headers = api.people.admin) =>
  api.post(`/api/report.getFilterDataForReport/${page}`, body, headers)
const describeReport = async (page: string) =>
  (await api.get(`/api/report.getFilterDataForReport/${page}`)).body

describe('the report of assets inside geofences', () => {
  test('shows the fence of each asset, and filters by fence', async () => {
    const body = await describeReport('fence-status')
    expect(body).toMatchObject({
      page: 'fence-status',
      label: 'fence-status',
      filterUrl: 'report.getFilterDataForReport/fence-status',
      defaultItems: [],
      fences: [{ _id: fence.toHexString(), Name: 'Door', inside: 2 }],
      maxAssets: 2,
    })
    expect(body.columns.map(({ label }: { label: string }) => label)).toEqual([
      'Geofence',
      'GeofenceType',
      'AssetId',
      'Name',
      'Type',
      'Category',
      'Location',
      'Since',
    ])
    expect(body.assets[0]).toEqual({
      geofenceId: fence.toHexString(),
      Geofence: 'Door',
      GeofenceType: 'Safe',
      AssetId: 'P-1',
      AssetType: 'Equipment',
      Name: 'Equipment P-1',
      Type: 'Equipment',
      Category: 'Pump',
      Location: 'Site>Tower>Ward 1',
      since: since.toISOString(),
    })
    for (const Geofence of ['Door', fence.toHexString(), ['none', 'Door'], { $regex: 'oo' }])
      expect((await read('status-fence', { Geofence })).body.maxAssets).toBe(2)
    expect((await read('fence-status', { Geofence: 'none' })).body).toEqual({
      assets: [],
      maxAssets: 0,
      fences: [],
    })
    const sorted = await read('fence-status', { sort: [{ sortField: 'Category', sortDirection: -1 }] })
    expect(sorted.body.assets.map(({ AssetId }: { AssetId: string }) => AssetId)).toEqual(['C-1', 'P-1'])
    const { body: fields } = await api.get('/api/report.getFilterFields/fence-status')
    expect(fields.data.Equipment.AssetInfo.Geofence.Options).toEqual({
      [fence.toHexString()]: { alias: 'Door' },
    })
  })

  test('records the patients of the page in the audit log, sorted or not', async () => {
    const { driver } = api.parts.db
    const patient = { AssetType: 'Patient', AssetId: 'PT-1' }
    const linked = { $set: { 'Fields.Mappings': { Patient: [patient] } } }
    await driver.assets.updateMany({ AssetId: { $in: ['P-1', 'C-1'] } }, linked)
    const pagination = { currentPage: 2, items: 1 }
    const sort = [{ sortField: 'Category', sortDirection: 1 }]
    for (const body of [{ pagination }, { pagination, sort }, { sort }])
      expect((await read('fence-status', body)).body.maxAssets).toBe(2)
    await vi.waitFor(async () => {
      const noted = await driver.audit.find({ 'details.linkedPatients': { $exists: true } }).toArray()
      expect(noted.map(({ details }) => details)).toEqual([
        expect.objectContaining({ returned: 1, linkedPatients: 1 }),
        expect.objectContaining({ returned: 1, linkedPatients: 1 }),
        expect.objectContaining({ returned: 2, linkedPatients: 2 }),
      ])
    }, TEST_WAIT)
    await driver.assets.updateMany({}, { $unset: { 'Fields.Mappings': '' } })
  })

  test('refuses invalid requests', async () => {
    for (const [body, path] of [
      [{ Geofence: { $gte: '2026-01-01' } }, 'Geofence.$gte'],
      [{ sort: [{ sortField: 'Fields.AssetName', sortDirection: 1 }] }, 'sort.0.sortField'],
      [{ createdAt: { $gte: '2026-02-01', $lt: '2026-01-01' } }, 'createdAt.$lt'],
      [{ createdAt: { $gte: '2024-02-01', $lt: '2026-01-01' } }, 'createdAt'],
    ] as const) {
      const refused = await read('fence-status', body)
      expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([400, path])
    }
    // Other reports accept no condition on geofences.
    expect((await read('wifi-heat', { Geofence: 'Door' })).body.code).toBe('invalid_criteria')
  })
})

describe('the report of assets away from home', () => {
  test('lists equipment by default; the first place is the home, the second the current one', async () => {
    const body = await describeReport('movement-vs-time')
    expect(body).toMatchObject({
      label: 'movement-vs-time',
      filterUrl: 'report.movementVsTime',
      defaultItems: [{ AssetType: 'Equipment' }],
      maxAssets: 1,
    })
    expect(body.columns.map(({ label }: { label: string }) => label)).toEqual([
      'AssetId',
      'AssetType',
      'AssetName',
      'Current Location',
      'Homed Location',
    ])
    // Its arrival was not observed: the asset has been there at least since it was first seen.
    expect(body.assets[0]).toMatchObject({
      from: 'Depot',
      to: 'Site>Tower>Ward 1',
      createdAt: since.toISOString(),
    })
    const count = async (condition: object) => (await read('movement-vs-time', condition)).body.maxAssets
    expect(await count({ 'CurrentLocation.level.Level_1': 'Depot' })).toBe(1)
    expect(await count({ 'CurrentLocation.level.Level_1': 'Site' })).toBe(0)
    expect(await count({ '2.CurrentLocation.level.Level_1': 'Site' })).toBe(1)
    expect(await count({ 'CurrentLocation.mapId': 'm1' })).toBe(1)
    expect(await count({ AssetType: ['Equipment', 'Clinician'] })).toBe(2)
    for (const path of ['/api/report.movementVsTime', '/api/movementVsTime'])
      expect((await api.post(path)).body.maxAssets).toBe(1)
  })
})
