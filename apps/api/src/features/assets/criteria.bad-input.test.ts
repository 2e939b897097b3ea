import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiTest } from '../../testing/api-test.ts'
import { openListTest } from '../../testing/list-test.ts'

let api: ApiTest
beforeAll(async () => {
  api = await openListTest()
})
afterAll(() => api.close())

/** Calls that accept criteria, each with a body that holds them. */
const CALLS: Readonly<Record<string, (condition: object) => [path: string, body: object]>> = {
  assetsFilter: (condition) => ['/api/assets.filter', [condition]],
  assetsList: (condition) => ['/api/assets.list', { query: [condition] }],
  exportCsv: (condition) => ['/api/report.exportCsv/devices', { items: [condition] }],
  getfilterMap: (condition) => ['/api/assets.getfilterMap', { criteria: condition }],
  mapsPointer: (condition) => [
    '/api/assets.MapsPointer',
    { query: [condition], 'CurrentLocation.mapId': 'm1', AssetType: 'Equipment' },
  ],
  createFilter: (condition) => [
    '/api/filters/create',
    { displayName: 'Bad input', criteria: [condition], showOn: 'devices' },
  ],
}

const REFUSED: readonly [string, object, string][] = [
  ['a script', { $where: 'sleep(1000)' }, '$where'],
  ['an expression', { $expr: { $gt: ['$AssetId', ''] } }, '$expr'],
  ['a choice of clauses', { $or: [{ AssetType: 'Equipment' }] }, '$or'],
  ['a script below a field', { AssetId: { $where: '1' } }, 'AssetId.$where'],
  ['an inequality', { AssetType: { $ne: 'Patient' } }, 'AssetType.$ne'],
  ['an operator beside a pattern', { AssetId: { $regex: 'a', $where: '1' } }, 'AssetId.$where'],
  ['an operator in a list', { AssetId: ['A', { $gt: '' }] }, 'AssetId.1'],
  ['a list in a list', { AssetId: [['A']] }, 'AssetId.0'],
  ['an operator as the text of a pattern', { AssetId: { $regex: { $gt: '' } } }, 'AssetId.$regex'],
  ['other options of a pattern', { AssetId: { $regex: 'a', $options: 'sx' } }, 'AssetId.$options'],
  ['a range of what is no time', { AssetId: { $gte: '', $lt: 'z' } }, 'AssetId.$gte'],
  ['the constructor', { constructor: { prototype: { admin: true } } }, 'constructor'],
  ['a path through the prototype', { 'Fields.__proto__.x': 1 }, 'Fields.__proto__.x'],
  ['a field of the store alone', { 'Fences.due': '2026-01-01' }, 'Fences.due'],
  ['a password', { passwordHash: { $regex: '^a' } }, 'passwordHash'],
  ['a text of 201 characters', { AssetId: 'x'.repeat(201) }, 'AssetId'],
  ['a list of 10,000 values', { AssetId: Array.from({ length: 10_000 }, (_, n) => `A-${n}`) }, 'AssetId'],
  ['the day zero of the year zero', { createdAt: { $gte: '0000-00-00' } }, 'createdAt.$gte'],
  ['a day that no calendar has', { createdAt: { $gte: '2026-02-30' } }, 'createdAt.$gte'],
  ['an hour after the last one', { createdAt: { $lt: '9999-12-31T24:00:00Z' } }, 'createdAt.$lt'],
  ['a time before the year zero', { createdAt: { $gte: '-000001-12-31T00:00:00Z' } }, 'createdAt.$gte'],
  ['the last moment there is', { createdAt: { $lt: '+275760-09-13T00:00:00.000Z' } }, 'createdAt.$lt'],
  ['a moment after that', { createdAt: '275760-09-14' }, 'createdAt'],
  ['milliseconds as a time', { createdAt: { $gte: 8.64e15 } }, 'createdAt.$gte'],
  ['a sort by a script', { sort: [{ sortField: '$where', sortDirection: 1 }] }, 'sort.0.sortField'],
  [
    'a sort in a third direction',
    { sort: [{ sortField: 'AssetId', sortDirection: 2 }] },
    'sort.0.sortDirection',
  ],
]

describe.each(Object.entries(CALLS))('%s', (_name, request) => {
  test.each(REFUSED)('refuses %s, naming the member', async (_what, condition, member) => {
    const answer = await api.post(...request(condition))
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_criteria'])
    const path = answer.body.errors[0].path as string
    expect(path.slice(-member.length)).toBe(member)
  })
})

test('51 conditions are refused, 50 are not', async () => {
  const conditions = (count: number) => Array.from({ length: count }, () => ({ AssetType: 'Equipment' }))
  const refused = await api.post('/api/assets.filter', conditions(51))
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid_criteria'])
  expect((await api.post('/api/assets.filter', conditions(50))).body.maxAssets).toBe(4)
})

test.each(['"__proto__"', '"\\u005f_proto__"', '"__proto\\u005f\\u005f"'])(
  'refuses the prototype as %s at any position',
  async (spelling) => {
    const { default: request } = await import('supertest')
    for (const body of [
      `[{${spelling}:{"AssetType":"Equipment"}}]`,
      `{"items":[{"AssetId":{${spelling}:{"$gt":""}}}]}`,
      `{${spelling}:{"criteria":[]}}`,
    ]) {
      const answer = await request(api.app)
        .post('/api/assets.filter')
        .set({ ...api.people.admin, 'content-type': 'application/json' })
        .send(body)
      expect([answer.status, answer.body.code]).toEqual([400, 'validation'])
      expect(({} as Record<string, unknown>)['AssetType']).toBeUndefined()
    }
  },
)

test('refuses a body of thousands of levels as a client error', async () => {
  const { default: request } = await import('supertest')
  for (const path of ['/api/assets.filter', '/api/assets.list', '/api/filters/create', '/api/setRule']) {
    const answer = await request(api.app)
      .post(path)
      .set({ ...api.people.admin, 'content-type': 'application/json' })
      .send(`{"criteria":${'['.repeat(5_000)}${']'.repeat(5_000)}}`)
    expect([answer.status, answer.body.code]).toEqual([400, 'validation'])
    expect(answer.body.errors).toEqual([{ path: '', message: 'This is nested too deeply.' }])
  }
})

test.each(['(a+)+$', '(.*)*x', '^(([a-z])+.)+[A-Z]([a-z])+$', '\\', '[', '.*'])(
  'treats the pattern %s as plain text',
  async ($regex) => {
    const ofSerial = await api.post('/api/assets.filter', [{ 'Fields.SerialNo': { $regex } }])
    expect([ofSerial.status, ofSerial.body.maxAssets]).toEqual([200, 0])
    const searched = await api.post('/api/assets.filter', [{ search: `${$regex}${'a'.repeat(100)}!` }])
    expect([searched.status, searched.body.maxAssets]).toEqual([200, 0])
  },
)

test.each([
  ['the year zero', '0000-01-01T00:00:00.000Z', 5],
  ['the last year of four digits', '9999-12-31T23:59:59.999Z', 0],
])('accepts a time in %s', async (_what, $gte, total) => {
  const answer = await api.post('/api/assets.filter', [{ createdAt: { $gte } }])
  expect([answer.status, answer.body.maxAssets]).toEqual([200, total])
})
