import { messages } from '@wardtrack/contracts'
import type { Headers } from '@wardtrack/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'
import { seeTag } from '../../testing/see-tag.ts'

let api: ApiTest
let nurse: Headers
let stranger: Headers
let events: string[] = []
let movedTags: string[] = []
beforeAll(async () => {
  api = await openApiTest()
  nurse = await api.people.signIn({ username: 'Carer', pages: ['asset-detail'] })
  stranger = await api.people.signIn({ username: 'Stranger', pages: ['devices'] })
  api.parts.bus.subscribe('asset.changed', ({ changes, tagKeys }) => {
    events.push(...changes.map(({ AssetId, change }) => `${AssetId} ${change}`))
    movedTags.push(...tagKeys)
  })
  await api.pushAssets([
    { AssetType: 'Equipment', AssetId: 'E-1' },
    { AssetType: 'Equipment', AssetId: 'E-2' },
    { AssetType: 'Patient', AssetId: 'P-1' },
  ])
})
beforeEach(async () => {
  await api.parts.db.driver.assets.updateMany({}, { $set: { LocationTags: [] }, $unset: { TagKeys: '' } })
  await api.parts.db.driver.unresolved.deleteMany({})
  events = []
  movedTags = []
})
afterAll(() => api.close())

const E1 = { AssetType: 'Equipment', AssetId: 'E-1' }
const E2 = { AssetType: 'Equipment', AssetId: 'E-2' }
const P1 = { AssetType: 'Patient', AssetId: 'P-1' }
const tag = (TagId: string, IsPrimary = false) => ({ Provider: 'cisco', TagId, IsPrimary })
const add = (body: object, headers?: Headers) => api.post('/api/assets.addLocationTag', body, headers)
const remove = (body: object, headers?: Headers) => api.post('/api/assets.removeLocationTag', body, headers)
const stored = async (name: object) => {
  const asset = await api.parts.db.driver.assets.findOne(name)
  return {
    tags: asset?.LocationTags.map(({ TagId, IsPrimary }) => (IsPrimary ? `${TagId}*` : TagId)),
    keys: asset?.TagKeys,
  }
}
const outcome = ({ status, body }: Awaited<ReturnType<typeof add>>) => [status, body.code, body.message]

