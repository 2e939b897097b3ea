import { EVERYBODY } from '@wardtrack/database'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiTest } from '../../testing/api-test.ts'
import { openListTest } from '../../testing/list-test.ts'
import { postForFile, readPdfPages, readSheets } from '../../testing/read-files.ts'

let api: ApiTest
beforeAll(async () => {
  api = await openListTest()
  await api.pushAssets([
    {
      AssetType: 'Equipment',
      AssetId: 'F-1',
      AssetName: '=1+1',
      SerialNo: '+49',
      PrimaryCategory: 'Größe Ñ Ł',
    },
    { AssetType: 'Equipment', AssetId: 'F-2', AssetName: '_x0041_ & <b>', SerialNo: "'@x" },
  ])
})
afterAll(() => api.close())

const EQUIPMENT = { items: [{ AssetType: 'Equipment' }, { AssetStatus: 'active' }] }
const cellsOf = async (page: string, body: unknown, headers = api.people.admin): Promise<string[][]> =>
  parse((await api.post(`/api/report.exportCsv/${page}`, body, headers)).text)
const sheetsOf = async (page: string, body: unknown = {}, headers = api.people.admin, query = '') => {
  const { bytes } = await postForFile(api, `/api/report.exportXlsx/${page}${query}`, body, headers)
  return readSheets(bytes)
}
const pdfOf = async (page: string, body: unknown = {}, headers = api.people.admin, query = '') =>
  readPdfPages((await postForFile(api, `/api/report.exportPdf/${page}${query}`, body, headers)).bytes)
const joined = (texts: readonly string[]): string => texts.join(' ').replaceAll(/\s+/g, ' ')

describe('a workbook of a report', () => {
  test('has the cells of the CSV, and prefixes texts that would be formulas with an apostrophe', async () => {
    const { status, headers } = await postForFile(api, '/api/report.exportXlsx/devices', EQUIPMENT)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    expect(headers['content-disposition']).toMatch(/^attachment; filename="devices-\d{4}-\d\d-\d\d\.xlsx"$/)
    const [rows] = await sheetsOf('devices', EQUIPMENT)
    const csv = await cellsOf('devices', EQUIPMENT)
    expect(csv.length).toBeGreaterThan(6)
    expect(rows?.data.slice(1)).toEqual(csv.slice(1))
    expect(JSON.stringify(csv)).toContain("'=1+1")
  })

  test("states filter, period, time, user and row count in the reader's language", async () => {
    const query = '?timeZone=Europe/Berlin&language=de'
    const body = { items: [{ AssetType: 'Equipment' }, { 'Fields.PrimaryCategory': ['Pump', 'Bed'] }] }
    const [rows, about] = await sheetsOf('devices', body, api.people.admin, query)
    expect([rows?.sheet, about?.sheet]).toEqual(['Zeilen', 'Über'])
    expect(about?.data[0]?.[0]).toBe('Geräte')
    const facts = Object.fromEntries(about?.data.slice(1) ?? [])
    expect(facts).toMatchObject({
      Filter: 'Objekttyp: Equipment; Primary Category: Pump oder Bed',
      Zeilen: 'Alle 4',
      'Erstellt von': 'admin',
    })
    expect(facts['Erstellt am']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(Europe\/Berlin\)$/)
    expect(facts['Zeitraum']).toContain('(Europe/Berlin)')
  })
})

describe('a PDF of a report', () => {
  test('has all cells of the CSV, title, filter, time zone and author, and numbers its pages', async () => {
    const { status, headers } = await postForFile(api, '/api/report.exportPdf/devices', EQUIPMENT)
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
    const pages = await pdfOf('devices', EQUIPMENT, api.people.admin, '?timeZone=Asia/Kolkata&language=es')
    const text = joined(pages.flat())
    for (const cell of (await cellsOf('devices', EQUIPMENT)).slice(1).flat())
      expect(text.replaceAll(' ', '')).toContain(cell.replaceAll(' ', ''))
    expect(text).toContain('Dispositivos')
    expect(text).toContain('Tipo de activo: Equipment')
    expect(text).toContain('(Asia/Kolkata)')
    expect(text).toContain('Creado por admin')
    expect(text).toContain('Página 1 de 1')
  })

  test('repeats the column headings on every page and numbers the pages', async () => {
    const many = Array.from({ length: 130 }, (_, index) => ({
      AssetType: 'Clinician',
      AssetId: `M-${String(index).padStart(3, '0')}`,
      AssetName: `Cart ${index}`,
    }))
    await api.pushAssets(many)
    const pages = await pdfOf('assetlist', { AssetType: 'Clinician' })
    expect(pages.length).toBeGreaterThan(2)
    for (const [index, texts] of pages.entries()) {
      expect(joined(texts)).toContain(`Page ${index + 1} of ${pages.length}`)
      expect(texts).toContain('AssetType')
    }
    const text = joined(pages.flat())
    for (const { AssetId } of many) expect(text).toContain(AssetId)
  })

  test('states that a report is empty', async () => {
    expect(joined((await pdfOf('devices', { AssetId: 'nobody' })).flat())).toContain('No results.')
  })
})

