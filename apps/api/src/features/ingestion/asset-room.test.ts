import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

let api: ApiTest
beforeAll(async () => {
  api = await openApiTest()
  Object.assign(api.parts.limits, { assetFields: 20, assetKb: 64, assetLinks: 3 })
})
afterAll(() => api.close())
beforeEach(() => api.parts.db.driver.assets.deleteMany({}))

const pump = (AssetId: string, members: object = {}) => ({ AssetType: 'Equipment', AssetId, ...members })
const fields = (from: number, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`Extra${from + n}`, n]))
const push = async (items: unknown, to = 'assets') =>
  (await api.post(`/api/ingest/${to}`, items, api.people.key)).body
const fieldsOf = async (AssetId: string) =>
  Object.keys((await api.parts.db.driver.assets.findOne({ AssetId }))?.Fields ?? {})

test("refuses only the item that exceeds its asset's field limit, naming one of the fields", async () => {
  expect(await push(pump('E', fields(0, 15)))).toMatchObject({ accepted: 1 })
  const answer = await push([
    pump('E', fields(100, 10)),
    pump('OTHER', { AssetName: 'Good' }),
    pump('E', { ...fields(0, 5), Extra200: 1 }),
  ])
  expect(answer).toMatchObject({ accepted: 2, refused: 1 })
  expect(answer.errors).toEqual([
    { index: 0, path: 'Extra109', code: 'validation', message: 'An asset has at most 20 fields.' },
  ])
  expect(await fieldsOf('E')).toHaveLength(16)
  expect(await fieldsOf('OTHER')).toEqual(['AssetName'])
})

test('removed fields free space, and an asset above the limit may lose some', async () => {
  await push(pump('E', fields(0, 20)))
  const removed = Object.fromEntries(Object.keys(fields(0, 5)).map((name) => [name, null]))
  expect(await push([pump('E', removed), pump('E', fields(300, 5))])).toMatchObject({
    accepted: 2,
    refused: 0,
  })
  expect(await fieldsOf('E')).toHaveLength(20)
  api.parts.limits.assetFields = 10
  expect(await push(pump('E', { Extra5: 'changed', Extra6: null }))).toMatchObject({ accepted: 1 })
  api.parts.limits.assetFields = 20
})

test('refuses only the item that makes its asset too large, also for a new asset', async () => {
  const long = Array.from({ length: 100 }, () => 'x'.repeat(500))
  const answer = await push([
    pump('E', { First: long }),
    pump('E', { Second: long }),
    pump('NEW', { First: long, Second: long }),
    pump('E', { AssetName: 'Pump' }),
  ])
  expect(answer).toMatchObject({ accepted: 2, refused: 2 })
  expect(answer.errors.map((error: { index: number; path: string; message: string }) => error)).toEqual([
    expect.objectContaining({
      index: 1,
      path: 'Second',
      message: 'The fields of an asset have at most 64 kB.',
    }),
    expect.objectContaining({ index: 2 }),
  ])
  expect(await fieldsOf('E')).toEqual(['First', 'AssetName'])
  expect(await fieldsOf('NEW')).toEqual([])
})

test("refuses only the link that exceeds an asset's limit, on either side", async () => {
  await push([...[1, 2, 3, 4].map((n) => pump(`E${n}`)), { AssetType: 'Clinician', AssetId: 'C' }])
  const clinician = { AssetType: 'Clinician', AssetId: 'C' }
  const link = (n: number, action = 'link') => ({ from: pump(`E${n}`), to: clinician, action })
  const answer = await push([link(1), link(2), link(3), link(4), link(3)], 'associations')
  expect(answer).toMatchObject({ accepted: 4, refused: 1 })
  expect(answer.errors).toEqual([
    { index: 3, path: 'to.AssetId', code: 'validation', message: 'An asset has at most 3 links.' },
  ])
  const linked = async (AssetId: string) =>
    Object.values((await api.parts.db.driver.assets.findOne({ AssetId }))?.Fields.Mappings ?? {}).flat()
      .length
  expect([await linked('C'), await linked('E3'), await linked('E4')]).toEqual([3, 1, 0])
  expect(await push([link(1, 'unlink'), link(4)], 'associations')).toMatchObject({ accepted: 2 })
  expect([await linked('C'), await linked('E1'), await linked('E4')]).toEqual([3, 0, 1])
})

test.each([
  ['NUL', 'Pump\u0000'],
  ['an override of the direction', 'Pump \u202etxt'],
  ['an isolate', '\u2066Pump\u2069'],
  ['a space without width', 'Pu\u200bmp'],
  ['a byte order mark', 'Pu\ufeffmp'],
])('refuses a name with %s on entry', async (_title, name) => {
  const answer = await push([
    pump('E', { AssetName: name }),
    pump('E', { Free: name }),
    pump('E', { Free: [name] }),
    pump('E', { CustomTags: [name] }),
    pump('GOOD', { AssetName: 'Pumpe Größe 2, \u0645\u06cc\u200c\u0634\u0648\u062f' }),
  ])
  expect(answer).toMatchObject({ accepted: 1, refused: 4 })
  expect(answer.errors.map(({ path }: { path: string }) => path)).toEqual([
    'AssetName',
    'Free',
    'Free',
    'CustomTags.0',
  ])
  for (const { message } of answer.errors) expect(message.toLowerCase()).toContain('control characters')
  expect(await api.parts.db.driver.assets.countDocuments({})).toBe(1)
})

test.each([
  ['an override of the direction', 'P-\u202e1'],
  ['a space without width', 'P\u200b-1'],
  ['a byte order mark', '\ufeffP-1'],
  ['a soft hyphen', 'P-\u00ad1'],
  ['a joiner', 'P-1\u200d'],
])('takes an id with %s as the id that is seen', async (_title, AssetId) => {
  expect(await push([pump('P-1', { Free: 'x' }), pump(AssetId, { Free: 'y' })])).toMatchObject({
    accepted: 2,
  })
  const assets = await api.parts.db.driver.assets.find({}).toArray()
  expect(assets.map(({ AssetId: id, Fields }) => [id, Fields['Free']])).toEqual([['P-1', 'y']])
})

test('refuses an id with a control character', async () => {
  const { refused, errors } = await push([pump('P\u0000')])
  expect([refused, errors[0].path]).toEqual([1, 'AssetId'])
})
