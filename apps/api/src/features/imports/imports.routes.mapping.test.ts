import { messages } from '@wardtrack/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ImportTest, openImportTest } from '../../testing/import-test.ts'

let api: ImportTest
beforeAll(async () => {
  api = await openImportTest()
})
afterAll(() => api.close())

const HEADER = ['AssetType', 'Name', 'Alias', 'inputType', 'Option', 'OptionAlias']
const importMapping = (fields: unknown) =>
  api.post('/api/asset.importMetaDataMapping', { header: HEADER, fields }, api.clerk)
const FILE = { operation: 'importMetaDataMapping', format: 'json' }
const mapping = async () => (await api.get('/api/asset.getMetaDataMapping')).body

describe('importing the metadata mapping', () => {
  test('creates types, entries and options, changes existing ones, and removes nothing', async () => {
    const before = await mapping()
    const { body } = await importMapping([
      ['Equipment', 'SerialNo', 'Serial'],
      ['Cart', 'Colour', 'Colour', 'select', 'red', 'Red'],
      ['Cart', 'Colour', '', '', 'blue', 'Blue'],
      ['Cart', 'AssetStatus', 'x'],
      ['9', 'x'],
      ['Cart', 'Size', '', 'circle'],
      ['Cart', '', 'y'],
    ])
    expect(body).toMatchObject({ err: 0, accepted: 2, refused: 4 })
    expect(body.errors.map(({ line, field }: { line: number; field: string }) => [line, field])).toEqual([
      [5, 'Name'],
      [6, 'AssetType'],
      [7, 'inputType'],
      [8, 'Name'],
    ])
    const after = await mapping()
    expect(after.Equipment).toEqual({
      ...before.Equipment,
      SerialNo: { ...before.Equipment.SerialNo, Alias: 'Serial' },
    })
    expect(after.Cart).toEqual({
      Colour: {
        Alias: 'Colour',
        Model: 'Fields.Colour',
        tableKey: 'Colour',
        filterFlag: '0',
        inputType: 'select',
        Options: { red: { alias: 'Red' }, blue: { alias: 'Blue' } },
      },
    })
  })

  test('accepts a part of the mapping in its stored layout', async () => {
    const part = {
      Trolley: {
        Load: { Alias: 'Load', inputType: 'select', filterFlag: 1, Options: { full: { alias: 'Full' } } },
      },
    }
    const { status, body } = await importMapping(part)
    expect([status, body.accepted, body.errors]).toEqual([200, 1, []])
    expect((await mapping()).Trolley.Load).toMatchObject({
      filterFlag: '1',
      Options: { full: { alias: 'Full' } },
    })
  })

  const colour = { Alias: 'Colour', inputType: 'select', Options: { red: { alias: 'Red' } } }
  test.each<[string, unknown]>([
    ['a part of the mapping', { Crate: { Colour: colour }, _id: 'mapping' }],
    ['a part of the mapping in a list', [{ Crate: { Colour: colour } }]],
    ['a row', { AssetType: 'Crate', Name: 'Colour', ...colour }],
    ['rows with all their options', [{ assetType: 'Crate', name: 'Colour', ...colour }]],
    [
      'rows with a list of options',
      [{ AssetType: 'Crate', Name: 'Colour', Alias: 'Colour', inputType: 'select', Options: ['red'] }],
    ],
    [
      'a row for each option',
      [
        { AssetType: 'Crate', Name: 'Colour', inputType: 'select' },
        { AssetType: 'Crate', Name: 'Colour', Option: 'red', OptionAlias: 'Red' },
      ],
    ],
  ])('imports %s from a JSON file', async (_form, content) => {
    const { run } = await api.importFile(JSON.stringify(content), FILE)
    expect(run).toMatchObject({ refused: 0, errors: 0 })
    const { Crate } = await mapping()
    expect(Crate.Colour).toMatchObject({ Alias: 'Colour', inputType: 'select' })
    expect(Object.keys(Crate.Colour.Options)).toEqual(['red'])
    await api.parts.db.driver.metadata.updateOne({}, { $unset: { 'types.Crate': '', 'aliases.Crate': '' } })
  })

  test.each<[string, unknown]>([
    ['an answer around the mapping', { err: 0, data: { Equipment: { SerialNo: colour } } }],
    ['a wrapped mapping', { mapping: { Equipment: { SerialNo: colour } } }],
    ['names of entries alone', { Equipment: { SerialNo: 'Serial' } }],
    ['a list of lists', [[1, 2]]],
    ['rows that hold objects', [{ AssetType: 'Equipment', Name: 'SerialNo', Alias: { en: 'Serial' } }]],
  ])('reports the required form of %s, and changes nothing', async (_form, content) => {
    const before = await mapping()
    const { status, body } = await api.upload(JSON.stringify(content), FILE)
    expect([status, body.code, body.message]).toEqual([400, 'import_refused', messages.importEntryShape])
    expect(await mapping()).toEqual(before)
  })

  test('reports a JSON element that is neither layout, and keeps the others', async () => {
    const { id, run } = await api.importFile(
      JSON.stringify([{ AssetType: 'Crate', Name: 'Lid' }, 'Equipment']),
      FILE,
    )
    expect(run).toMatchObject({ accepted: 1, refused: 1 })
    const { body } = await api.get(`/api/imports/${id}/errors`, api.clerk)
    expect(body.data).toEqual([{ line: 3, field: '', message: messages.importEntryShape }])
    expect((await mapping()).Crate).toHaveProperty('Lid')
  })

  test('refuses a column that mappings do not have', async () => {
    const before = await mapping()
    const { status, body } = await api.post(
      '/api/asset.importMetaDataMapping',
      { header: [...HEADER, 'Colour'], fields: [['Equipment', 'SerialNo']] },
      api.clerk,
    )
    expect([status, body.code]).toEqual([400, 'validation'])
    expect(body.errors).toEqual([
      { path: 'header.6', message: messages.importColumnUnknown, field: 'Colour' },
    ])
    expect(await mapping()).toEqual(before)
  })

  test('refuses an entry with more than 100 members, or 20,000 options, by its path', async () => {
    const before = await mapping()
    const members = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`m${n}`, n]))
    for (const entry of [members(101), { Options: members(20_001) }]) {
      const { status, body } = await importMapping({ Trolley: { Weight: entry } })
      expect([status, body.code, body.errors]).toEqual([
        400,
        'validation',
        [{ path: 'fields.Trolley.Weight', message: messages.importRows }],
      ])
    }
    expect(await mapping()).toEqual(before)
  })

  test('changes nothing when all rows are refused', async () => {
    const before = await mapping()
    const { status, body } = await importMapping([['Equipment', '9x', 'x']])
    expect([status, body.code]).toEqual([400, 'import_refused'])
    expect(await mapping()).toEqual(before)
  })
})
