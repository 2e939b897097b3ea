import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiTest } from '../../testing/api-test.ts'
import { openListTest } from '../../testing/list-test.ts'

let api: ApiTest
beforeAll(async () => {
  api = await openListTest()
  await api.parts.db.driver.maps.insertOne({
    _id: 'm1',
    name: 'Floor 1',
    refName: '',
    xDimension: 40,
    yDimension: 30,
    source: 'ingest',
    width: null,
    height: null,
    dimensionsAssumed: true,
  } as never)
  await api.pushAssets([{ AssetType: 'Patient', AssetId: 'PT-1', AssetName: 'Zebulon' }])
  await api.placeAt(['Patient', 'PT-1'], {
    hierarchyId: 'h-ward',
    mapId: 'm1',
    fullName: ['Site', 'Tower', 'Ward 3'],
  })
})
afterAll(() => api.close())

const read = (page: string, body: unknown = {}, headers = api.people.admin) =>
  api.post(`/api/report.getFilterDataForReport/${page}`, body, headers)
const describeReport = (page: string, headers = api.people.admin) =>
  api.get(`/api/report.getFilterDataForReport/${page}`, headers)
const idsOf = ({ body }: { body: { assets: { AssetId: string }[] } }) =>
  body.assets.map(({ AssetId }) => AssetId)

const BED = {
  AssetId: 'B-1',
  AssetType: 'Equipment',
  Name: 'Bed (blue)',
  SerialNo: 'B.1',
  Battery: '',
  WiFi: '',
  Location: 'Site>Annex>Lab',
  mapId: 'm1',
}

describe.each(['battery-heat', 'wifi-heat'])('the report %s', (page) => {
  test('describes itself and lists equipment on maps by name', async () => {
    const { status, body } = await describeReport(page)
    expect(status).toBe(200)
    expect(body).toEqual({
      page,
      label: page,
      columns: ['Name', 'SerialNo', 'Battery', 'WiFi'].map((key) => ({ key, label: key })),
      filterUrl: 'report.deviceProperties',
      defaultItems: [{ AssetType: 'Equipment' }],
      waitsForUser: false,
      assets: [
        BED,
        expect.objectContaining({ AssetId: 'P-1', Battery: 'LEVEL_4', Location: 'Site>Tower>Ward 3' }),
      ],
      maxAssets: 2,
    })
  })

  test('returns the same rows by its own call, in pages, by criteria and in the requested order', async () => {
    const nurse = await api.people.signIn({ username: `opens ${page}`, pages: [`report/${page}`] })
    const first = await api.post('/api/report.deviceProperties', {}, nurse)
    expect(first.body).toEqual((await read(page)).body)
    const second = await read(page, { pagination: { currentPage: 2, items: 1 } })
    expect([idsOf(second), second.body.maxAssets]).toEqual([['P-1'], 2])
    const past = await read(page, { pagination: { currentPage: 9, items: 1 } })
    expect(past.body).toEqual({ assets: [], maxAssets: 2 })
    expect(idsOf(await read(page, { items: [{ 'CurrentLocation.fullPath.Level_2': 'Annex' }] }))).toEqual([
      'B-1',
    ])
    expect(idsOf(await read(page, { sort: [{ sortField: 'Name', sortDirection: -1 }] }))).toEqual([
      'P-1',
      'B-1',
    ])
    expect(idsOf(await read(page, { sort: [{ sortField: 'Location', sortDirection: -1 }] }))).toEqual([
      'P-1',
      'B-1',
    ])
    expect(idsOf(await read(page, { subject: 'Patient' }))).toEqual(['PT-1'])
  })

  test('exports all rows, with aliases for codes', async () => {
    const { text } = await api.post(`/api/report.exportCsv/${page}`, {
      pagination: { currentPage: 2, items: 1 },
    })
    expect(text).toBe('Name,SerialNo,Battery,WiFi\r\nBed (blue),B.1,NA,NA\r\nPump alpha,SN-10-20,Full,NA\r\n')
  })
})

