import { messages } from '@wardtrack/contracts'
import { STORAGE_LIMITS } from '@wardtrack/database'
import type { Headers } from '@wardtrack/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

let api: ApiTest
let nurse: Headers
let events: string[] = []
beforeAll(async () => {
  api = await openApiTest()
  nurse = await api.people.signIn({ username: 'Carer', pages: ['asset-detail'] })
  api.parts.bus.subscribe('asset.changed', ({ changes }) =>
    events.push(...changes.map(({ AssetId, change }) => `${AssetId} ${change}`)),
  )
  await api.pushAssets([
    { AssetType: 'Equipment', AssetId: 'E-1', AssetName: 'Pump' },
    { AssetType: 'Equipment', AssetId: 'E-2' },
    { AssetType: 'Clinician', AssetId: 'C-1', AssetName: 'Adams' },
    { AssetType: 'Clinician', AssetId: 'C-2', AssetName: 'Brown' },
    { AssetType: 'Patient', AssetId: 'P-1', AssetName: 'Zoe' },
  ])
})
beforeEach(async () => {
  await api.parts.db.driver.assets.updateMany({}, { $unset: { 'Fields.Mappings': '' } })
  events = []
})
afterAll(() => api.close())

const E1 = { AssetType: 'Equipment', AssetId: 'E-1' }
const E2 = { AssetType: 'Equipment', AssetId: 'E-2' }
const C1 = { AssetType: 'Clinician', AssetId: 'C-1' }
const C2 = { AssetType: 'Clinician', AssetId: 'C-2' }
const P1 = { AssetType: 'Patient', AssetId: 'P-1' }
type Side = { AssetType?: string; AssetId?: string }
const add = (Mapping: unknown, headers?: Headers) =>
  api.post('/api/assets.addAssetMapping', { Mapping }, headers)
const remove = (Mapping: unknown, headers?: Headers) =>
  api.post('/api/assets.removeAssetMapping', { Mapping }, headers)
const linksOf = async ({ AssetType = '', AssetId = '' }: Side): Promise<string[]> => {
  const asset = await api.parts.db.driver.assets.findOne({ AssetType, AssetId })
  return Object.values(asset?.Fields.Mappings ?? {})
    .flat()
    .map((ref) => ref.AssetId)
    .sort()
}
const allLinks = async () =>
  Object.fromEntries(
    await Promise.all([E1, E2, C1, C2, P1].map(async (name) => [name.AssetId, await linksOf(name)] as const)),
  )

describe('linking', () => {
  test('adds links on both sides, and returns all links of the first asset', async () => {
    expect((await add([[E1, C1]])).body).toEqual({
      err: 0,
      message: 'Assets linked.',
      Mapping: [
        [
          { ...E1, Fields: { AssetName: 'Pump' } },
          { ...C1, Fields: { AssetName: 'Adams' } },
        ],
      ],
    })
    const answer = await add([
      [E1, P1],
      [C1, P1],
    ])
    expect(answer.status).toBe(200)
    expect(answer.body.Mapping.map(([, linked]: Side[]) => linked?.AssetId).sort()).toEqual(['C-1', 'P-1'])
    expect(await allLinks()).toEqual({
      'E-1': ['C-1', 'P-1'],
      'C-1': ['E-1', 'P-1'],
      'P-1': ['C-1', 'E-1'],
      'E-2': [],
      'C-2': [],
    })
    expect(events.sort()).toEqual(['C-1 mapping', 'C-1 mapping', 'E-1 mapping', 'E-1 mapping', 'P-1 mapping'])
  })

  test('keeps an existing link as one link', async () => {
    await add([[E1, C1]])
    expect((await add([[C1, E1]])).status).toBe(200)
    expect(await linksOf(C1)).toEqual(['E-1'])
  })

  test('a link can be ended from either side, and ending it again is no error', async () => {
    await add([
      [E1, C1],
      [E1, C2],
    ])
    const answer = await remove([[C1, E1]])
    expect(answer.body).toEqual({ err: 0, message: 'Link removed.', Mapping: [] })
    expect((await remove([[E1, C1]])).body.Mapping).toHaveLength(1)
    expect(await allLinks()).toMatchObject({ 'E-1': ['C-2'], 'C-1': [], 'C-2': ['E-1'] })
  })

  test('counts links with patients separately, so that the limit does not reveal them', async () => {
    onTestFinished(() => {
      api.parts.limits.assetLinks = STORAGE_LIMITS.assetLinks
    })
    api.parts.limits.assetLinks = 1
    const link = (pair: Side[]) => add([pair])
    expect((await link([E1, P1])).status).toBe(200)
    expect((await link([E1, C1])).status).toBe(200)
    const answer = await link([E1, C2])
    expect([answer.status, answer.body.errors]).toEqual([
      400,
      [{ path: 'Mapping.0.0.AssetId', message: 'An asset has at most 1 links.' }],
    ])
  })
})