describe('associating a tag', () => {
  test('adds it to the asset once, and the bus reports both assets', async () => {
    const answer = await add({ ...E1, LocationTag: { Provider: ' Cisco ', TagId: 'T-1' } })
    expect(answer.body).toEqual({ err: 0, message: messages.locationTagAdded, LocationTags: [tag('T-1')] })
    await add({ ...E1, LocationTag: tag('T-1') })
    expect(await stored(E1)).toEqual({ tags: ['T-1'], keys: ['cisco|t-1'] })
    expect(events[0]).toBe('E-1 tags')
    expect(movedTags[0]).toBe('cisco|t-1')
  })

  test.each([
    ['case', 'swap', 'SWAP'],
    ['notation of a hardware address', '02:00:5E:A0:18:E3', '0200.5ea0.18e3'],
    ['separator', '02-00-5e-a0-18-e3', '02005EA018E3'],
    ['invisible mark', 'T\u200b-8', '\ufeffT-8'],
    ['composition', 'Bu\u0308ro', 'B\u00fcro'],
  ])('refuses the tag of another asset in another %s', async (_difference, TagId, spelling) => {
    expect((await add({ ...E2, LocationTag: tag(TagId) })).status).toBe(200)
    const refused = await add({ ...E1, LocationTag: tag(spelling) })
    expect(outcome(refused)).toEqual([409, 'duplicate', messages.locationTagTaken])
    expect((await stored(E1)).tags).toEqual([])
    expect((await remove({ ...E2, Provider: 'cisco', TagId: spelling })).status).toBe(200)
    expect((await stored(E2)).tags).toEqual([])
  })

  test('leaves one primary tag', async () => {
    await add({ ...E1, LocationTag: tag('T-1', true) })
    await add({ ...E1, LocationTag: tag('T-2', true) })
    expect((await stored(E1)).tags).toEqual(['T-1', 'T-2*'])
    await add({ ...E1, LocationTag: tag('T-1', true) })
    expect((await stored(E1)).tags).toEqual(['T-2', 'T-1*'])
  })

  test('refuses a tag of another asset without naming the asset, and moves it on request', async () => {
    await add({ ...E2, LocationTag: tag('T-1') })
    const refused = await add({ ...E1, LocationTag: tag('T-1') })
    expect(outcome(refused)).toEqual([409, 'duplicate', messages.locationTagTaken])
    expect(JSON.stringify(refused.body)).not.toContain('E-2')
    expect((await stored(E2)).tags).toEqual(['T-1'])
    events = []
    expect((await add({ ...E1, LocationTag: tag('T-1'), move: true })).status).toBe(200)
    expect(await stored(E2)).toEqual({ tags: [], keys: undefined })
    expect(await stored(E1)).toEqual({ tags: ['T-1'], keys: ['cisco|t-1'] })
    expect(events.sort()).toEqual(['E-1 tags', 'E-2 tags'])
  })

  test('accepts a tag seen unassigned, or of a visible asset, without the flag', async () => {
    await seeTag(api, 'T-1')
    expect((await add({ ...E1, LocationTag: tag('T-1') }, nurse)).status).toBe(200)
    expect((await add({ ...E1, LocationTag: tag('T-1', true) }, nurse)).status).toBe(200)
    expect(outcome(await add({ ...E2, LocationTag: tag('T-1') }, nurse))).toEqual([
      409,
      'duplicate',
      messages.locationTagTaken,
    ])
    expect((await add({ ...E2, LocationTag: tag('T-1'), move: true }, nurse)).status).toBe(200)
    expect(await stored(E2)).toEqual({ tags: ['T-1'], keys: ['cisco|t-1'] })
    expect((await stored(E1)).tags).toEqual([])
  })

  test('concurrent associations leave each tag on one asset, and no asset loses a tag', async () => {
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, (_, index) => add({ ...E1, LocationTag: tag(`T-${index}`) })),
      ...Array.from({ length: 10 }, (_, index) =>
        add({ ...(index % 2 === 0 ? E1 : E2), LocationTag: tag('shared'), move: true }),
      ),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const [first, second] = await Promise.all([stored(E1), stored(E2)])
    expect([...(first.tags ?? []), ...(second.tags ?? [])].filter((id) => id === 'shared')).toHaveLength(1)
    expect(first.tags?.filter((id) => id !== 'shared')).toHaveLength(10)
    expect(first.keys).toHaveLength(first.tags?.length ?? 0)
  })

  test.each<[string, object]>([
    ['no type', { AssetType: undefined }],
    ['no tag', { LocationTag: undefined }],
    ['no provider', { LocationTag: { TagId: 'T' } }],
    ['an empty id', { LocationTag: { Provider: 'cisco', TagId: ' ' } }],
    ['a long id', { LocationTag: { Provider: 'cisco', TagId: 'x'.repeat(129) } }],
    ['a control character', { LocationTag: { Provider: 'cisco', TagId: 'a\u0007b' } }],
    ['an operator', { LocationTag: { Provider: 'cisco', TagId: { $ne: '' } } }],
    ['a doubtful wish', { move: 'yes' }],
  ])('is refused for %s', async (_name, members) => {
    const answer = await add({ ...E1, LocationTag: tag('T-1'), ...members })
    expect(outcome(answer).slice(0, 2)).toEqual([400, 'validation'])
    expect((await stored(E1)).tags).toEqual([])
  })

  test('is refused for an unknown or hidden asset, without a token and without the page', async () => {
    const unknown = outcome(await add({ ...E1, AssetId: 'none', LocationTag: tag('T-1') }, nurse))
    expect(unknown.slice(0, 2)).toEqual([404, 'not_found'])
    expect(outcome(await add({ ...P1, LocationTag: tag('T-1') }, nurse))).toEqual(unknown)
    expect((await add({ ...E1, LocationTag: tag('T-1') }, {})).status).toBe(401)
    expect((await add({ ...E1, LocationTag: tag('T-1') }, stranger)).status).toBe(403)
    expect((await stored(P1)).tags).toEqual([])
  })

  test('is limited by the maximum number of tags of an asset', async () => {
    const LocationTags = Array.from({ length: 50 }, (_, index) => tag(`T-${index}`))
    await api.parts.db.driver.assets.updateOne(E1, { $set: { LocationTags } })
    expect(outcome(await add({ ...E1, LocationTag: tag('more') }))).toEqual([
      409,
      'conflict',
      messages.assetTagsFull,
    ])
  })
})

describe('disassociating a tag', () => {
  test('removes it from the asset and frees it', async () => {
    await add({ ...E1, LocationTag: tag('T-1') })
    const answer = await remove({ ...E1, Provider: 'Cisco', TagId: 'T-1' })
    expect(answer.body).toEqual({ err: 0, message: messages.locationTagRemoved, LocationTags: [] })
    expect(await stored(E1)).toEqual({ tags: [], keys: undefined })
    expect((await add({ ...E2, LocationTag: tag('T-1') })).status).toBe(200)
  })

  test('is refused for a missing tag or asset, without a token, the page or the flag', async () => {
    await add({ ...P1, LocationTag: tag('T-1') })
    const body = { ...P1, Provider: 'cisco', TagId: 'T-1' }
    expect((await remove({ ...E1, Provider: 'cisco', TagId: 'T-1' })).status).toBe(404)
    expect((await remove(body, nurse)).status).toBe(404)
    expect((await remove(body, {})).status).toBe(401)
    expect((await remove(body, stranger)).status).toBe(403)
    for (const members of [{ Provider: '' }, { TagId: undefined }, { AssetType: '' }])
      expect((await remove({ ...body, ...members })).status).toBe(400)
    expect((await stored(P1)).tags).toEqual(['T-1'])
  })
})

