import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiTest } from '../../testing/api-test.ts'
import { openListTest } from '../../testing/list-test.ts'

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

describe('filtering', () => {
  test('returns active assets of all types by name, then id, with the exact total when there are no criteria', async () => {
    const answer = await api.post('/api/assets.filter', {})
    expect(idsOf(answer.body)).toEqual(['C-1', 'B-1', 'B-2', 'P-1', 'P-2'])
    expect(answer.body.maxAssets).toBe(5)
  })

  test('treats a missing body as no filter', async () => {
    const { default: request } = await import('supertest')
    const answer = await request(api.app).post('/api/assets.filter').set(api.people.admin)
    expect(answer.body.maxAssets).toBe(5)
  })

  test('returns pages, and an empty list with the true total after the last page', async () => {
    expect(await filter({}, '?pagesize=2&page=2')).toEqual(['B-2', 'P-1'])
    const past = await api.post('/api/assets.filter?pagesize=2&page=9', {})
    expect(past.body).toEqual({ assets: [], maxAssets: 5 })
    expect(await filter({ pagination: { currentPage: 2, items: 3 } })).toEqual(['P-1', 'P-2'])
    expect(await filter({ pagination: { currentPage: 2, items: 3 } }, '?pagesize=1&page=1')).toEqual(['C-1'])
  })

  test.each(['?pagesize=0', '?pagesize=501', '?page=0', '?page=1.5', '?pagesize=x', '?page=1&page=2'])(
    'refuses the page %s',
    async (query) => {
      const answer = await api.post(`/api/assets.filter${query}`, {})
      expect([answer.status, answer.body.code]).toEqual([400, 'validation'])
    },
  )

  test.each([
    [
      'a list of conditions',
      [{ AssetType: 'Equipment' }, { 'Fields.PrimaryCategory': ['Pump'] }],
      ['P-1', 'P-2'],
    ],
    ['an object', { AssetType: 'Equipment', 'Fields.PrimaryCategory': 'Bed' }, ['B-1', 'B-2']],
    [
      'a wrapper with conditions beside it',
      { criteria: [{ AssetType: 'Equipment' }], 'Fields.PrimaryCategory': 'Bed' },
      ['B-1', 'B-2'],
    ],
    ['a subject', { subject: 'Clinician', items: [] }, ['C-1']],
    [
      'a pattern, literal and without case',
      { 'Fields.AssetName': { $regex: 'BED (', $options: 'i' } },
      ['B-1', 'B-2'],
    ],
    ['a pattern that would match anything if it were one', { 'Fields.SerialNo': { $regex: 'B.1' } }, ['B-1']],
    ['a battery level', { 'Fields.BatteryLevel.Level': ['LEVEL_1'] }, ['P-2']],
    ['assets without a value', { AssetType: 'Equipment', 'Fields.SerialNo': 'N/A' }, ['B-2']],
    ['a custom tag', { CustomTags: 'loan' }, ['B-1']],
    ['a level of the place', { 'CurrentLocation.fullPath.Level_2': 'Tower' }, ['P-1']],
    ['any of several levels', { 'CurrentLocation.level.Level_3': ['Ward 3', 'Lab'] }, ['B-1', 'P-1']],
    [
      'two levels that no place has',
      { 'CurrentLocation.fullPath.Level_2': 'Tower', 'CurrentLocation.fullPath.Level_3': 'Lab' },
      [],
    ],
    ['a pattern of a level', { 'CurrentLocation.fullPath.Level_2': { $regex: 'ann' } }, ['B-1']],
    ['the map', { 'CurrentLocation.mapId': 'm1' }, ['B-1', 'P-1']],
    ['inactive ones when they are named', { AssetStatus: 'inactive' }, ['OLD']],
    [
      'empty values, which say nothing',
      { AssetStatus: '', 'Fields.SerialNo': [], AssetType: 'Clinician', 'Fields.AssetName': null },
      ['C-1'],
    ],
    ['values that are not of the kind', { AssetType: 'Equipment', 'Fields.AssetName': [7, true] }, []],
    ['a range of creation', { createdAt: { $gte: '2020-01-01', $lt: '2021-01-01T00:00:00Z' } }, []],
  ])('by %s', async (_title, body, expected) => {
    expect(await filter(body)).toEqual(expected)
    const { body: answer } = await api.post('/api/assets.filter', body)
    expect(answer.maxAssets).toBe(expected.length)
  })

  test('accepts any value as an internal id', async () => {
    const pump = await api.parts.db.driver.assets.findOne({ AssetId: 'P-1' })
    expect(await filter({ _id: pump?._id.toHexString() })).toEqual(['P-1'])
    expect(await filter({ _id: ['nonsense', '000000000000000000000000'] })).toEqual([])
    expect(await filter({ _id: { $regex: 'a' } })).toEqual([400, 'invalid_criteria', '_id.$regex'])
  })

  test.each([
    [{ items: [{ 'Fields.Name': { $where: '1' } }] }, 'invalid_criteria', 'items.0.Fields.Name'],
    [
      { items: [{ 'Fields.AssetName': { $where: '1' } }] },
      'invalid_criteria',
      'items.0.Fields.AssetName.$where',
    ],
    [[{ 'Fields.AssetName': { $ne: null } }], 'invalid_criteria', '0.Fields.AssetName.$ne'],
    [{ $or: [{}] }, 'invalid_criteria', '$or'],
    [{ $expr: {} }, 'invalid_criteria', '$expr'],
    [{ constructor: 'x' }, 'invalid_criteria', 'constructor'],
    [{ 'Fields.AssetName': { $regex: 'a', $options: 'x' } }, 'invalid_criteria', 'Fields.AssetName.$options'],
    [{ 'Fields.AssetName': 'x'.repeat(201) }, 'invalid_criteria', 'Fields.AssetName'],
    [{ 'Fields.AssetName': [['a']] }, 'invalid_criteria', 'Fields.AssetName.0'],
    [{ createdAt: { $gte: 'yesterday' } }, 'invalid_criteria', 'createdAt.$gte'],
    [{ createdAt: { $gte: '2026-02-01', $lt: '2026-01-01' } }, 'validation', 'createdAt.$lt'],
    [{ sort: [{ sortField: 'passwordHash', sortDirection: 1 }] }, 'invalid_criteria', 'sort.0.sortField'],
    [{ sort: [{ sortField: 'AssetId', sortDirection: 2 }] }, 'invalid_criteria', 'sort.0.sortDirection'],
    [{ search: 'x' }, 'invalid_criteria', 'search'],
    [{ items: [], criteria: [] }, 'invalid_criteria', 'items'],
    [{ pagination: { currentPage: 0, items: 5 } }, 'validation', 'pagination.currentPage'],
    [{ pagination: 'all' }, 'validation', 'pagination'],
  ])('refuses the filter %j', async (body, code, path) => {
    const before = await api.parts.db.driver.assets.countDocuments({})
    expect(await filter(body)).toEqual([400, code, path])
    expect(await api.parts.db.driver.assets.countDocuments({})).toBe(before)
  })

  test('refuses more than 50 conditions and 500 values', async () => {
    const many = Array.from({ length: 51 }, () => ({ AssetId: 'x' }))
    expect(await filter(many)).toEqual([400, 'invalid_criteria', ''])
    expect(await filter({ AssetId: Array(501).fill('x') })).toEqual([400, 'invalid_criteria', 'AssetId'])
  })

  test('treats a pattern designed to block a matcher as literal text', async () => {
    expect(await filter({ 'Fields.AssetName': { $regex: '(a+)+$' } })).toEqual([])
  })

  test.each([
    ['not json', '{', 'application/json', 400, 'invalid_json'],
    ['a list of texts', '["a"]', 'application/json', 400, 'validation'],
    ['a text', '"a"', 'application/json', 400, 'validation'],
    ['another type', 'a=b', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
    ['too much', JSON.stringify({ AssetId: 'x'.repeat(1_100_000) }), 'application/json', 413, 'too_large'],
  ])('refuses a body that is %s', async (_title, body, type, status, code) => {
    const { default: request } = await import('supertest')
    const answer = await request(api.app)
      .post('/api/assets.filter')
      .set(api.people.admin)
      .type(type)
      .send(body)
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })
})

describe('sorting', () => {
  const by = (sortField: string, sortDirection: 1 | -1, type?: string) =>
    filter([...(type ? [{ AssetType: type }] : []), { sort: [{ sortField, sortDirection }] }])

  test('puts missing values first when ascending and last when descending', async () => {
    expect(await by('Fields.SerialNo', 1, 'Equipment')).toEqual(['B-2', 'B-1', 'P-1', 'P-2'])
    expect(await by('Fields.SerialNo', -1, 'Equipment')).toEqual(['P-2', 'P-1', 'B-1', 'B-2'])
  })

  test('gives several types the order of a single sort over all', async () => {
    expect(await by('Fields.SerialNo', 1)).toEqual(['C-1', 'B-2', 'B-1', 'P-1', 'P-2'])
    expect(await by('Fields.SerialNo', -1)).toEqual(['P-2', 'P-1', 'B-1', 'B-2', 'C-1'])
    expect(await by('Fields.PrimaryCategory', 1)).toEqual(['C-1', 'B-1', 'B-2', 'P-1', 'P-2'])
    const page = await filter(
      [{ sort: [{ sortField: 'Fields.SerialNo', sortDirection: 1 }] }],
      '?pagesize=2&page=2',
    )
    expect(page).toEqual(['B-1', 'P-1'])
  })

  test('accepts two fields', async () => {
    const sort = [
      { sortField: 'Fields.PrimaryCategory', sortDirection: -1 },
      { sortField: 'AssetId', sortDirection: 1 },
    ]
    expect(await filter([{ AssetType: 'Equipment' }, { sort }])).toEqual(['P-1', 'P-2', 'B-1', 'B-2'])
  })
})