describe('a link is refused', () => {
  const notLinked = messages.linkNotAllowed
  const unknownType = 'This asset type is not in the metadata mapping.'
  test.each<[string, unknown, string, string]>([
    ['no list', undefined, 'Mapping', 'Select atleast one asset'],
    ['no pair', [], 'Mapping', 'Select atleast one asset'],
    ['half a pair', [[E1]], 'Mapping.0', 'Select atleast one asset'],
    ['no type', [[E1, { AssetId: 'C-1' }]], 'Mapping.0.1.AssetType', 'Asset Type is required'],
    ['an empty type', [[{ ...E1, AssetType: '' }, C1]], 'Mapping.0.0.AssetType', 'Asset Type is required'],
    ['no id', [[E1, { AssetType: 'Clinician' }]], 'Mapping.0.1.AssetId', 'Select atleast one asset'],
    ['an empty id', [[E1, { ...C1, AssetId: ' ' }]], 'Mapping.0.1.AssetId', 'Select atleast one asset'],
    [
      'an operator',
      [[E1, { ...C1, AssetId: { $ne: '' } }]],
      'Mapping.0.1.AssetId',
      'Select atleast one asset',
    ],
    ['one type', [[E1, E2]], 'Mapping.0.1.AssetType', notLinked],
    ['itself', [[E1, E1]], 'Mapping.0.1.AssetType', notLinked],
    ['an unknown type', [[E1, { ...C1, AssetType: 'Ship' }]], 'Mapping.0.1.AssetType', unknownType],
    [
      'a bad one among good ones',
      [
        [E1, C1],
        [E1, E2],
      ],
      'Mapping.1.1.AssetType',
      notLinked,
    ],
  ])('for %s', async (_name, Mapping, path, message) => {
    const answer = await add(Mapping)
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([400, 'validation', message])
    expect(answer.body.errors[0]).toEqual({ path, message })
    expect((await remove(Mapping)).status).toBe(400)
    expect(await linksOf(E1)).toEqual([])
    expect(events).toEqual([])
  })

  test('for more than a hundred pairs', async () => {
    expect((await add(Array.from({ length: 101 }, () => [E1, C1]))).status).toBe(400)
  })

  test('for an unknown asset, and no part of the request is applied', async () => {
    const answer = await add([
      [E1, C1],
      [E1, { ...C1, AssetId: 'none' }],
    ])
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
    expect((await remove([[{ ...E1, AssetId: 'none' }, C1]])).status).toBe(404)
    expect(await linksOf(E1)).toEqual([])
  })

  test('without a token, or a page that allows it', async () => {
    const stranger = await api.people.signIn({ username: 'Stranger', pages: ['devices'] })
    for (const [headers, status] of [
      [{}, 401],
      [stranger, 403],
    ] as const) {
      expect((await add([[E1, C1]], headers)).status).toBe(status)
      expect((await remove([[E1, C1]], headers)).status).toBe(status)
      expect((await api.get('/api/asset.getGroupedAssetIds', headers)).status).toBe(status)
    }
    expect(await linksOf(E1)).toEqual([])
  })
})