describe('the three formats', () => {
  test('show the same local times and name their zone, in summer and in winter', async () => {
    const [pump] = await api.parts.db.models.assets.find({ AssetId: 'P-1' })
    if (!pump) throw new Error('no asset')
    const moments = [
      '2026-07-01T10:00:00.500Z',
      '2026-10-25T00:30:00Z',
      '2026-10-25T01:30:00Z',
      '2026-11-03T01:18:45.932Z',
    ]
    await api.parts.db.driver.ruleFirings.insertMany(
      moments.map((moment, index) => ({
        _id: `zone ${index}`,
        notification: '',
        asset: pump._id,
        AssetType: 'Equipment',
        AssetId: 'P-1',
        ofPatient: false,
        audience: [EVERYBODY],
        Name: 'Watch',
        field: 'BatteryLevel',
        place: '',
        Battery: '',
        eventTime: new Date(moment),
        createdAt: new Date(),
      })),
    )
    const local = ['2026-11-03 02:18:45', '2026-10-25 02:30:00', '2026-10-25 02:30:00', '2026-07-01 12:00:00']
    const body = {
      items: [
        { AssetId: 'P-1' },
        { createdAt: { $gte: '2026-01-01T00:00:00Z', $lt: '2026-12-01T00:00:00Z' } },
      ],
    }
    const query = '?timeZone=Europe/Berlin'
    const csv = await cellsOf(`rtls-alert${query}`, body)
    expect([csv[0]?.at(-1), csv.slice(1).map((row) => row.at(-1))]).toEqual(['Time (Europe/Berlin)', local])
    const [rows, about] = await sheetsOf('rtls-alert', body, api.people.admin, query)
    const times = rows?.data.slice(1).map((row) => Math.round(Number(row.at(-1)) / 1_000))
    expect(times).toEqual(local.map((text) => Date.parse(`${text}Z`) / 1_000))
    expect(JSON.stringify(about?.data)).toContain('(Europe/Berlin)')
    const pdf = joined((await pdfOf('rtls-alert', body, api.people.admin, query)).flat())
    for (const text of [...local, '(Europe/Berlin)'])
      expect(pdf.replaceAll(' ', '')).toContain(text.replaceAll(' ', ''))
    const refused = await api.post('/api/report.exportCsv/rtls-alert?timeZone=Mars/Olympus', body)
    expect([refused.status, refused.body.code]).toEqual([400, 'validation'])
  })
})

describe('the workbook and the PDF', () => {
  test.each(['exportXlsx', 'exportPdf'])('%s shows no patients to users without the flag', async (call) => {
    await api.pushAssets([{ AssetType: 'Patient', AssetId: 'PT-SECRET', AssetName: 'Zebulon' }])
    const nurse = await api.people.signIn({ username: `${call} without the flag`, pages: ['devices'] })
    const textOf = async (body: unknown, headers = api.people.admin): Promise<string> =>
      JSON.stringify(
        call === 'exportPdf'
          ? await pdfOf('devices', body, headers)
          : await sheetsOf('devices', body, headers),
      )
    expect(await textOf({ AssetType: 'Patient' })).toContain('PT-SECRET')
    for (const body of [{}, { AssetType: ['Patient', 'Clinician'] }, { search: 'PT-SECRET' }])
      expect((await textOf(body, nurse)).replaceAll(/search[^;"]*PT-SECRET/giu, '')).not.toMatch(
        /PT-SECRET|Zebulon/,
      )
  })

  test.each(['exportXlsx', 'exportPdf'])('%s is refused where the report is refused', async (call) => {
    const nurse = await api.people.signIn({ username: `${call} devices only`, pages: ['devices'] })
    const refusals: [string, unknown, object, number, string][] = [
      ['no-such-page', {}, api.people.admin, 404, 'not_found'],
      ['assetlist', {}, nurse, 403, 'forbidden'],
      ['devices', {}, {}, 401, 'unauthenticated'],
      ['devices', { items: [{ 'Fields.Nope': 'x' }] }, nurse, 400, 'invalid_criteria'],
      ['devices?timeZone=Mars/Olympus', {}, nurse, 400, 'validation'],
      ['devices?timeZone=%2B02:00', {}, nurse, 400, 'validation'],
      ['devices?language=../../x', {}, nurse, 400, 'validation'],
    ]
    for (const [page, body, headers, status, code] of refusals) {
      const refused = await api.post(`/api/report.${call}/${page}`, body, headers as Record<string, string>)
      expect([page, refused.status, refused.body.code]).toEqual([page, status, code])
    }
  })
})
