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
const mapping = async () => (await api.get('/api/asset.getMetaDataMapping')).body

describe('importing the metadata mapping', () => {
  test('makes types, entries and options, changes what is there, and removes nothing', async () => {
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

  test('takes a part of the mapping as it is', async () => {
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

  test('that leaves no row changes nothing', async () => {
    const before = await mapping()
    const { status, body } = await importMapping([['Equipment', '9x', 'x']])
    expect([status, body.code]).toEqual([400, 'import_refused'])
    expect(await mapping()).toEqual(before)
  })
})
