import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ApiTest } from '../../testing/api-test.ts'
import { customReportCallsOf, HEAT_REPORT, LIST_REPORT } from '../../testing/custom-report-test.ts'
import { openListTest, WARD } from '../../testing/list-test.ts'

let api: ApiTest
let reports: ReturnType<typeof customReportCallsOf>
beforeAll(async () => {
  api = await openListTest()
  reports = customReportCallsOf(api)
  await api.parts.db.models.maps.insertMany([
    { ...MAP, _id: 'm1', name: 'Tower' },
    { ...MAP, _id: 'm2', name: 'Annex' },
  ])
  await api.pushAssets([{ AssetType: 'Patient', AssetId: 'PT-1', AssetName: 'Zebulon', Status: 'In bed' }])
  await api.placeAt(['Patient', 'PT-1'], WARD)
})
afterAll(() => api.close())
beforeEach(() => api.parts.db.models.customReports.deleteMany({}))

const MAP = {
  refName: 'tower',
  xDimension: 10,
  yDimension: 10,
  source: 'ingest' as const,
  width: 100,
  height: 100,
  dimensionsAssumed: false,
}
const COLUMNS = ['AssetId', 'AssetName', 'BatteryLevel', 'CustomTags', 'CurrentLocation', 'HomeLocation']

describe('a preview', () => {
  test('shows the first rows by name, the columns by alias, and the total', async () => {
    const { status, body } = await reports.preview({ Subject: 'Equipment', Fields: COLUMNS })
    expect(status).toBe(200)
    expect(body.columns).toEqual([
      { key: 'AssetId', label: 'AssetId' },
      { key: 'AssetName', label: 'Asset Name' },
      { key: 'BatteryLevel', label: 'Battery Level' },
      { key: 'CustomTags', label: 'Custom Tags' },
      { key: 'CurrentLocation', label: 'Current Location' },
      { key: 'HomeLocation', label: 'Homed Location' },
    ])
    expect([body.maxAssets, body.assets.length, body.heat]).toEqual([4, 4, undefined])
    expect(body.assets[0]).toEqual({
      _id: expect.any(String),
      AssetType: 'Equipment',
      AssetId: 'B-1',
      AssetName: 'Bed (blue)',
      BatteryLevel: '',
      CustomTags: ['loan'],
      CurrentLocation: 'Site>Annex>Lab',
      HomeLocation: '',
    })
    expect(body.assets.at(-1)).toMatchObject({ AssetId: 'P-2', BatteryLevel: 'LEVEL_1' })
  })

  test('shows the requested map of a heat map, or the one with the most assets, with each value', async () => {
    const previewBody = {
      Subject: 'Equipment',
      Fields: ['AssetName', 'AssetId'],
      TargetField: 'BatteryLevel',
    }
    const { body } = await reports.preview(previewBody)
    expect(body.columns.map(({ key }: { key: string }) => key)).toEqual([
      'AssetName',
      'AssetId',
      'BatteryLevel',
    ])
    expect(body.heat).toMatchObject({
      maps: [{ mapId: 'm1', name: 'Tower', count: 2 }],
      mapId: 'm1',
      truncated: false,
      data: [{ AssetId: 'B-1' }, { AssetId: 'P-1', Target: 'LEVEL_4', icon_type: 1 }],
    })
    expect(body.heat.data[0]).not.toHaveProperty('Target')
    await api.placeAt(['Equipment', 'B-2'], { ...WARD, mapId: 'm2' })
    const named = await reports.preview({ ...previewBody, mapId: 'm2' })
    expect(named.body.heat).toMatchObject({ mapId: 'm2', data: [{ AssetId: 'B-2' }] })
    expect(named.body.heat.maps).toEqual([
      { mapId: 'm2', name: 'Annex', count: 1 },
      { mapId: 'm1', name: 'Tower', count: 2 },
    ])
    const nowhere = await reports.preview({ ...previewBody, mapId: 'no-such-map' })
    expect(nowhere.body.heat.mapId).toBe('m1')
  })

  test('shows no map when no asset is on one', async () => {
    await api.parts.db.driver.assets.updateOne({ AssetId: 'C-1' }, { $unset: { CurrentLocation: 1 } })
    const { status, body } = await reports.preview({
      Subject: 'Equipment',
      Fields: ['AssetName'],
      TargetField: 'DeviceStatus',
    })
    expect([status, body.heat.data.some(({ Target }: { Target?: string }) => Target)]).toEqual([200, false])
    const clinicians = await reports.preview({ Subject: 'Clinician', Fields: ['AssetName', 'Status'] })
    expect(clinicians.body.assets).toMatchObject([{ AssetId: 'C-1', Status: 'On duty' }])
  })

  test.each([
    ['no subject', { Fields: ['AssetName'] }, 'Subject', 'Report Subject is required'],
    ['an unknown subject', { Subject: 'Robot', Fields: [] }, 'Subject', 'This asset type does not exist.'],
    [
      'a field of another type',
      { Subject: 'Clinician', Fields: ['SerialNo'] },
      'Fields.0',
      'This field is not in the metadata mapping.',
    ],
    [
      'a field without options',
      { Subject: 'Equipment', Fields: [], TargetField: 'SerialNo' },
      'TargetField',
      'Select 1 fields',
    ],
  ])('is refused for %s', async (_what, previewBody, path, message) => {
    const { status, body } = await reports.preview(previewBody)
    expect([status, body.code, body.message]).toEqual([400, 'validation', message])
    expect(body.errors).toEqual([{ path, message }])
  })

  test('requires a page for creating reports, and shows no patients without the flag', async () => {
    const previewBody = { Subject: 'Patient', Fields: ['AssetName', 'Status'] }
    expect((await reports.preview(previewBody)).body.assets).toMatchObject([{ AssetName: 'Zebulon' }])
    const refused = await reports.preview(previewBody, api.people.noPatients)
    expect([refused.status, refused.body.message]).toEqual([400, 'This asset type does not exist.'])
    expect((await reports.preview(previewBody, {})).status).toBe(401)
    expect((await reports.preview(previewBody, api.people.nobody)).status).toBe(403)
  })

  test('is recorded in the audit log with the patients that it shows', async () => {
    const { body } = await reports.preview({ Subject: 'Patient', Fields: ['AssetName', 'Status'] })
    await api.parts.access.audit.flush()
    const [entry] = await api.parts.db.models.audit
      .find({ action: 'POST /custom.previewCustomReport' })
      .sort({ _id: -1 })
      .limit(1)
    expect(entry?.details).toMatchObject({ returned: 1, patients: 1, patientIds: [body.assets[0]._id] })
  })
})

