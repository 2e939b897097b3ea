import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiTest } from '../../testing/api-test.ts'
import { openListTest } from '../../testing/list-test.ts'
import { replaceMapping } from '../metadata/index.ts'

let api: ApiTest
beforeAll(async () => {
  api = await openListTest()
})
afterAll(() => api.close())

const EQUIPMENT_HEADER =
  'AssetType,AssetId,Asset Name,Serial No,Primary Category,Wifi Strength,Battery Level,Connection Status,' +
  'Infusion Status,Volume Infused,Location'

const exported = (page: string, body: unknown = {}, headers = api.people.admin) =>
  api.post(`/api/report.exportCsv/${page}`, body, headers)
const linesOf = ({ text }: { text: string }): string[] => text.split('\r\n')
const idsOf = (answer: { text: string }): (string | undefined)[] =>
  linesOf(answer)
    .slice(1, -1)
    .map((line) => line.split(',')[1])

describe('an export', () => {
  test('holds every row of the list in its order, with aliases for options and columns, and the place as a path', async () => {
    const answer = await exported('devices', [{ AssetType: 'Equipment' }])
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toBe('attachment; filename="report.csv"')
    expect(answer.headers['cache-control']).toBe('no-store')
    const lines = linesOf(answer)
    expect(lines[0]).toBe(EQUIPMENT_HEADER)
    expect(idsOf(answer)).toEqual(['B-1', 'B-2', 'P-1', 'P-2'])
    expect(lines.at(-1)).toBe('')
    const pump = lines.find((line) => line.startsWith('Equipment,P-2,'))
    expect(pump).toContain(',Critical,')
    const placed = lines.find((line) => line.startsWith('Equipment,P-1,'))
    expect(placed?.endsWith(',Site>Tower>Ward 3')).toBe(true)
  })

  test('holds the matching rows in the requested order, whatever page the caller views', async () => {
    const body = {
      items: [{ AssetType: 'Equipment' }, { 'Fields.PrimaryCategory': ['Pump'] }],
      pagination: { currentPage: 1, items: 81_000 },
      sort: [{ sortField: 'AssetId', sortDirection: -1 }],
    }
    expect(idsOf(await exported('devices', body))).toEqual(['P-2', 'P-1'])
    const byBattery = {
      AssetType: 'Equipment',
      sort: [{ sortField: 'Fields.BatteryLevel.Level', sortDirection: -1 }],
    }
    const listed = await api.post('/api/assets.filter', byBattery)
    expect(idsOf(await exported('devices', byBattery))).toEqual(
      listed.body.assets.map(({ AssetId }: { AssetId: string }) => AssetId),
    )
  })

  test('covers all types when none is named, and includes inactive assets of the asset list', async () => {
    const devices = await exported('devices')
    expect(idsOf(devices)).toEqual(['C-1', 'B-1', 'B-2', 'P-1', 'P-2'])
    expect(linesOf(devices)[0]).toBe(EQUIPMENT_HEADER.replace(',Location', ',Status,Location'))
    expect(idsOf(await exported('assetlist', { AssetType: 'Equipment' }))).toContain('OLD')
    expect(idsOf(devices)).not.toContain('OLD')
  })

  test('writes NA for missing values, and no text that a spreadsheet would execute', async () => {
    await api
      .pushAssets([
        { AssetType: 'Cart', AssetId: 'F-1', AssetName: '=1+1', SerialNo: '#N/A', PrimaryCategory: '@x' },
        { AssetType: 'Cart', AssetId: 'F-2', AssetName: '-2', SerialNo: 'a "b", c', PrimaryCategory: '+x' },
      ])
      .catch(() => undefined)
    await replaceMapping(api.parts, { aliases: {}, types: { Cart: cartEntries() } })
    await replaceMapping(api.parts, { aliases: {}, types: { Cart: cartEntries() } })
    await api.pushAssets([
      { AssetType: 'Cart', AssetId: 'F-1', AssetName: '=1+1', SerialNo: '#N/A', Weight: -4 },
      { AssetType: 'Cart', AssetId: 'F-2', AssetName: '-2', SerialNo: 'a "b", c' },
    ])
    const lines = linesOf(await exported('devices', { AssetType: 'Cart' }))
    expect(lines).toEqual([
      "AssetType,AssetId,'=Name,Serial No,Weight,Location",
      'Cart,F-2,\'-2,"a ""b"", c",NA,NA',
      "Cart,F-1,'=1+1,NA,-4,NA",
      '',
    ])
  })

  test('hides patients without the flag, even their columns', async () => {
    await replaceMapping(api.parts, {
      aliases: {},
      types: { Patient: { AssetName: entry('Name'), Bed: entry('Secret bed') } },
    })
    await api.pushAssets([{ AssetType: 'Patient', AssetId: 'PT-SECRET', AssetName: 'Zebulon', Bed: '7' }])
    expect((await exported('devices')).text).toMatch(/PT-SECRET.*Zebulon/)
    expect((await exported('devices')).text).toContain('Secret bed')
    const nurse = await api.people.signIn({ username: 'without the flag', pages: ['devices'] })
    for (const body of [
      {},
      { AssetType: 'Patient' },
      { AssetType: ['Patient', 'Clinician'] },
      { search: 'zebulon' },
    ]) {
      const { status, text } = await exported('devices', body, nurse)
      expect(status).toBe(200)
      expect(text).not.toMatch(/PT-SECRET|Zebulon|Patient|Secret bed/)
    }
  })

  test('is refused where the list is refused, before any byte is sent', async () => {
    const refused = await exported('devices', { items: [{ 'Fields.Nope': 'x' }] })
    expect([refused.status, refused.body.code, refused.body.errors[0].path]).toEqual([
      400,
      'invalid_criteria',
      'items.0.Fields.Nope',
    ])
    const unknown = await exported('no-such-page')
    expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found'])
  })

  test('requires its own page: the device page does not open the asset list, nor the reverse', async () => {
    const nurse = await api.people.signIn({ username: 'devices only', pages: ['devices'] })
    const clerk = await api.people.signIn({ username: 'list only', pages: ['assetlist'] })
    expect((await exported('assetlist', {}, nurse)).body.code).toBe('forbidden')
    expect((await exported('devices', {}, clerk)).body.code).toBe('forbidden')
    expect((await exported('assetlist', {}, clerk)).status).toBe(200)
  })
})

describe('an export of many rows', () => {
  test('holds each row exactly once', async () => {
    const many = Array.from({ length: 1_200 }, (_, index) => ({
      AssetType: 'Cart',
      AssetId: `M-${String(index).padStart(4, '0')}`,
      AssetName: 'x'.repeat(60),
    }))
    for (let start = 0; start < many.length; start += 400)
      await api.pushAssets(many.slice(start, start + 400))
    const criteria = { AssetType: 'Cart', AssetId: { $regex: 'M-' } }
    const ids = idsOf(await exported('devices', criteria))
    expect(ids).toEqual(many.map(({ AssetId }) => AssetId))
  })
})

function entry(Alias: string) {
  const Model = Alias === 'Name' ? 'Fields.AssetName' : 'Fields.Bed'
  return { Alias, Model, tableKey: Alias, filterFlag: '1' as const, inputType: 'input' as const }
}

const cartEntries = () => ({
  AssetName: { ...entry('=Name'), Model: 'Fields.AssetName' },
  SerialNo: { ...entry('Serial No'), Model: 'Fields.SerialNo' },
  Weight: { ...entry('Weight'), Model: 'Fields.Weight' },
})
