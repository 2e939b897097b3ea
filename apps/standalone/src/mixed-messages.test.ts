import { gzipSync } from 'node:zlib'
import { createApiService } from '@wardtrack/api'
import { messages, type ProviderLogLine } from '@wardtrack/contracts'
import { settingId } from '@wardtrack/database'
import { createLocationService } from '@wardtrack/location'
import { createStatusService } from '@wardtrack/status'
import { openTestApp, TEST_WAIT, type TestApp } from '@wardtrack/test-kit'
import request from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

// One process with all services, and one with the location service alone.
let app: TestApp
let locationOnly: TestApp
let key: Record<string, string>
beforeAll(async () => {
  app = await openTestApp([createApiService, createLocationService, createStatusService], {
    cacheMode: 'shared',
  })
  locationOnly = await openTestApp([createLocationService], { cacheMode: 'shared', storeOf: app })
  key = await app.people.makeKey({ name: 'acme', kind: 'provider', provider: 'acme' })
  await app.parts.db.driver.settings.insertOne({
    _id: settingId('Provider', 'acme'),
    Type: 'Provider',
    SubType: 'acme',
    Fields: { Enabled: true, HierarchyProvider: false },
  })
  const floor = {
    hierarchyId: 'a1',
    fullName: ['Site', 'A1'],
    mapId: 'A1',
    map: { name: 'A1', xDimension: 50, yDimension: 30 },
  }
  await post('/location/api/ingest/hierarchies', floor, app.people.key).expect(200)
})
afterAll(async () => {
  await locationOnly.close()
  await app.close()
})
beforeEach(async () => {
  const { driver } = app.parts.db
  for (const store of [
    driver.assets,
    driver.deadLetters,
    driver.deadLetterSources,
    driver.providerLog,
    driver.locationHistory,
    driver.statusHistory,
    driver.unresolved,
  ])
    await store.deleteMany({})
  for (const { parts } of [app, locationOnly]) parts.bus.publish('bus.gap', {})
  await post(
    '/api/ingest/assets',
    { AssetType: 'Equipment', AssetId: 'P-1', LocationTags: [{ Provider: 'acme', TagId: 't-1' }] },
    app.people.key,
  ).expect(200)
})

const ADDRESS = '/location/api/ingest/provider/acme'
const post = (path: string, body: object, headers = app.people.admin, to = app) =>
  request(to.app).post(path).set(headers).send(body)
const useExpression = async (expression: string): Promise<void> => {
  const format = { provider: 'acme', endpoint: 'locations' as const, expression }
  await app.parts.db.driver.providerFormats.updateOne(
    { _id: 'acme/locations' },
    { $set: { ...format, updatedAt: new Date(), updatedBy: 'test' } },
    { upsert: true },
  )
  for (const { parts } of [app, locationOnly]) parts.bus.publish('config.changed', { what: 'providers' })
}
const asset = () => app.parts.db.models.assets.findOne({ AssetId: 'P-1' })
const counted = (accepted: number, refused = 0) => ({ accepted, duplicates: 0, unresolved: 0, refused })

// Field case 23: one message with a position and a battery.
const EACH = `$.[
  { "tagId": tag, "mapId": floor, "x": pos[0], "y": pos[1], "time": ts },
  { "tagId": tag, "BatteryLevel": batteryAlarm = "low" ? "LEVEL_1" : "LEVEL_4", "time": ts }
]`
const message = (members: object = {}) => [
  { tag: 't-1', floor: 'A1', pos: [12.5, 8], batteryAlarm: 'low', ts: Date.now(), ...members },
]

