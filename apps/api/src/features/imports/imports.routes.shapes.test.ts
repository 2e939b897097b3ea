import { messages } from '@wardtrack/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ImportTest, openImportTest, type Upload } from '../../testing/import-test.ts'

let api: ImportTest
beforeAll(async () => {
  api = await openImportTest()
})
beforeEach(async () => {
  await api.parts.db.driver.assets.deleteMany({})
  await api.parts.db.driver.importMappings.deleteMany({})
})
afterAll(() => api.close())

/** Imports a file without a column of types as equipment. @returns the stored assets by id, with their fields */
async function importEquipment(content: string, options: Upload = {}) {
  const { status, body } = await api.upload(content, options)
  expect([status, body.message]).toEqual([200, messages.importUploaded])
  const started = await api.start(body.data.id, body.data.columns, { assetType: 'Equipment' })
  expect(started.status).toBe(200)
  expect((await api.ended(started.body.data.id)).state).toBe('done')
  const assets = await api.parts.db.driver.assets.find({}).sort({ AssetId: 1 }).toArray()
  return assets.map(({ AssetId, Fields }) => [AssetId, Fields])
}

describe('rows inside a wrapper', () => {
  test.each([
    ['rows of an object', '{"total":1,"rows":[{"AssetId":"J-1","AssetName":"x"}]}', 'json'],
    ['results beside other members', '{"meta":{},"results":[{"AssetId":"J-1","AssetName":"x"}]}', 'json'],
    ['an object inside', '{"data":{"page":1,"items":[{"AssetId":"J-1","AssetName":"x"}]}}', 'json'],
    ['JSON lines', '{"AssetId":"J-1","AssetName":"x"}\n', 'json', '{"AssetId":"J-2","AssetName":"}{"}\n'],
    ['attributes', '<assets><asset AssetId="J-1" AssetName="x"/></assets>', 'xml'],
    [
      'an element inside',
      '<export><header><created>2026</created></header><assets><asset><AssetId>J-1</AssetId>' +
        '<AssetName>x</AssetName></asset></assets></export>',
      'xml',
    ],
    [
      'attributes of an element inside',
      '<export><created>2026</created><assets><asset AssetId="J-1" AssetName="x"/></assets></export>',
      'xml',
    ],
  ])('are read from %s', async (_title, content, format, second = '') => {
    const stored = await importEquipment(`${content}${second}`, { format })
    expect(stored).toEqual([
      ['J-1', { AssetName: 'x' }],
      ...(second === '' ? [] : [['J-2', { AssetName: '}{' }]]),
    ])
  })

  test.each([
    ['two lists', '{"rows":[{"AssetId":"1"}],"items":[{"AssetId":"2"}]}', messages.importNotRows],
    ['no list of objects', '{"rows":["1","2"]}', messages.importNotRows],
    ['a broken second line', '{"AssetId":"1"}\n{"AssetId":}\n', messages.importInvalidJson],
    ['a line that is cut off', '{"AssetId":"1"}\n{"AssetId":"2"', messages.importInvalidJson],
    ['something between the lines', '{"AssetId":"1"}\nx{"AssetId":"2"}', messages.importInvalidJson],
  ])('are refused with %s', async (_title, content, message) => {
    const { status, body } = await api.upload(content, { format: 'json' })
    expect([status, body.errors?.[0]?.message ?? body.message]).toEqual([400, message])
    expect(await api.count()).toBe(0)
  })
})

describe('a CSV file of another program', () => {
  test('keeps the zeros of texts that are written as formulas or behind an apostrophe', async () => {
    const csv = 'AssetId,AssetName,SerialNo\n"=""000778""",y,"=""00043"""\n\'000779,z,\'00044\n'
    expect(await importEquipment(csv)).toEqual([
      ['000778', { AssetName: 'y', SerialNo: '00043' }],
      ['000779', { AssetName: 'z', SerialNo: '00044' }],
    ])
  })

  test('has the usual names of registers mapped to the fields of assets', async () => {
    const csv =
      'Asset Tag,Name,serial_number,Category,Manufacturer\nT-0042,Ventilator,SN-1,Ventilation,Acme\n'
    const { body } = await api.upload(csv)
    const targets = body.data.columns.map(({ target }: { target: string }) => target)
    expect(targets).toEqual(['AssetId', 'AssetName', 'SerialNo', 'PrimaryCategory', 'Manufacturer'])
    expect(await importEquipment(csv)).toEqual([
      [
        'T-0042',
        {
          AssetName: 'Ventilator',
          SerialNo: 'SN-1',
          PrimaryCategory: 'Ventilation',
          Manufacturer: 'Acme',
        },
      ],
    ])
  })

  test('leaves a target to the column with the same name', async () => {
    const { body } = await api.upload('Asset ID,AssetId,Name,AssetName\nT-1,E-1,a,b\n')
    const targets = body.data.columns.map(({ target }: { target: string | null }) => target)
    expect(targets).toEqual([null, 'AssetId', 'Name', 'AssetName'])
  })
})
