import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ApiTest } from '../../testing/api-test.ts'
import { customReportCallsOf, HEAT_REPORT, LIST_REPORT } from '../../testing/custom-report-test.ts'
import { openListTest } from '../../testing/list-test.ts'

let api: ApiTest
let reports: ReturnType<typeof customReportCallsOf>
let list: string
let heat: string
const FIELDS = ['AssetId', 'AssetName', 'BatteryLevel', 'CustomTags', 'CurrentLocation']
beforeAll(async () => {
  api = await openListTest()
  reports = customReportCallsOf(api)
  await api.parts.db.models.maps.create({
    _id: 'm1',
    name: 'Tower',
    refName: 'tower',
    xDimension: 10,
    yDimension: 10,
    source: 'ingest',
    width: 100,
    height: 100,
    dimensionsAssumed: false,
  })
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.parts.db.models.customReports.deleteMany({})
  list = (await reports.create({ ...LIST_REPORT, Fields: FIELDS })).body.data._id
  heat = (await reports.create({ ...HEAT_REPORT, Fields: ['AssetId', 'AssetName'] })).body.data._id
})

const rowsOf = (page: string, body: object, headers = api.people.admin) =>
  api.post(`/api/report.getFilterDataForReport/${page}`, body, headers)
const idsOf = ({ body }: { body: { assets: { AssetId: string }[] } }) =>
  body.assets.map(({ AssetId }) => AssetId)

