import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

let api: ApiTest
let events: { changes: { AssetId: string; change: string }[]; tagKeys: string[] }[] = []
beforeAll(async () => {
  api = await openApiTest()
  api.parts.bus.subscribe('asset.changed', (event) => events.push(event))
})
beforeEach(() => {
  events = []
})
afterAll(() => api.close())

const push = async (items: unknown, headers = api.people.key) =>
  (await api.post('/api/ingest/assets', items, headers)).body
const stored = (AssetId: string) => api.parts.db.driver.assets.findOne({ AssetId })
const item = (AssetId: string, more: object = {}) => ({ AssetType: 'Equipment', AssetId, ...more })
const changesOf = (AssetId: string) =>
  events.flatMap(({ changes }) =>
    changes.filter((change) => change.AssetId === AssetId).map(({ change }) => change),
  )

describe('pushing assets', () => {
  test('creates an active, searchable asset with values at the paths of the mapping', async () => {
    const body = item('N-1', {
      AssetName: ' Pump one ',
      BatteryLevel: 'LEVEL_2',
      Ward: 7,
      Loan: true,
      CustomTags: ['a', 'a'],
    })
    expect(await push(body)).toEqual({ accepted: 1, duplicates: 0, unresolved: 0, refused: 0, errors: [] })
    const doc = await stored('N-1')
    expect(doc).toMatchObject({
      AssetStatus: 'active',
      Fields: { AssetName: 'Pump one', BatteryLevel: { Level: 'LEVEL_2' }, Ward: 7, Loan: true },
      CustomTags: ['a'],
      LocationTags: [],
    })
    expect(doc?.SearchGrams).toContain('PUM')
    expect(doc && 'TagKeys' in doc).toBe(false)
    expect(doc?.FieldTimes['BatteryLevel']).toBeInstanceOf(Date)
    expect(changesOf('N-1')).toEqual(['created'])
  })

  test('replaces the given members and keeps the others', async () => {
    await push(
      item('U-1', {
        AssetName: 'Old',
        SerialNo: 'S',
        CustomTags: ['a'],
        LocationTags: [{ Provider: 'X', TagId: 'u1' }],
      }),
    )
    const before = await stored('U-1')
    await push(item('U-1', { AssetName: 'New', SerialNo: null }))
    const after = await stored('U-1')
    expect(after?.Fields).toEqual({ AssetName: 'New' })
    expect(after?.FieldTimes).toEqual({ AssetName: expect.any(Date) })
    expect(after?.CustomTags).toEqual(['a'])
    expect(after?.TagKeys).toEqual(['x|u1'])
    expect(after?.createdAt).toEqual(before?.createdAt)
    expect(after?.SearchGrams).toContain('NEW')
    expect(after?.SearchGrams).not.toContain('OLD')
    expect(changesOf('U-1')).toEqual(['created', 'updated'])
  })

  test('publishes no event for a registration without changes', async () => {
    const same = item('S-1', {
      AssetName: 'Same',
      LocationTags: [{ Provider: 'x', TagId: 's1', IsPrimary: true }],
    })
    await push(same)
    const before = await stored('S-1')
    expect(await push(same)).toMatchObject({ accepted: 1 })
    expect(await stored('S-1')).toEqual(before)
    expect(changesOf('S-1')).toEqual(['created'])
  })

  test('keeps an inactive asset inactive', async () => {
    await push(item('I-1'))
    await api.parts.db.driver.assets.updateOne({ AssetId: 'I-1' }, { $set: { AssetStatus: 'inactive' } })
    await push(item('I-1', { AssetName: 'Renamed' }))
    expect((await stored('I-1'))?.AssetStatus).toBe('inactive')
  })

  test('applies several items of one asset in order', async () => {
    await push([item('O-1', { AssetName: 'first', Ward: 1 }), item('O-1', { AssetName: 'second' })])
    expect((await stored('O-1'))?.Fields).toEqual({ AssetName: 'second', Ward: 1 })
  })

  test('accepts 5,000 items of one asset with a few writes and a result for each', async () => {
    const bulkWrite = vi.spyOn(api.parts.db.driver.assets, 'bulkWrite')
    const items: unknown[] = Array.from({ length: 5_000 }, (_, n) =>
      item('L-1', { Ward: n, [`M${n % 7}`]: n }),
    )
    items[10] = item('L-1', { Ward: 10, SerialNo: ['a'] })
    const answer = await push(items)
    expect(answer).toMatchObject({ accepted: 4_999, refused: 1, errors: [{ index: 10, path: 'SerialNo' }] })
    expect(bulkWrite.mock.calls.length).toBeLessThanOrEqual(10)
    bulkWrite.mockRestore()
    const doc = await stored('L-1')
    expect(doc?.Fields).toMatchObject({ Ward: 4_999, M0: 4_998, M1: 4_999, M2: 4_993 })
    const [first, ...later] = changesOf('L-1')
    expect(first).toBe('created')
    expect(later.length).toBeLessThan(10)
    expect(new Set(later)).toEqual(new Set(['updated']))
  })

  test('applies items together as if one by one', async () => {
    const change = fc.record(
      {
        asset: fc.integer({ min: 0, max: 2 }),
        ward: fc.option(fc.integer({ min: 0, max: 3 })),
        tags: fc.uniqueArray(fc.integer({ min: 0, max: 3 }), { maxLength: 2 }),
      },
      { requiredKeys: ['asset'] },
    )
    let run = 0
    const toItem = (
      name: string,
      { asset, ward, tags }: { asset: number; ward?: number | null; tags?: number[] },
    ) =>
      item(`${name}-${asset}`, {
        ...(ward === undefined ? {} : { Ward: ward }),
        ...(tags ? { LocationTags: tags.map((tag) => ({ Provider: name, TagId: `t${tag}` })) } : {}),
      })
    const stateOf = async (name: string) => {
      const docs = await api.parts.db.driver.assets.find({ AssetId: { $regex: `^${name}-` } }).toArray()
      const members = docs.map(({ AssetId, Fields, TagKeys = [] }) => [AssetId, Fields, TagKeys] as const)
      return JSON.stringify(members.toSorted(([a], [b]) => a.localeCompare(b))).replaceAll(name, '')
    }
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
        run += 1
        const [inOneRequest, oneByOne] = [`all${run}`, `one${run}`]
        await push(changes.map((each) => toItem(inOneRequest, each)))
        for (const each of changes) await push(toItem(oneByOne, each))
        expect(await stateOf(inOneRequest)).toBe(await stateOf(oneByOne))
      }),
      { numRuns: 25 },
    )
  })

  test('succeeds twice when done concurrently', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => push(item('R-1', { AssetName: `Racer ${n}`, [`Member${n}`]: n }))),
    )
    expect(answers.map((answer) => answer.accepted)).toEqual(Array(8).fill(1))
    const docs = await api.parts.db.driver.assets.find({ AssetId: 'R-1' }).toArray()
    expect(docs).toHaveLength(1)
    for (let n = 0; n < 8; n += 1) expect(docs[0]?.Fields[`Member${n}`]).toBe(n)
    const { searchGrams } = await import('@wardtrack/database')
    expect(docs[0]?.SearchGrams).toEqual(searchGrams(docs[0] as never))
  })

  test.each([
    [{ AssetType: 'Spaceship', AssetId: 'X' }, 'AssetType'],
    [{ AssetType: 'constructor', AssetId: 'X' }, 'AssetType'],
    [{ AssetId: 'X' }, 'AssetType'],
    [item(''), 'AssetId'],
    [item('x'.repeat(129)), 'AssetId'],
    [item('X', { 'a.b': 1 }), 'a.b'],
    [item('X', { $where: '1' }), '$where'],
    [item('X', { Mappings: {} }), 'Mappings'],
    [item('X', { AssetStatus: 'inactive' }), 'AssetStatus'],
    [item('X', { AssetName: { $gt: '' } }), 'AssetName'],
    [item('X', { AssetName: 'x'.repeat(501) }), 'AssetName'],
    [item('X', { AssetName: [['x']] }), 'AssetName'],
    [item('X', { AssetName: 5 }), 'AssetName'],
    [item('X', { SerialNo: ['a'] }), 'SerialNo'],
    [item('X', { VolumeInfused: '12' }), 'VolumeInfused'],
    [item('X', { BatteryLevel: 'LEVEL_99' }), 'BatteryLevel'],
    [item('X', { LocationTags: [{ Provider: 'x' }] }), 'LocationTags.0.TagId'],
    [item('X', { CustomTags: 'x' }), 'CustomTags'],
    ['text', ''],
    [null, ''],
  ])('refuses %j and accepts the valid item beside it', async (invalidItem, path) => {
    const answer = await push([invalidItem, item('GOOD')])
    expect(answer).toMatchObject({ accepted: 1, refused: 1 })
    expect(answer.errors[0]).toMatchObject({ index: 0, code: 'validation', path })
    expect(await stored('X')).toBeNull()
    expect(await stored('GOOD')).not.toBeNull()
  })

  test('refuses an item of thousands of members, and accepts the others', async () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`member${at}`, 'x']))
    const body = await push([item('M-1', many), item('M-2')])
    expect(body).toMatchObject({ accepted: 1, refused: 1, errors: [{ index: 0, code: 'validation' }] })
    expect(await stored('M-1')).toBeNull()
    expect(await stored('M-2')).not.toBeNull()
  })

  test('requires a key with the scope', async () => {
    const otherKey = await api.people.makeKey({ name: 'other', scopes: ['locations'] })
    const answer = await api.post('/api/ingest/assets', item('X'), otherKey)
    expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
    expect(await stored('X')).toBeNull()
  })

  test('accepts patients, and replays their refused items later', async () => {
    const refused = await push({ AssetType: 'Cart', AssetId: 'K-1' })
    expect(refused.refused).toBe(1)
    const { replaceMapping } = await import('../metadata/index.ts')
    await replaceMapping(api.parts, { aliases: {}, types: { Cart: {} } })
    const letters = await api.get('/api/ingest/dead-letters?endpoint=assets&pagesize=500')
    const letter = letters.body.data.find(
      (refusedItem: { item?: { AssetId?: string } }) => refusedItem.item?.AssetId === 'K-1',
    )
    const replayed = await api.post('/api/ingest/dead-letters/replay', { ids: [letter.id] })
    expect(replayed.body).toMatchObject({ err: 0, accepted: 1, refused: 0 })
    expect((await stored('K-1'))?.AssetType).toBe('Cart')
  })
})