describe('tags without an asset', () => {
  const seen = (
    subjectKey: string,
    item: object,
    secondsAgo: number,
    kind: 'location' | 'device-status' = 'location',
  ) => {
    const time = new Date(Date.UTC(2026, 0, 2) - secondsAgo * 1_000)
    const provider = subjectKey.slice('tag:'.length).split('|', 1)[0] ?? ''
    return {
      _id: `${kind}|${subjectKey}|`,
      kind,
      subjectKey,
      identity: subjectKey,
      provider,
      time,
      receivedAt: time,
      item: JSON.stringify(item),
    }
  }
  const unassigned = async (query = '', headers?: Headers) =>
    (await api.get(`/api/asset.getUnassignedTags${query}`, headers)).body.data
  const idsOf = async (query = '') => (await unassigned(query)).map(({ TagId }: { TagId: string }) => TagId)
  beforeAll(async () => {
    const place = { mapId: null, fullName: ['Site', 'Ward 4'] }
    await api.parts.db.driver.maps.insertOne({
      _id: 'm1',
      name: 'Floor 1',
      refName: 'Floor 1',
      xDimension: 1,
      yDimension: 1,
      source: 'ingest',
      width: null,
      height: null,
      dimensionsAssumed: false,
    })
    await api.parts.db.models.places.insertMany([
      { ...place, provider: 'rtls', hierarchyId: 'ward', mapId: 'm1', MappingKeys: ['cisco|zone'] },
      { ...place, provider: 'cisco', hierarchyId: 'zone' },
    ])
    await api.parts.db.models.monitors.insertMany([
      { _id: 'mon-1', hierarchyId: 'Mon-1', provider: 'cisco', mapId: 'm1', xCoordinate: 1, yCoordinate: 1 },
    ])
  })
  beforeEach(async () => {
    await api.parts.db.driver.unresolved.insertMany([
      seen('tag:cisco|old', { mapId: 'm1' }, 900),
      seen('tag:cisco|zone', { hierarchyId: 'zone' }, 20),
      seen('tag:rtls|own', { hierarchyId: 'ward' }, 30),
      seen('tag:cisco|near', { monitorId: 'MON-1' }, 10),
      seen('tag:cisco|carried', { mapId: 'm1' }, 5),
      seen('tag:cisco|states', {}, 1, 'device-status'),
      seen('asset:Patient:P-9', { mapId: 'm1' }, 1),
    ])
    await add({ ...P1, LocationTag: tag('carried') })
  })

  test('are listed with their last place, the newest first', async () => {
    const place = { fullPath: { Level_1: 'Site', Level_2: 'Ward 4' }, mapId: 'm1', mapName: 'Floor 1' }
    const at = (secondsAgo: number) => new Date(Date.UTC(2026, 0, 2) - secondsAgo * 1_000).toISOString()
    const map = { fullPath: {}, mapId: 'm1', mapName: 'Floor 1' }
    expect(await unassigned('', nurse)).toEqual([
      { Provider: 'cisco', TagId: 'near', seenAt: at(10), ...map },
      { Provider: 'cisco', TagId: 'zone', seenAt: at(20), ...place },
      { Provider: 'rtls', TagId: 'own', seenAt: at(30), ...place },
      { Provider: 'cisco', TagId: 'old', seenAt: at(900), ...map },
    ])
  })

  test('are searched and limited', async () => {
    expect(await idsOf('?search=O')).toEqual(['zone', 'own', 'old'])
    expect(await idsOf('?search=.')).toEqual([])
    expect(await idsOf('?limit=1')).toEqual(['near'])
    for (const query of ['?limit=0', '?limit=101', `?search=${'x'.repeat(501)}`])
      expect((await api.get(`/api/asset.getUnassignedTags${query}`)).status).toBe(400)
  })

  test('are read from an index', async () => {
    const plan = await api.parts.db.driver.unresolved
      .find({ kind: 'location', subjectKey: { $gte: 'tag:', $lt: 'tag;' } })
      .sort({ time: -1 })
      .limit(2_000)
      .explain()
    expect(JSON.stringify(plan)).toContain('kind_1_time_-1')
  })

  test('require a token and the page of details', async () => {
    expect((await api.get('/api/asset.getUnassignedTags', {})).status).toBe(401)
    expect((await api.get('/api/asset.getUnassignedTags', stranger)).status).toBe(403)
  })
})
