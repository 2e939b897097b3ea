import { messages } from '@wardtrack/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

let api: ApiTest
beforeAll(async () => {
  api = await openApiTest()
})
beforeEach(() => api.parts.db.driver.assets.deleteMany({}))
afterAll(() => api.close())

const send = (header: unknown, fields: unknown) =>
  api.post('/api/asset.importTagToAsset', { header, fields }, api.people.admin)
const tagsByFlagged = (fields: unknown) =>
  send(['AssetType', 'AssetId', 'Provider', 'TagId', 'IsPrimary'], fields)
const stored = (AssetId: string) => api.parts.db.driver.assets.findOne({ AssetId })
const storedTags = async (AssetId: string) => (await stored(AssetId))?.LocationTags

describe('importing tags', () => {
  beforeEach(() =>
    api.pushAssets([
      {
        AssetType: 'Equipment',
        AssetId: 'E-1',
        LocationTags: [{ Provider: 'cisco', TagId: 'a', IsPrimary: true }],
      },
      { AssetType: 'Equipment', AssetId: 'E-2', AssetName: 'Pump' },
    ]),
  )

  test('adds tags, sets the primary one, and moves tags of other assets', async () => {
    const { body } = await tagsByFlagged([
      ['', 'E-1', 'Cisco', 'b', 'YES'],
      ['Equipment', 'E-2', 'cisco', 'a', ''],
      ['Equipment', 'E-2', 'centrak', 'c', '0'],
    ])
    expect(body).toMatchObject({ accepted: 3, refused: 0, errors: [] })
    expect(await storedTags('E-1')).toEqual([{ Provider: 'cisco', TagId: 'b', IsPrimary: true }])
    expect(await storedTags('E-2')).toEqual([
      { Provider: 'cisco', TagId: 'a', IsPrimary: false },
      { Provider: 'centrak', TagId: 'c', IsPrimary: false },
    ])
    expect((await stored('E-2'))?.Fields).toEqual({ AssetName: 'Pump' })
  })

  test('gives a tag to the asset that names it last', async () => {
    await tagsByFlagged([
      ['', 'E-1', 'cisco', 'x', ''],
      ['', 'E-2', 'cisco', 'x', ''],
      ['', 'E-1', 'cisco', 'x', 'true'],
    ])
    expect((await storedTags('E-1'))?.map(({ TagId }) => TagId)).toEqual(['a', 'x'])
    expect(await storedTags('E-2')).toEqual([])
  })

  test('reports missing and invalid members', async () => {
    const { body } = await tagsByFlagged([
      ['', 'E-1', '', 'x', ''],
      ['', 'E-1', 'cisco', '', 'maybe'],
      ['', 'E-1', 'cisco', 'ok', ''],
    ])
    expect(body).toMatchObject({ accepted: 1, refused: 2 })
    expect(body.errors).toEqual([
      { line: 2, field: 'Provider', message: messages.fieldRequired },
      { line: 3, field: 'TagId', message: messages.fieldRequired },
      { line: 3, field: 'IsPrimary', message: messages.importYesNo },
    ])
    expect((await send(['AssetId', 'TagId'], [['E-1', 'x']])).body.errors).toEqual([
      { path: 'header', message: messages.importColumnMissing, field: 'Provider' },
    ])
  })
})