describe('a message with items of several kinds', () => {
  test('stores position and state, and counts by kind', async () => {
    await useExpression(EACH)
    const { status, body } = await post(ADDRESS, message(), key)
    expect([status, body]).toEqual([
      200,
      { ...counted(2), errors: [], kinds: { position: counted(1), state: counted(1) } },
    ])
    const stored = await asset()
    expect(stored?.CurrentLocation).toMatchObject({ mapId: 'A1', xCenterPoint: 125, yCenterPoint: 80 })
    expect(stored?.Fields['BatteryLevel']).toMatchObject({ Level: 'LEVEL_1' })
    const again = await post(ADDRESS, message({ ts: stored?.CurrentLocation?.time?.getTime() }), key)
    expect(again.body.duplicates).toBe(2)
  })

  test('stores assets before positions, and links them', async () => {
    await useExpression(`[
      { "tagId": "t-9", "mapId": "A1", "x": 1, "y": 2 },
      { "kind": "asset", "AssetType": "Equipment", "AssetId": "P-9",
        "LocationTags": [{ "Provider": "acme", "TagId": "t-9" }] },
      { "kind": "association", "action": "link",
        "from": { "AssetType": "Clinician", "AssetId": "C-9" },
        "to": { "AssetType": "Equipment", "AssetId": "P-9" } },
      { "kind": "asset", "AssetType": "Clinician", "AssetId": "C-9" }
    ]`)
    const { body } = await post(ADDRESS, {}, key)
    expect(body).toEqual({
      ...counted(4),
      errors: [],
      kinds: { asset: counted(2), association: counted(1), position: counted(1) },
    })
    const stored = await app.parts.db.models.assets.findOne({ AssetId: 'P-9' })
    expect(stored?.CurrentLocation).toMatchObject({ mapId: 'A1', xCenterPoint: 10 })
  })

  test('refuses items by kind, with their position in the list, field and reason', async () => {
    await useExpression(`[
      { "tagId": "t-1", "mapId": "A1", "x": 900, "y": 2 },
      { "tagId": "t-1", "BatteryLevel": "empty" },
      { "tagId": "t-1", "BatteryLevel": "LEVEL_2" },
      { "kind": "asset", "AssetType": "Equipment", "AssetId": "P-8",
        "LocationTags": [{ "Provider": "other", "TagId": "x" }] }
    ]`)
    const { body } = await post(ADDRESS, {}, key)
    expect(body).toMatchObject({
      ...counted(1, 3),
      errors: [
        { index: 0, code: 'outside_map' },
        { index: 1, path: 'BatteryLevel', code: 'validation' },
        { index: 3, path: 'LocationTags.0.Provider', code: 'provider_mismatch' },
      ],
      kinds: { position: counted(0, 1), state: counted(1, 1), asset: counted(0, 1) },
    })
    const letters = await app.parts.db.models.deadLetters.find({})
    expect(letters.map(({ endpoint }) => endpoint).sort()).toEqual(['assets', 'device-status', 'locations'])
    expect(await app.parts.db.models.assets.findOne({ AssetId: 'P-8' })).toBeNull()
  })

  test('refuses kinds that its key may not send', async () => {
    await useExpression(EACH)
    const narrow = await app.people.makeKey({
      name: 'narrow',
      kind: 'provider',
      provider: 'acme',
      scopes: ['locations'],
    })
    const { body } = await post(ADDRESS, message(), narrow)
    expect(body).toMatchObject({
      ...counted(1, 1),
      errors: [{ index: 1, path: 'kind', code: 'provider_mismatch' }],
    })
    expect((await asset())?.Fields['BatteryLevel']).toBeUndefined()
  })

  test('reaches the services of other processes, once', async () => {
    await useExpression(EACH)
    const ts = Date.now()
    for (let round = 0; round < 2; round += 1) {
      const { status, body } = await post(ADDRESS, message({ ts }), key, locationOnly)
      expect([status, body.kinds.state]).toEqual([200, counted(1)])
    }
    await vi.waitFor(async () => {
      expect((await asset())?.Fields['BatteryLevel']).toMatchObject({ Level: 'LEVEL_1' })
      expect(await app.parts.db.models.deadLetters.find({})).toEqual([])
    }, TEST_WAIT)
    expect(await app.parts.db.models.statusHistory.countDocuments({})).toBe(1)
    const refused = await post(ADDRESS, message({ ts: 'soon' }), key, locationOnly)
    expect(refused.body.errors).toMatchObject([
      { index: 0, path: 'time' },
      { index: 1, path: 'time' },
    ])
  })

  test('is shown by kind in the preview', async () => {
    const sample = JSON.stringify(message({ batteryAlarm: 'low', floor: 'nowhere' }))
    const { body } = await post('/location/api/ingest/preview', {
      provider: 'acme',
      expression: EACH,
      sample,
    })
    expect(body.items).toMatchObject([
      { item: { x: 12.5 }, errors: [{ code: 'unknown_map' }] },
      { item: { BatteryLevel: 'LEVEL_1' }, errors: [] },
    ])
  })
})

// Field case 21.
const OWN_JSON = '$.{ "tagId": id, "mapId": "A1", "x": x, "y": y }'
const BODY = '[\n {\n  "id": "t-1",\n  "x": 3,\n  "y": 4\n }\n]'
const sendAs = (type: string | undefined, body: string | Buffer, headers: Record<string, string> = key) => {
  const sent = request(app.app).post(ADDRESS).set(headers)
  return (type === undefined ? sent.unset('content-type') : sent.set('content-type', type))
    .serialize((sentBody) => sentBody as string)
    .send(body)
}

