import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiTest } from '../../testing/api-test.ts'
import { openListTest, WARD } from '../../testing/list-test.ts'

let api: ApiTest
beforeAll(async () => {
  api = await openListTest()
})
afterAll(() => api.close())

const idsOf = (body: { assets: { AssetId: string }[] }): string[] => body.assets.map((asset) => asset.AssetId)
const filter = async (body: unknown, query = '') => {
  const answer = await api.post(`/api/assets.filter${query}`, body)
  return answer.status === 200
    ? idsOf(answer.body)
    : [answer.status, answer.body.code, answer.body.errors?.[0]?.path]
}

describe('searching', () => {
  test.each([
    ['pump', ['P-1', 'P-2']],
    ['PUMP B', ['P-2']],
    ['p-', ['P-1', 'P-2']],
    ['77', ['P-2']],
    ['20', ['P-1']],
    ['(blue)', ['B-1', 'B-2']],
    ['bed', ['B-1', 'B-2']],
    ['tower', ['P-1']],
    ['lab', ['B-1']],
    ['tower>ward', ['P-1']],
    ['site > TOWER > ward 3', ['P-1']],
    ['annex > ward', []],
    ['zz', []],
    ['pump pump', []],
  ])('finds %s', async (search, expected) => {
    const answer = await api.post('/api/assets.filter', [{ AssetType: 'Equipment' }, { search }])
    expect(idsOf(answer.body)).toEqual(expected)
    expect(answer.body.maxAssets).toBe(expected.length)
  })

  test.each([
    [[{ search: 'pump' }, { search: 'tower' }], ['P-1']],
    [[{ search: 'tower' }, { search: 'pump' }], ['P-1']],
    [{ search: 'tower', items: [{ search: 'p-' }] }, ['P-1']],
    [[{ search: 'bed' }, { search: 'zz' }], []],
    [[{ search: 'zz' }, { search: 'bed' }], []],
    [[{ search: 'pump' }, { search: '77' }, { search: 'p-2' }], ['P-2']],
    [[{ search: 'ward' }, { search: 'tower>ward' }], ['P-1']],
  ])('finds assets that contain every text of %j', async (body, expected) => {
    for (const call of ['assets.filter', 'assets.list']) {
      const answer = await api.post(`/api/${call}`, call === 'assets.list' ? { query: body } : body)
      const found: { AssetId: string }[] = answer.body.assets ?? answer.body.data
      expect([call, answer.status, found.map(({ AssetId }) => AssetId)]).toEqual([call, 200, expected])
      expect(answer.body.maxAssets ?? answer.body.count).toBe(expected.length)
    }
  })

  test.each(['LocationTags.TagId', 'LocationTags.Provider'])(
    'N/A on %s finds assets without tags',
    async (field) => {
      await api.pushAssets([
        {
          AssetType: 'Equipment',
          AssetId: 'T-1',
          AssetName: 'Tagged',
          LocationTags: [{ Provider: 'cisco', TagId: 't1', IsPrimary: true }],
        },
      ])
      const known = field === 'LocationTags.TagId' ? 't1' : 'cisco'
      expect(await filter([{ AssetType: 'Equipment' }, { [field]: known }])).toEqual(['T-1'])
      const untagged = ['B-1', 'B-2', 'P-1', 'P-2']
      expect(await filter([{ AssetType: 'Equipment' }, { [field]: 'N/A' }])).toEqual(untagged)
      expect(await filter([{ AssetType: 'Equipment' }, { [field]: ['N/A', known] }])).toEqual([
        ...untagged,
        'T-1',
      ])
      await api.parts.db.driver.assets.deleteOne({ AssetId: 'T-1' })
    },
  )

  test('counts an asset once when both its name and its place match', async () => {
    await api.pushAssets([{ AssetType: 'Equipment', AssetId: 'T-1', AssetName: 'Tower lamp' }])
    await api.placeAt(['Equipment', 'T-1'], WARD)
    const answer = await api.post('/api/assets.filter', { search: 'tower' })
    expect([idsOf(answer.body), answer.body.maxAssets]).toEqual([['P-1', 'T-1'], 2])
    await api.parts.db.driver.assets.deleteOne({ AssetId: 'T-1' })
  })

  // JavaScript escapes both characters in the source of a pattern, and the store does not read these escapes.
  test.each(['\u2028', '\u2029'])(
    'finds assets that contain the separator %j, by text and by field',
    async (mark) => {
      const AssetName = `Pump${mark}Blue`
      await api.pushAssets([{ AssetType: 'Equipment', AssetId: 'S-1', AssetName }])
      for (const criteria of [
        { search: `mp${mark}bl` },
        { 'Fields.AssetName': { $regex: `P${mark}B` } },
        { AssetId: 'S-1', 'Fields.SerialNo': 'N/A', 'Fields.AssetName': { $regex: mark } },
      ])
        expect(await filter(criteria)).toEqual(['S-1'])
      for (const criteria of [{ search: `no${mark}bl` }, { AssetId: { $regex: mark } }])
        expect(await filter(criteria)).toEqual([])
      await api.parts.db.driver.assets.deleteOne({ AssetId: 'S-1' })
    },
  )

  test('finds an asset by its new name only', async () => {
    await api.pushAssets([{ AssetType: 'Equipment', AssetId: 'R-1', AssetName: 'Quokka' }])
    expect(await filter({ search: 'quokka' })).toEqual(['R-1'])
    await api.pushAssets([{ AssetType: 'Equipment', AssetId: 'R-1', AssetName: 'Wombat' }])
    expect(await filter({ search: 'quokka' })).toEqual([])
    expect(await filter({ search: 'wombat' })).toEqual(['R-1'])
    await api.parts.db.driver.assets.deleteOne({ AssetId: 'R-1' })
  })
})