describe('the assets of a heat map', () => {
  test('are those of its subject that meet the criteria, on the requested map', async () => {
    const { body } = await reports.create(HEAT_REPORT)
    const id = body.data._id
    const { status, body: found } = await reports.pointers(id, { 'CurrentLocation.mapId': 'm1' })
    expect(status).toBe(200)
    expect(found).toMatchObject({
      data: [{ AssetId: 'B-1' }, { AssetId: 'P-1', Target: 'LEVEL_4' }],
      truncated: false,
    })
    const pumps = await reports.pointers(id, {
      items: [{ 'Fields.PrimaryCategory': 'Pump' }],
      'CurrentLocation.mapId': 'm1',
    })
    expect(pumps.body.data.map(({ AssetId }: { AssetId: string }) => AssetId)).toEqual(['P-1'])
    const other = await reports.pointers(id, { AssetType: 'Patient', 'CurrentLocation.mapId': 'm1' })
    expect(other.body.data).toEqual([])
  })

  test('require a map, and a heat map that the user sees', async () => {
    const heat = (await reports.create({ ...HEAT_REPORT, share: 'None' })).body.data._id
    const list = (await reports.create(LIST_REPORT)).body.data._id
    const onMap = { 'CurrentLocation.mapId': 'm1' }
    const mapless = await reports.pointers(heat, {})
    expect([mapless.status, mapless.body.message]).toEqual([400, 'Please choose a map.'])
    for (const refused of [
      await reports.pointers(list, onMap),
      await reports.pointers(heat, onMap, api.people.noPatients),
      await reports.pointers('unknown', onMap),
    ])
      expect([refused.status, refused.body.code]).toEqual([404, 'not_found'])
    const composer = await api.people.signIn({ username: 'composes only', pages: ['generate-report'] })
    expect((await reports.pointers(heat, onMap, composer)).status).toBe(403)
    expect((await reports.pointers(heat, onMap, {})).status).toBe(401)
  })
})
