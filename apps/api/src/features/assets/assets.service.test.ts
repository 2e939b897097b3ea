import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

let api: ApiTest
beforeAll(async () => {
  api = await openApiTest()
  await api.pushAssets([
    {
      AssetType: 'Equipment',
      AssetId: 'P 1/ä',
      AssetName: 'Pump',
      BatteryLevel: 'LEVEL_2',
      LocationTags: [{ Provider: 'Cisco', TagId: 'T1', IsPrimary: true }],
    },
    { AssetType: 'Clinician', AssetId: 'C-1', AssetName: 'Adams' },
  ])
  await api.link(['Equipment', 'P 1/ä'], ['Clinician', 'C-1'])
})
afterAll(() => api.close())

const byId = (assetType: string, assetId: string) =>
  api.get(`/api/assets.getById?${new URLSearchParams({ assetType, assetId }).toString()}`)

test('returns an asset with its fields, times, tags and links, without internal members', async () => {
  const { status, body } = await byId('Equipment', 'P 1/ä')
  expect(status).toBe(200)
  expect(body.data).toEqual({
    _id: expect.stringMatching(/^[0-9a-f]{24}$/),
    AssetType: 'Equipment',
    AssetId: 'P 1/ä',
    AssetStatus: 'active',
    Fields: {
      AssetName: 'Pump',
      BatteryLevel: { Level: 'LEVEL_2' },
      Mappings: { Clinician: [{ AssetType: 'Clinician', AssetId: 'C-1', Fields: { AssetName: 'Adams' } }] },
    },
    FieldTimes: { AssetName: expect.stringMatching(/Z$/), BatteryLevel: expect.stringMatching(/Z$/) },
    CustomTags: [],
    LocationTags: [{ Provider: 'cisco', TagId: 'T1', IsPrimary: true }],
    TagHistory: [{ Provider: 'cisco', TagId: 'T1', IsPrimary: true, from: expect.stringMatching(/Z$/) }],
    createdAt: expect.stringMatching(/Z$/),
    updatedAt: expect.stringMatching(/Z$/),
  })
})

test('the place of an asset has the members of the contract, and no internal ones', async () => {
  const time = new Date()
  const CurrentLocation = {
    mapId: 'm1',
    fullPath: { Level_1: 'Site' },
    xCenterPoint: 1,
    yCenterPoint: 2,
    provider: 'cisco',
    time,
  }
  const kept = { hierarchyId: 'h1', imageSize: '100x80', byPrimaryTag: true as const, addedLater: 1 }
  const assetName = { AssetId: 'P 1/ä' }
  await api.parts.db.driver.assets.updateOne(assetName, {
    $set: { CurrentLocation: { ...CurrentLocation, ...kept } },
  })
  const shown = { ...CurrentLocation, precision: 'point', time: time.toISOString() }
  expect((await byId('Equipment', 'P 1/ä')).body.data.CurrentLocation).toEqual(shown)
  const list = await api.post('/api/assets.list', { query: assetName, projection: ['CurrentLocation'] })
  expect(list.body.data[0].CurrentLocation).toEqual(shown)
  const pointers = await api.post('/api/assets.MapsPointer', {
    'CurrentLocation.mapId': 'm1',
    AssetType: 'Equipment',
  })
  expect(pointers.body.data[0].CurrentLocation).toEqual(shown)
  await api.parts.db.driver.assets.updateOne(assetName, { $unset: { CurrentLocation: 1 } })
})

test('finds an inactive asset', async () => {
  await api.parts.db.driver.assets.updateOne({ AssetId: 'C-1' }, { $set: { AssetStatus: 'inactive' } })
  expect((await byId('Clinician', 'C-1')).body.data.AssetStatus).toBe('inactive')
})

test('answers 404 for an unknown asset and for another type', async () => {
  for (const [type, id] of [
    ['Equipment', 'C-1'],
    ['Equipment', 'none'],
    ['Nothing', 'C-1'],
  ] as const) {
    const { status, body } = await byId(type, id)
    expect([status, body.code]).toEqual([404, 'not_found'])
  }
})

test.each([
  '',
  '?assetType=Equipment',
  '?assetId=C-1',
  '?assetType=&assetId=x',
  '?assetType[$ne]=x&assetId=C-1',
])('refuses the query "%s"', async (query) => {
  const { status, body } = await api.get(`/api/assets.getById${query}`)
  expect([status, body.code]).toEqual([400, 'validation'])
})

test('returns the links of an asset as pairs with the asset first', async () => {
  const { body } = await api.post('/api/asset.getAssetMappingById', { Clinician: 'C-1' })
  expect(body).toEqual({
    Mapping: [
      [
        { AssetType: 'Clinician', AssetId: 'C-1', Fields: { AssetName: 'Adams' } },
        { AssetType: 'Equipment', AssetId: 'P 1/ä', Fields: { AssetName: 'Pump' } },
      ],
    ],
  })
})

test.each([[{}], [{ Equipment: 'a', Clinician: 'b' }], [{ Equipment: 7 }], [{ 'a.b': 'c' }]])(
  'refuses to list links for %j',
  async (body) => {
    const answer = await api.post('/api/asset.getAssetMappingById', body)
    expect([answer.status, answer.body.code]).toEqual([400, 'validation'])
  },
)

test('answers 404 for the links of an unknown asset', async () => {
  const answer = await api.post('/api/asset.getAssetMappingById', { Equipment: 'C-1' })
  expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
})