describe('the asset list', () => {
  const list = (body: object) => api.post('/api/assets.list', body)

  test('includes inactive assets, by type and id, with the requested members', async () => {
    const { body } = await list({ pagesize: 3, page: 1, projection: ['Fields.AssetName'] })
    expect(body.count).toBe(6)
    expect(body.data).toEqual([
      { _id: expect.any(String), AssetType: 'Clinician', AssetId: 'C-1', Fields: { AssetName: 'Adams' } },
      {
        _id: expect.any(String),
        AssetType: 'Equipment',
        AssetId: 'B-1',
        Fields: { AssetName: 'Bed (blue)' },
      },
      {
        _id: expect.any(String),
        AssetType: 'Equipment',
        AssetId: 'B-2',
        Fields: { AssetName: 'Bed (blue)' },
      },
    ])
  })

  test('accepts a projection as an object, and returns whole assets without one', async () => {
    const shown = await list({ projection: { AssetStatus: 1 }, query: { AssetId: 'OLD' } })
    expect(Object.keys(shown.body.data[0]).sort()).toEqual(['AssetId', 'AssetStatus', 'AssetType', '_id'])
    const whole = await list({ query: { AssetId: 'OLD' } })
    expect(whole.body.data[0]).toMatchObject({ AssetStatus: 'inactive', CustomTags: [], LocationTags: [] })
  })

  test.each([
    [{ status: true }, 5],
    [{ status: 'inactive' }, 1],
    [{ status: false, AssetType: 'Equipment', 'Fields.PrimaryCategory': 'Pump' }, 1],
    [{ AssetType: 'Equipment', 'Fields.PrimaryCategory': 'Pump' }, 3],
    [{ status: '' }, 6],
  ])('accepts the query %j', async (query, count) => {
    expect((await list({ query })).body.count).toBe(count)
  })

  test.each([
    [{ query: { status: 'broken' } }, 'invalid_criteria', 'query.status'],
    [{ query: { secret: 1 } }, 'invalid_criteria', 'query.secret'],
    [{ projection: ['SearchGrams'] }, 'invalid_criteria', 'projection.0'],
    [{ projection: { passwordHash: 1 } }, 'invalid_criteria', 'projection.passwordHash'],
    [{ pagesize: 501 }, 'validation', 'pagesize'],
  ])('refuses the query %j', async (body, code, path) => {
    const answer = await list(body)
    expect([answer.status, answer.body.code, answer.body.errors[0].path]).toEqual([400, code, path])
  })

  test('requires the page assetlist', async () => {
    const dashboard = await api.people.signIn({ username: 'dashboard-only', pages: ['devices'] })
    expect((await api.post('/api/assets.list', {}, dashboard)).status).toBe(403)
    expect((await api.post('/api/assets.filter', {}, dashboard)).status).toBe(200)
  })
})