describe('the list of assets on maps', () => {
  test('holds assets of all types, and describes itself so', async () => {
    const { body } = await describeReport('all-assets-map-view')
    expect(body).toMatchObject({ label: 'all-assets-map-view', defaultItems: [], maxAssets: 3 })
    expect(body.filterUrl).toBe('report.getFilterDataForReport/all-assets-map-view')
    expect(idsOf({ body })).toEqual(['B-1', 'P-1', 'PT-1'])
    expect(body.assets[2]).toEqual({
      AssetId: 'PT-1',
      AssetType: 'Patient',
      AssetName: 'Zebulon',
      SerialNo: '',
      Location: 'Site>Tower>Ward 3',
      mapId: 'm1',
    })
  })

  test('hides patients without the flag from rows, totals, files and criteria', async () => {
    const headers = api.people.noPatients
    const { body } = await describeReport('all-assets-map-view', headers)
    expect([idsOf({ body }), body.maxAssets]).toEqual([['B-1', 'P-1'], 2])
    for (const criteria of [{ subject: 'Patient' }, { AssetType: 'Patient' }, { search: 'zebulon' }])
      expect((await read('all-assets-map-view', criteria, headers)).body).toEqual({
        assets: [],
        maxAssets: 0,
      })
    const { text } = await api.post('/api/report.exportCsv/all-assets-map-view', {}, headers)
    expect(text).not.toMatch(/PT-1|Zebulon/)
  })
})

describe('rows for the ids of a map', () => {
  const rows = (body: unknown, headers = api.people.admin) =>
    api.post('/api/report.reportTableData', body, headers)

  test('keep the order of the ids and leave out unknown ids', async () => {
    for (const type of [undefined, 'Equipment', 'battery', 'wifi']) {
      const answer = await rows({ Ids: ['P-1', 'none', 'B-1', 'PT-1', 'P-1'], ...(type ? { type } : {}) })
      expect(idsOf(answer)).toEqual(['P-1', 'B-1', 'P-1'])
      expect(answer.body.assets[1]).toEqual(BED)
    }
    expect((await rows({ Ids: [] })).body).toEqual({ assets: [] })
  })

  test('require the flag for patients', async () => {
    expect(idsOf(await rows({ Ids: ['PT-1'], type: 'Patient' }))).toEqual(['PT-1'])
    const without = await rows({ Ids: ['PT-1'], type: 'Patient' }, api.people.noPatients)
    expect(without.body).toEqual({ assets: [] })
  })

  test('are limited to 5,000', async () => {
    const Ids = Array.from({ length: 5_001 }, (_, index) => `id-${index}`)
    const refused = await rows({ Ids })
    expect([refused.status, refused.body.code, refused.body.errors[0].path]).toEqual([
      400,
      'validation',
      'Ids',
    ])
    expect((await rows({ Ids: Ids.slice(1) })).body).toEqual({ assets: [] })
    for (const body of [{}, { Ids: 'x' }, { Ids: [''] }, { Ids: ['x'], type: 'a b' }])
      expect((await rows(body)).status).toBe(400)
  })
})

describe('the filter fields of a report', () => {
  const fields = (page: string, headers = api.people.admin) =>
    api.get(`/api/report.getFilterFields/${page}`, headers)

  test('are the fields of assets by type, those of patients only with the flag', async () => {
    const { body } = await fields('battery-heat')
    expect(Object.keys(body.data)).toEqual(['Equipment', 'Clinician', 'Patient'])
    expect(body.data.Equipment).toEqual((await api.get('/api/assets.getFilterOption')).body[0].Equipment)
    expect(Object.keys((await fields('devices', api.people.noPatients)).body.data)).not.toContain('Patient')
  })
})

describe('a page of reports', () => {
  test('is not found when unknown, and forbidden without its privilege', async () => {
    const nurse = await api.people.signIn({ username: 'heat only', pages: ['report/battery-heat'] })
    for (const page of ['no-such', 'devices', 'assetlist', 'report/battery-heat', '__proto__']) {
      const path = encodeURIComponent(page)
      expect((await read(path)).status).toBe(404)
      expect((await describeReport(path)).body.code).toBe('not_found')
    }
    expect((await read('wifi-heat', {}, nurse)).body.code).toBe('forbidden')
    expect((await api.post('/api/report.exportCsv/wifi-heat', {}, nurse)).body.code).toBe('forbidden')
    expect((await api.get('/api/report.getFilterFields/devices', nurse)).body.code).toBe('forbidden')
    expect((await read('battery-heat', {}, nurse)).status).toBe(200)
  })

  test('refuses invalid criteria and pagination, naming the member', async () => {
    for (const [body, code, path] of [
      [{ items: [{ 'Fields.Nope': 'x' }] }, 'invalid_criteria', 'items.0.Fields.Nope'],
      [
        { items: [], sort: [{ sortField: 'Nope', sortDirection: 1 }] },
        'invalid_criteria',
        'sort.0.sortField',
      ],
      [{ pagination: { currentPage: 0, items: 5 } }, 'validation', 'pagination.currentPage'],
      [{ pagination: { currentPage: 1, items: 501 } }, 'validation', 'pagination.items'],
    ] as const) {
      const refused = await read('battery-heat', body)
      expect([refused.status, refused.body.code, refused.body.errors[0].path]).toEqual([400, code, path])
    }
  })
})