describe('without the patient-data flag', () => {
  test('patients are an unknown type, whether they exist or not', async () => {
    const refusal = async (pair: Side[], AssetType: string) => {
      const { status, body } = await add([pair.map((side) => ({ ...side }))], nurse)
      return JSON.stringify({ status, ...body, requestId: '' }).replaceAll(AssetType, 'TYPE')
    }
    const unknown = await refusal([E1, { AssetType: 'Ship', AssetId: 'P-1' }], 'Ship')
    expect(await refusal([E1, P1], 'Patient')).toBe(unknown)
    expect(await refusal([E1, { ...P1, AssetId: 'none' }], 'Patient')).toBe(unknown)
    await add([[E1, P1]])
    expect((await remove([[E1, P1]], nurse)).status).toBe(400)
    expect(await linksOf(P1)).toEqual(['E-1'])
  })

  test('the links in a response name no patients, and existing links with patients stay', async () => {
    await add([[E1, P1]])
    const answer = await add([[E1, C1]], nurse)
    expect(answer.body.Mapping.map(([, linked]: Side[]) => linked?.AssetId)).toEqual(['C-1'])
    await remove([[E1, C1]], nurse)
    expect(await linksOf(E1)).toEqual(['P-1'])
  })
})

test('concurrent links and unlinks from both sides leave both sides equal', async () => {
  const pairs = [E1, E2].flatMap((equipment) => [C1, C2, P1].map((person) => [equipment, person] as const))
  const requests = Array.from({ length: 240 }, (_, index) => {
    const [side, otherSide] = pairs[index % pairs.length] ?? [E1, C1]
    const pair = index % 4 < 2 ? [side, otherSide] : [otherSide, side]
    return Math.floor(index / pairs.length) % 2 === 0 ? add([pair]) : remove([pair])
  })
  expect(new Set((await Promise.all(requests)).map(({ status }) => status))).toEqual(new Set([200]))
  const links = await allLinks()
  for (const [equipment, person] of pairs)
    expect(links[equipment.AssetId]?.includes(person.AssetId), `${equipment.AssetId} ${person.AssetId}`).toBe(
      links[person.AssetId]?.includes(equipment.AssetId),
    )
})

test('a link on only one side, left by a killed process, is repaired by the next request', async () => {
  await api.parts.db.driver.assets.updateOne(E1, { $set: { 'Fields.Mappings.Clinician': [C1] } })
  await add([[E1, C1]])
  expect(await linksOf(C1)).toEqual(['E-1'])
  await api.parts.db.driver.assets.updateOne(E1, { $unset: { 'Fields.Mappings': '' } })
  await remove([[E1, C1]])
  expect(await linksOf(C1)).toEqual([])
})

describe('ids by type', () => {
  const ids = async (query = '', headers?: Headers) =>
    (await api.get(`/api/asset.getGroupedAssetIds${query}`, headers)).body
  test('are sorted, limited, and searched literally and case-insensitively', async () => {
    expect(await ids()).toEqual({ Equipment: ['E-1', 'E-2'], Clinician: ['C-1', 'C-2'], Patient: ['P-1'] })
    expect(await ids('?assetType=Equipment&search=e-2')).toEqual({ Equipment: ['E-2'] })
    expect(await ids('?assetType=Equipment&search=e.2')).toEqual({ Equipment: [] })
    // A line separator: JavaScript escapes it in patterns, and the store does not read this escape.
    expect(await ids('?assetType=Equipment&search=e%E2%80%A82')).toEqual({ Equipment: [] })
    expect(await ids('?assetType=Clinician&limit=1')).toEqual({ Clinician: ['C-1'] })
    expect(await ids('?assetType=Ship')).toEqual({})
  })
  test.each(['?limit=0', '?limit=5001', '?limit=x', `?search=${'x'.repeat(501)}`])(
    '%s is refused',
    async (query) => {
      expect((await api.get(`/api/asset.getGroupedAssetIds${query}`)).status).toBe(400)
    },
  )
  test('include no patients without the flag', async () => {
    expect(Object.keys(await ids('', nurse))).toEqual(['Equipment', 'Clinician'])
    expect(await ids('?assetType=Patient', nurse)).toEqual(await ids('?assetType=Ship', nurse))
  })
})