describe('location tags', () => {
  const tag = (TagId: string, IsPrimary = false) => ({ Provider: 'Cisco', TagId, IsPrimary })

  test('move to the asset registered with them last, and the bus reports both assets', async () => {
    await push(item('A-1', { LocationTags: [tag('t1', true), tag('t2')] }))
    events = []
    await push(item('A-2', { LocationTags: [tag('t3'), tag('T1', true), tag('t1', true)] }))
    expect(await stored('A-1')).toMatchObject({ LocationTags: [{ TagId: 't2' }], TagKeys: ['cisco|t2'] })
    expect((await stored('A-2'))?.TagKeys).toEqual(['cisco|t3', 'cisco|t1'])
    expect(changesOf('A-1')).toEqual(['tags'])
    expect(changesOf('A-2')).toEqual(['created'])
    expect(events.flatMap(({ tagKeys }) => tagKeys)).toContain('cisco|t1')
  })

  test('are removed with the last one, and can be assigned again', async () => {
    await push(item('B-1', { LocationTags: [tag('b')] }))
    await push(item('B-1', { LocationTags: [] }))
    await push(item('B-2', { LocationTags: [] }))
    const doc = await stored('B-1')
    expect([doc?.LocationTags, doc && 'TagKeys' in doc]).toEqual([[], false])
    await push(item('B-2', { LocationTags: [tag('b')] }))
    expect((await stored('B-2'))?.TagKeys).toEqual(['cisco|b'])
  })

  test('are distinct, with one primary tag', async () => {
    await push(item('C-1', { LocationTags: [tag('c', true), tag('d', true), tag('c')] }))
    expect((await stored('C-1'))?.LocationTags).toEqual([
      { Provider: 'cisco', TagId: 'c', IsPrimary: false },
      { Provider: 'cisco', TagId: 'd', IsPrimary: true },
    ])
  })

  test('claimed twice in one request belong to the later asset', async () => {
    await push([item('D-1', { LocationTags: [tag('dd')] }), item('D-2', { LocationTags: [tag('dd')] })])
    expect((await stored('D-1'))?.LocationTags).toEqual([])
    expect((await stored('D-2'))?.TagKeys).toEqual(['cisco|dd'])
  })

  test('swapped in one request end up swapped', async () => {
    await push([item('E-1', { LocationTags: [tag('e1')] }), item('E-2', { LocationTags: [tag('e2')] })])
    await push([item('E-1', { LocationTags: [tag('e2')] }), item('E-2', { LocationTags: [tag('e1')] })])
    expect((await stored('E-1'))?.TagKeys).toEqual(['cisco|e2'])
    expect((await stored('E-2'))?.TagKeys).toEqual(['cisco|e1'])
  })

  test('claimed by concurrent requests belong to exactly one asset', async () => {
    const claims = Array.from({ length: 6 }, (_, n) => push(item(`F-${n}`, { LocationTags: [tag('ff')] })))
    for (const answer of await Promise.all(claims)) expect(answer.accepted).toBe(1)
    const holders = await api.parts.db.driver.assets.find({ TagKeys: 'cisco|ff' }).toArray()
    expect(holders).toHaveLength(1)
    const listed = await api.parts.db.driver.assets.find({ 'LocationTags.TagId': 'ff' }).toArray()
    expect(listed).toHaveLength(1)
  })
})