describe('the rows of a custom report', () => {
  test('are the active assets of the subject by name, with only the fields of the report', async () => {
    const { status, body } = await rowsOf('custom-report', { reportId: list })
    expect([status, body.maxAssets]).toEqual([200, 4])
    expect(body.assets[0]).toEqual({
      _id: expect.any(String),
      AssetType: 'Equipment',
      AssetId: 'B-1',
      AssetName: 'Bed (blue)',
      BatteryLevel: '',
      CustomTags: ['loan'],
      CurrentLocation: 'Site>Annex>Lab',
    })
    expect(body.assets[3]).toMatchObject({ AssetId: 'P-2', BatteryLevel: 'LEVEL_1', CurrentLocation: '' })
  })

  test('are filtered, paged and sorted by column; a type other than the subject has no rows', async () => {
    const pumps = { reportId: list, items: [{ 'Fields.PrimaryCategory': 'Pump' }] }
    expect(idsOf(await rowsOf('custom-report', pumps))).toEqual(['P-1', 'P-2'])
    const sorted = {
      reportId: list,
      items: [{ sort: [{ sortField: 'BatteryLevel', sortDirection: -1 }] }],
      pagination: { currentPage: 1, items: 2 },
    }
    const page = await rowsOf('custom-report', sorted)
    expect([idsOf(page), page.body.maxAssets]).toEqual([['P-1', 'P-2'], 4])
    expect(idsOf(await rowsOf('custom-report', { reportId: list, AssetType: 'Clinician' }))).toEqual([])
    const inactive = await rowsOf('custom-report', { reportId: list, AssetStatus: 'inactive' })
    expect(idsOf(inactive)).toEqual(['OLD'])
  })

  test('are the assets on a map, with the target field, for a heat map', async () => {
    const { body } = await rowsOf('heat-map-report', { reportId: heat })
    expect(body).toMatchObject({
      maxAssets: 2,
      assets: [
        { AssetId: 'B-1', AssetName: 'Bed (blue)', BatteryLevel: '' },
        { AssetId: 'P-1', AssetName: 'Pump alpha', BatteryLevel: 'LEVEL_4' },
      ],
    })
  })

  test("are described by the report's name and the aliases of the fields", async () => {
    const { status, body } = await api.get(
      `/api/report.getFilterDataForReport/heat-map-report?reportId=${heat}`,
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({
      page: 'heat-map-report',
      label: 'Battery',
      filterUrl: 'report.getFilterDataForReport/heat-map-report',
      columns: [
        { key: 'AssetId', label: 'AssetId' },
        { key: 'AssetName', label: 'Asset Name' },
        { key: 'BatteryLevel', label: 'Battery Level' },
      ],
      defaultItems: [{ AssetType: 'Equipment' }],
      maxAssets: 2,
    })
  })

  test('leave out fields that the mapping no longer has', async () => {
    await api.parts.db.models.customReports.updateMany({}, { $push: { Fields: 'Forgotten' } })
    const { body } = await rowsOf('custom-report', {
      reportId: list,
      pagination: { currentPage: 1, items: 1 },
    })
    expect(body.assets[0]).not.toHaveProperty('Forgotten')
  })
})

describe('the file of a custom report', () => {
  const exported = (page: string, body: object, headers = api.people.admin) =>
    api.post(`/api/report.exportCsv/${page}`, body, headers)
  test('has all rows, uses aliases for columns and options, and shows NA for missing values', async () => {
    const { status, text } = await exported('custom-report', { reportId: list })
    expect(status).toBe(200)
    expect(text.split('\r\n')).toEqual([
      'AssetId,Asset Name,Battery Level,Custom Tags,Current Location',
      'B-1,Bed (blue),NA,loan,Site>Annex>Lab',
      'B-2,Bed (blue),NA,NA,NA',
      'P-1,Pump alpha,Full,NA,Site>Tower>Ward 3',
      'P-2,Pump beta,Critical,NA,NA',
      '',
    ])
    const battery = await exported('heat-map-report', { reportId: heat, items: [{ AssetId: 'P-1' }] })
    expect(battery.text.split('\r\n')).toEqual([
      'AssetId,Asset Name,Battery Level',
      'P-1,Pump alpha,Full',
      '',
    ])
  })

  test('is not found for users who may not see the report', async () => {
    await reports.edit(list, { ...LIST_REPORT, share: 'None' })
    const refused = await exported('custom-report', { reportId: list }, api.people.noPatients)
    expect([refused.status, refused.body.code]).toEqual([404, 'not_found'])
  })
})

describe('reading a custom report', () => {
  test('is refused without an id, with another kind of page, and as not found for users who may not see it', async () => {
    await reports.edit(list, { ...LIST_REPORT, share: 'None' })
    for (const refused of [
      await rowsOf('custom-report', {}),
      await rowsOf('custom-report', [{ reportId: list }]),
      await rowsOf('custom-report', { reportId: { $gt: '' } }),
      await rowsOf('custom-report', { reportId: heat }),
      await rowsOf('heat-map-report', { reportId: list }),
      await rowsOf('custom-report', { reportId: list }, api.people.noPatients),
      await api.get('/api/report.getFilterDataForReport/custom-report'),
    ])
      expect([refused.status, refused.body.code]).toEqual([404, 'not_found'])
  })

  test('is refused without the page or a token, and with criteria that lists refuse', async () => {
    const reader = await api.people.signIn({ username: 'lists only', pages: ['custom-report'] })
    expect((await rowsOf('custom-report', { reportId: list }, reader)).status).toBe(200)
    expect((await rowsOf('heat-map-report', { reportId: heat }, reader)).body.code).toBe('forbidden')
    expect((await rowsOf('custom-report', { reportId: list }, {})).status).toBe(401)
    const { status, body } = await rowsOf('custom-report', { reportId: list, items: [{ 'Fields.Nope': 1 }] })
    expect([status, body.code, body.errors[0].path]).toEqual([400, 'invalid_criteria', 'items.0.Fields.Nope'])
  })

  test('requires the flag when the report is about patients', async () => {
    await api.pushAssets([{ AssetType: 'Patient', AssetId: 'PT-1', AssetName: 'Zebulon', Status: 'In bed' }])
    const { body } = await reports.create({
      ...LIST_REPORT,
      Subject: 'Patient',
      Fields: ['AssetName', 'Status'],
    })
    const question = { reportId: body.data._id }
    expect((await rowsOf('custom-report', question)).body.assets).toMatchObject([{ AssetName: 'Zebulon' }])
    for (const refused of [
      await rowsOf('custom-report', question, api.people.noPatients),
      await api.post('/api/report.exportCsv/custom-report', question, api.people.noPatients),
    ])
      expect([refused.status, refused.text.includes('Zebulon')]).toEqual([404, false])
    const named = { reportId: list, AssetType: ['Patient', 'Equipment'] }
    expect((await rowsOf('custom-report', named, api.people.noPatients)).text).not.toContain('Zebulon')
  })
})