describe('the log of a provider', () => {
  const lines = async (): Promise<ProviderLogLine[]> =>
    (await request(app.app).get('/api/providers/acme/log').set(app.people.noPatients)).body.data

  test('keeps what was turned away with time, reason and a masked beginning', async () => {
    await useExpression(OWN_JSON)
    await sendAs('application/xml', '<Seen><Tag name="Jane Doe">4711</Tag></Seen>')
    await sendAs('application/json', '{"id": "Jane Doe", "born": 1971, "Doe": ')
    await sendAs('application/json', '[]')
    for (let n = 0; n < 3; n += 1) await sendAs('application/json', BODY, { 'x-api-key': 'wt_wrong' })
    await vi.waitFor(async () => {
      const byCode = new Map((await lines()).map((line) => [line.facts['code'], line]))
      expect(byCode.get('unsupported_media_type')).toMatchObject({
        level: 'warn',
        event: 'turned-away',
        time: expect.any(String),
        facts: {
          endpoint: 'locations',
          count: 1,
          beginning: '<Seen><Tag xxxx="xxxx xxx">0000</Tag></Seen>',
        },
      })
      expect(byCode.get('invalid_json')?.facts['beginning']).toBe('{"id": "xxxx xxx", "born": 0000, "xxx": ')
      expect(byCode.get('no_items')).toMatchObject({
        event: 'no-items',
        facts: { count: 1, beginning: '[]' },
      })
      expect(byCode.get('unauthenticated')?.facts).toEqual({
        endpoint: 'locations',
        code: 'unauthenticated',
        count: 3,
      })
    }, TEST_WAIT)
    expect(JSON.stringify(await lines())).not.toMatch(/Jane|Doe|4711|1971/)
  })

  test('names field and reason of refused items', async () => {
    await useExpression(`[
      { "tagId": "t-1", "mapId": "A1", "x": "left", "y": 2 },
      { "tagId": "t-1", "mapId": "A1", "x": 900, "y": 2 }
    ]`)
    await post(ADDRESS, {}, key)
    await vi.waitFor(async () => {
      const refused = (await lines()).find(({ event }) => event === 'refused')
      expect(refused?.facts).toMatchObject({
        endpoint: 'locations',
        refused: 2,
        reasons: { 'x validation': 1 },
      })
    }, TEST_WAIT)
  })
})

describe('a body of any JSON media type', () => {
  test.each([
    'application/json',
    'application/fhir+json',
    'application/vnd.x+json; version=2',
    'application/cloudevents+json; charset=utf-8',
    'text/plain',
    'application/x-www-form-urlencoded',
  ])('%s is taken', async (type) => {
    await useExpression(OWN_JSON)
    const { status, body } = await sendAs(type, BODY)
    expect([status, body]).toEqual([200, { ...counted(1), errors: [] }])
  })

  test.each(['application/ndjson', 'application/x-ndjson', 'application/jsonl', 'text/plain'])(
    '%s is taken as lines',
    async (type) => {
      await useExpression(OWN_JSON)
      const { body } = await sendAs(type, '{"id":"t-1","x":3,"y":4}\n{"id":"t-1","x":4,"y":4}\n')
      expect(body).toEqual({ ...counted(2), errors: [] })
    },
  )

  test('is taken with gzip, up to its limit after inflation', async () => {
    await useExpression(OWN_JSON)
    const headers = { ...key, 'content-encoding': 'gzip' }
    const { body } = await sendAs('application/fhir+json', gzipSync(BODY), headers)
    expect(body).toEqual({ ...counted(1), errors: [] })
    const bomb = await sendAs('application/json', gzipSync(`"${'x'.repeat(4 * 1024 * 1024)}"`), headers)
    expect([bomb.status, bomb.body.code]).toEqual([413, 'too_large'])
  })

  test.each([
    ['text/plain', 'no json', 415, 'unsupported_media_type', messages.formatTypes],
    ['application/xml', '<Seen><Tag>4711</Tag></Seen>', 415, 'unsupported_media_type', messages.formatTypes],
    ['application/json; charset=utf-16', BODY, 415, 'unsupported_media_type', messages.ingestTypes],
    ['application/fhir+json', '{"tag": ', 400, 'invalid_json', messages.notJson],
    ['text/plain', '{"tag": ', 400, 'invalid_json', messages.notJson],
  ])('%s with %s is turned away', async (type, body, status, code, text) => {
    await useExpression(OWN_JSON)
    const answer = await sendAs(type, body)
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([status, code, text])
  })
})
