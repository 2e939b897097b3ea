import { gzipSync } from 'node:zlib'
import request from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ago, answer, openHospital, type TestHospital } from '../../testing/hospital.ts'

const PATH = '/location/api/ingest/locations'
let h: TestHospital

beforeAll(async () => {
  h = await openHospital()
})
afterAll(() => h.close())
beforeEach(async () => {
  await h.parts.db.assets.deleteMany({})
  await h.parts.db.locationHistory.deleteMany({})
  await h.parts.db.deadLetters.deleteMany({})
  await h.parts.db.unresolved.deleteMany({})
  h.parts.bus.publish('bus.gap', {})
})

const rows = () => h.parts.db.locationHistory.find().sort({ time: 1 }).toArray()

describe('a position', () => {
  it('in metres goes to history, becomes the current place in pixels, and is told on the bus', async () => {
    await h.addAsset({ AssetId: 'P-1' })
    const heard: unknown[] = []
    const stop = h.parts.bus.subscribe<unknown[]>('asset.location', (events) => heard.push(...events))
    const time = ago(10)
    const res = await h.push({
      AssetType: 'Equipment',
      AssetId: 'P-1',
      mapId: 'm1',
      x: 12.3,
      y: 4,
      time,
      accuracy: 2,
    })
    stop()
    expect(res.status).toBe(200)
    expect(res.body).toEqual(answer({ accepted: 1 }))
    expect(res.headers['cache-control']).toBe('no-store')
    const fullPath = { Level_1: 'Northfield', Level_2: 'Tower', Level_3: 'Floor 1' }
    const place = { mapId: 'm1', fullPath, xCenterPoint: 123, yCenterPoint: 40 }
    expect((await h.asset('P-1'))?.CurrentLocation).toEqual({
      ...place,
      hierarchyId: 'floor-1',
      time: new Date(time),
    })
    expect(heard).toEqual([{ AssetType: 'Equipment', AssetId: 'P-1', CurrentLocation: { ...place, time } }])
    expect(await rows()).toMatchObject([
      { x: 123, y: 40, accuracy: 2, hierarchyId: 'floor-1', time: new Date(time) },
    ])
  })

  it('in pixels is kept as it is, and both edges of the map are inside', async () => {
    await h.addAsset({ AssetId: 'P-1' })
    const at = (x: number, y: number, seconds: number) => ({
      AssetType: 'Equipment',
      AssetId: 'P-1',
      mapId: 'm1',
      unit: 'px',
      x,
      y,
      time: ago(seconds),
    })
    const res = await h.push([at(0, 0, 9), at(500, 300, 8), at(500.01, 0, 7), at(-0.01, 0, 6)])
    expect(res.body).toMatchObject({ accepted: 2, refused: 2 })
    expect(res.body.errors.map((one: { code: string }) => one.code)).toEqual(['outside_map', 'outside_map'])
    expect((await h.asset('P-1'))?.CurrentLocation).toMatchObject({ xCenterPoint: 500, yCenterPoint: 300 })
  })

  it('of a room without a map of its own lies on the map of the floor above, with or without a point', async () => {
    await h.addAsset({ AssetId: 'P-1' })
    await h.addAsset({ AssetId: 'P-2' })
    const res = await h.push([
      { AssetType: 'Equipment', AssetId: 'P-1', hierarchyId: 'room-1', x: 7, y: 8 },
      { AssetType: 'Equipment', AssetId: 'P-2', hierarchyId: 'room-1' },
    ])
    expect(res.body).toEqual(answer({ accepted: 2 }))
    const fullPath = {
      Level_1: 'Northfield',
      Level_2: 'Tower',
      Level_3: 'Floor 1',
      Level_4: 'ICU',
      Level_5: 'Room 1',
    }
    const one = { mapId: 'm1', hierarchyId: 'room-1', fullPath }
    expect((await h.asset('P-1'))?.CurrentLocation).toMatchObject({
      ...one,
      xCenterPoint: 7,
      yCenterPoint: 8,
    })
    expect((await h.asset('P-2'))?.CurrentLocation).toMatchObject({
      ...one,
      xCenterPoint: null,
      yCenterPoint: null,
    })
  })

  it('of a place without any map has no map', async () => {
    await h.addAsset({ AssetId: 'P-1' })
    await h
      .push({ AssetType: 'Equipment', AssetId: 'P-1', hierarchyId: 'floor-2' })
      .expect(200, answer({ accepted: 1 }))
    expect((await h.asset('P-1'))?.CurrentLocation).toMatchObject({ mapId: null, hierarchyId: 'floor-2' })
  })

  it('of a tag is that of the asset which carries it', async () => {
    await h.addAsset({
      AssetId: 'P-1',
      LocationTags: [{ Provider: 'centrak', TagId: 'T-1', IsPrimary: true }],
    })
    const item = { tagId: 'T-1', provider: 'CenTrak', mapId: 'm1', x: 1, y: 1 }
    await h.push(item).expect(200, answer({ accepted: 1 }))
    expect((await h.asset('P-1'))?.CurrentLocation).toMatchObject({ provider: 'centrak', xCenterPoint: 10 })
  })

  it('carries the state its asset has, as the bus told of it', async () => {
    await h.addAsset({ AssetId: 'P-1', Fields: { WifiStrength: { Strength: 'BAR_ONE' }, VolumeInfused: 3 } })
    const item = { AssetType: 'Equipment', AssetId: 'P-1', mapId: 'm1', x: 1, y: 1 }
    await h.push({ ...item, time: ago(9) })
    const Fields = { WifiStrength: { Strength: 'BAR_FOUR' }, BatteryLevel: { Level: 'LEVEL_2' } }
    h.parts.bus.publish('asset.status', [{ AssetType: 'Equipment', AssetId: 'P-1', Fields, FieldTimes: {} }])
    await h.push({ ...item, time: ago(8) })
    expect((await rows()).map((row) => row.state)).toEqual([
      { WifiStrength: 'BAR_ONE', VolumeInfused: 3 },
      { WifiStrength: 'BAR_FOUR', BatteryLevel: 'LEVEL_2', VolumeInfused: 3 },
    ])
  })
})

describe('a repeat', () => {
  const item = () => ({ AssetType: 'Equipment', AssetId: 'P-1', mapId: 'm1', x: 1, y: 1, time: ago(60) })

  it('of the same event is a duplicate and changes nothing, also within one request', async () => {
    await h.addAsset({ AssetId: 'P-1' })
    const one = item()
    await h.push([one, one]).expect(200, answer({ accepted: 1, duplicates: 1 }))
    const before = await h.asset('P-1')
    await h.push({ ...one, x: 9 }).expect(200, answer({ duplicates: 1 }))
    expect(await h.asset('P-1')).toEqual(before)
    expect(await rows()).toHaveLength(1)
  })

  it('of an eventId is a duplicate whatever its time and place', async () => {
    await h.addAsset({ AssetId: 'P-1' })
    await h.push({ ...item(), eventId: 'e-1' }).expect(200, answer({ accepted: 1 }))
    await h.push({ ...item(), eventId: 'e-1', x: 9, time: ago(1) }).expect(200, answer({ duplicates: 1 }))
    expect((await h.asset('P-1'))?.CurrentLocation?.xCenterPoint).toBe(10)
    await h
      .push({ ...item(), eventId: 'e-1', provider: 'cisco', x: 9, time: ago(1) })
      .expect(200, answer({ accepted: 1 }))
  })

  it('after a crash between history and place moves the asset', async () => {
    await h.addAsset({ AssetId: 'P-1' })
    const [plain, named] = [item(), { ...item(), eventId: 'e-9', time: ago(30), x: 3 }]
    for (const one of [plain, named]) {
      await h.push(one)
      await h.parts.db.assets.updateOne({ AssetId: 'P-1' }, { $unset: { CurrentLocation: 1 } })
      h.parts.bus.publish('bus.gap', {})
      await h.push({ ...one }).expect(200, answer({ duplicates: 1 }))
      expect((await h.asset('P-1'))?.CurrentLocation).toMatchObject({
        xCenterPoint: one.x * 10,
        time: new Date(one.time),
      })
    }
  })
})

describe('time', () => {
  const item = { AssetType: 'Equipment', AssetId: 'P-1', mapId: 'm1', y: 1 }

  it('that is late goes to history and never moves the asset back, nor is it told on the bus', async () => {
    await h.addAsset({ AssetId: 'P-1' })
    const heard: { CurrentLocation: { time: string } }[] = []
    const stop = h.parts.bus.subscribe<never[]>('asset.location', (events) => heard.push(...events))
    const newest = ago(5)
    await h.push([
      { ...item, x: 1, time: ago(20) },
      { ...item, x: 2, time: newest },
      { ...item, x: 3, time: ago(10) },
    ])
    await h.push({ ...item, x: 4, time: ago(7) }).expect(200, answer({ accepted: 1 }))
    stop()
    expect((await h.asset('P-1'))?.CurrentLocation?.xCenterPoint).toBe(20)
    expect((await rows()).map((row) => row.x)).toEqual([10, 30, 40, 20])
    expect(heard.map((one) => one.CurrentLocation.time)).toEqual([newest])
  })

  it('that is missing is the receive time, a millisecond apart in order, and every such item is its own event', async () => {
    await h.addAsset({ AssetId: 'P-1' })
    const before = Date.now()
    await h
      .push([
        { ...item, x: 1 },
        { ...item, x: 2 },
        { ...item, x: 3 },
      ])
      .expect(200, answer({ accepted: 3 }))
    const times = (await rows()).map((row) => row.time.getTime())
    expect(times[0]).toBeGreaterThanOrEqual(before)
    expect(times.map((time) => time - (times[0] ?? 0))).toEqual([0, 1, 2])
    expect((await h.asset('P-1'))?.CurrentLocation?.xCenterPoint).toBe(30)
  })

  it('more than five minutes ahead or older than the retention is refused', async () => {
    await h.addAsset({ AssetId: 'P-1' })
    const res = await h.push([
      { ...item, x: 1, time: ago(-301) },
      { ...item, x: 1, time: ago(-290) },
      { ...item, x: 1, time: ago(91 * 86_400) },
      { ...item, x: 1, time: '0001-01-01T00:00:00Z' },
    ])
    expect(res.body).toMatchObject({ accepted: 1, refused: 3 })
    expect(res.body.errors).toMatchObject([
      { index: 0, path: 'time', code: 'time_in_future' },
      { index: 2, path: 'time', code: 'time_too_old' },
      { index: 3, path: 'time', code: 'time_too_old' },
    ])
    expect(await rows()).toHaveLength(1)
  })

  it('follows the retention setting at once', async () => {
    await h.addAsset({ AssetId: 'P-1' })
    const { settings } = h.parts.db
    const _id = 'retention/retention'
    await settings.insertOne({ _id, Type: 'Retention', SubType: 'Retention', Fields: { historyDays: 1 } })
    h.parts.bus.publish('config.changed', { what: 'settings' })
    const res = await h.push({ ...item, x: 1, time: ago(2 * 86_400) })
    await settings.deleteOne({ _id })
    h.parts.bus.publish('config.changed', { what: 'settings' })
    expect(res.body.errors).toMatchObject([{ code: 'time_too_old' }])
  })
})

describe('an item that breaks the rules', () => {
  const good = { AssetType: 'Equipment', AssetId: 'P-1', mapId: 'm1', x: 1, y: 1 }
  const { AssetId: _id, ...nobody } = good
  const bad: [string, unknown, string, string][] = [
    ['is no object', 7, '', 'validation'],
    ['is null', null, '', 'validation'],
    ['is a list', [], '', 'validation'],
    ['names nobody', nobody, 'AssetId', 'validation'],
    ['names a tag without a provider', { tagId: 'T', mapId: 'm1', x: 1, y: 1 }, 'provider', 'validation'],
    ['names no place', { AssetType: 'Equipment', AssetId: 'P-1' }, 'mapId', 'validation'],
    ['names two places', { ...good, hierarchyId: 'room-1' }, 'mapId', 'validation'],
    ['has a map but no point', { AssetType: 'Equipment', AssetId: 'P-1', mapId: 'm1' }, 'x', 'validation'],
    ['has half a point', { ...good, y: undefined }, 'x', 'validation'],
    ['has text for a number', { ...good, x: '1' }, 'x', 'validation'],
    [
      'has an infinite number',
      '{"AssetType":"Equipment","AssetId":"P-1","mapId":"m1","x":1e999,"y":1}',
      'x',
      'validation',
    ],
    ['has an unknown unit', { ...good, unit: 'ft' }, 'unit', 'validation'],
    ['has a time without a zone', { ...good, time: '2026-01-01T00:00:00' }, 'time', 'validation'],
    ['has a time that is none', { ...good, time: 'yesterday' }, 'time', 'validation'],
    ['has a control character in an id', { ...good, AssetId: 'P\u00001' }, 'AssetId', 'validation'],
    ['has an id that is too long', { ...good, AssetId: 'x'.repeat(129) }, 'AssetId', 'validation'],
    ['has an operator for an id', { ...good, AssetId: { $ne: 1 } }, 'AssetId', 'validation'],
    ['has a strange type', { ...good, AssetType: '$where' }, 'AssetType', 'validation'],
    ['has a negative accuracy', { ...good, accuracy: -1 }, 'accuracy', 'validation'],
    ['lies outside the map', { ...good, x: 50.1 }, 'x', 'outside_map'],
    ['lies below the map', { ...good, y: -1 }, 'y', 'outside_map'],
    ['names an unknown map', { ...good, mapId: 'nowhere' }, 'mapId', 'unknown_map'],
    [
      'names an unknown place',
      { ...good, mapId: undefined, x: undefined, y: undefined, hierarchyId: 'x' },
      'hierarchyId',
      'unknown_hierarchy',
    ],
    [
      'has a point in a place without a map',
      { ...good, mapId: undefined, hierarchyId: 'floor-2' },
      'hierarchyId',
      'unknown_map',
    ],
    [
      'names an unmarked monitor',
      { ...good, mapId: undefined, x: undefined, y: undefined, monitorId: 'x' },
      'monitorId',
      'unknown_monitor',
    ],
  ]
  it.each(bad)(
    'because it %s is refused by index and kept; the others go on',
    async (_why, item, path, code) => {
      await h.addAsset({ AssetId: 'P-1' })
      const text = typeof item === 'string' ? item : JSON.stringify(item)
      const body = `[${text},${JSON.stringify(good)}]`
      const res = await h.push(body as never).set('content-type', 'application/json')
      expect(res.status).toBe(200)
      expect(res.body).toMatchObject({ accepted: 1, refused: 1, errors: [{ index: 0, path, code }] })
      expect(res.body.errors[0].message).not.toBe('')
      expect(await rows()).toHaveLength(1)
      const [letter] = await h.parts.db.deadLetters.find().toArray()
      expect(letter).toMatchObject({
        endpoint: 'locations',
        codes: expect.arrayContaining([code]),
        item: text.replace('1e999', 'null'),
      })
    },
  )

  it('when all are refused is still an answer of 200', async () => {
    const res = await h.push([{}, {}])
    expect(res.status).toBe(200)
    expect(res.body).toMatchObject({ accepted: 0, refused: 2 })
  })
})

describe('providers', () => {
  const item = { AssetType: 'Equipment', AssetId: 'P-1', mapId: 'm1', x: 1, y: 1 }

  it("default to the key's, and a provider's key does not speak for another", async () => {
    await h.addAsset({ AssetId: 'P-1' })
    const key = await h.people.makeKey({ kind: 'provider', provider: 'centrak' })
    const res = await h.push(
      [item, { ...item, provider: 'centrak', time: ago(1) }, { ...item, provider: 'cisco' }],
      key,
    )
    expect(res.body).toMatchObject({
      accepted: 2,
      refused: 1,
      errors: [{ index: 2, code: 'provider_mismatch' }],
    })
    expect((await rows()).map((row) => row.provider)).toEqual(['centrak', 'centrak'])
  })

  it('that are disabled are refused by item, and their own keys at the door', async () => {
    await h.addAsset({ AssetId: 'P-1' })
    const key = await h.people.makeKey({ kind: 'provider', provider: 'aeroscout' })
    const _id = 'provider/aeroscout'
    const { settings } = h.parts.db
    await settings.insertOne({ _id, Type: 'Provider', SubType: 'Aeroscout', Fields: { Enabled: false } })
    h.parts.bus.publish('config.changed', { what: 'providers' })
    const res = await h.push([{ ...item, provider: 'aeroscout' }, item])
    const own = await h.push(item, key)
    await settings.deleteOne({ _id })
    h.parts.bus.publish('config.changed', { what: 'providers' })
    expect(res.body).toMatchObject({ accepted: 1, errors: [{ index: 0, code: 'provider_disabled' }] })
    expect(own.status).toBe(403)
    expect(own.body.code).toBe('provider_disabled')
    expect(await rows()).toHaveLength(1)
  })
})

describe('somebody who is not known', () => {
  const item = (seconds: number, x = 1) => ({
    provider: 'centrak',
    tagId: 'T-7',
    mapId: 'm1',
    x,
    y: 1,
    time: ago(seconds),
  })

  it('is counted, kept, and placed when the tag appears, with the newest of what was kept', async () => {
    await h.push([item(30), item(10, 2), item(20)]).expect(200, answer({ unresolved: 3 }))
    expect(await h.parts.db.unresolved.countDocuments()).toBe(1)
    await h.addAsset({
      AssetId: 'P-7',
      LocationTags: [{ Provider: 'centrak', TagId: 'T-7', IsPrimary: true }],
    })
    const changes = [{ AssetType: 'Equipment', AssetId: 'P-7', change: 'created' }]
    h.parts.bus.publish('asset.changed', { changes, tagKeys: ['centrak|T-7'] })
    await expect.poll(async () => (await h.asset('P-7'))?.CurrentLocation?.xCenterPoint).toBe(20)
    await expect.poll(() => h.parts.db.unresolved.countDocuments()).toBe(0)
    expect(await rows()).toHaveLength(1)
    await h.push(item(9, 3)).expect(200, answer({ accepted: 1 }))
  })

  it('is found by the sweep when nobody told of the tag', async () => {
    await h.push({ ...item(10), tagId: 'T-8' }).expect(200, answer({ unresolved: 1 }))
    await h.addAsset({
      AssetId: 'P-8',
      LocationTags: [{ Provider: 'centrak', TagId: 'T-8', IsPrimary: true }],
    })
    await expect
      .poll(async () => (await h.asset('P-8'))?.CurrentLocation?.xCenterPoint, { timeout: 12_000 })
      .toBe(10)
  })
})

describe('a request', () => {
  const item = { AssetType: 'Equipment', AssetId: 'P-1', mapId: 'm1', x: 1, y: 1 }
  const send = (body: string | Buffer, type = 'application/json') =>
    request(h.app).post(PATH).set(h.people.key).set('content-type', type).send(body)

  it('of lines of JSON is taken line by line; a broken line is refused alone', async () => {
    await h.addAsset({ AssetId: 'P-1' })
    const body = `${JSON.stringify(item)}\r\n\n{"broken\n${JSON.stringify({ ...item, time: ago(3) })}`
    const res = await send(body, 'application/x-ndjson')
    expect(res.body).toMatchObject({
      accepted: 2,
      refused: 1,
      errors: [{ index: 1, path: '', code: 'validation' }],
    })
    expect(await rows()).toHaveLength(2)
  })

  it('that is compressed counts by what it holds', async () => {
    await h.addAsset({ AssetId: 'P-1' })
    const gzip = (text: string) =>
      send(gzipSync(text))
        .serialize((bytes) => bytes)
        .set('content-encoding', 'gzip')
    expect((await gzip(JSON.stringify(item))).body).toEqual(answer({ accepted: 1 }))
    const flood = await gzip(`[${' '.repeat(9 * 1024 * 1024)}]`)
    expect(flood.status).toBe(413)
    expect(flood.body.code).toBe('too_large')
  })

  it.each([
    ['no JSON', '{"a":', 'application/json', 400, 'invalid_json'],
    ['empty', '', 'application/json', 400, 'invalid_json'],
    ['blank', '  \n ', 'application/x-ndjson', 400, 'invalid_json'],
    ['a bare number', '7', 'application/json', 400, 'invalid_json'],
    ['lines none of which is JSON', 'a\nb', 'application/x-ndjson', 400, 'invalid_json'],
    ['XML', '<a/>', 'application/xml', 415, 'unsupported_media_type'],
    [
      'JSON in another character set',
      '{}',
      'application/json; charset=utf-16',
      415,
      'unsupported_media_type',
    ],
    ['5,001 items', `[${'1,'.repeat(5_000)}1]`, 'application/json', 413, 'too_large'],
    ['9 MB', ' '.repeat(9 * 1024 * 1024), 'application/json', 413, 'too_large'],
  ])('that is %s is refused as a whole and nothing is stored', async (_what, body, type, status, code) => {
    const res = await send(body, type)
    expect(res.status).toBe(status)
    expect(res.body).toMatchObject({ err: 1, code })
    expect(await h.parts.db.deadLetters.countDocuments()).toBe(0)
  })

  it('in an encoding that is not understood is 415', async () => {
    const res = await send('{}').set('content-encoding', 'br')
    expect(res.status).toBe(415)
  })

  it('that is nested very deeply is an item refused, not a crash', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    const res = await send(`[{"AssetType":${deep}}]`)
    expect(res.status).toBe(200)
    expect(res.body).toMatchObject({ refused: 1 })
    expect(await h.parts.db.deadLetters.countDocuments()).toBe(1)
  })

  it('without a key, with a session, or with a key of another scope is turned away', async () => {
    await h.addAsset({ AssetId: 'P-1' })
    const other = await h.people.makeKey({ scopes: ['assets'] })
    const none = await h.push(item, {})
    const session = await h.push(item, h.people.admin)
    const scope = await h.push(item, other)
    expect([none.status, session.status, scope.status]).toEqual([401, 401, 403])
    expect([none.body.code, session.body.code, scope.body.code]).toEqual([
      'unauthenticated',
      'unauthenticated',
      'forbidden',
    ])
    expect(await rows()).toHaveLength(0)
  })

  it('takes the key from X-Api-Key too', async () => {
    await h.addAsset({ AssetId: 'P-1' })
    const key = h.people.key['authorization']?.replace('Bearer ', '') ?? ''
    await h.push(item, { 'x-api-key': key }).expect(200, answer({ accepted: 1 }))
  })

  it('with GET is 405 and while the process stops 503', async () => {
    await request(h.app).get(PATH).expect(405)
    h.parts.health.accepting = false
    const res = await h.push(item)
    h.parts.health.accepting = true
    expect(res.status).toBe(503)
    expect(res.headers['retry-after']).toBeDefined()
  })
})

describe('an Idempotency-Key', () => {
  const item = { AssetType: 'Equipment', AssetId: 'P-1', mapId: 'm1', x: 1, y: 1 }
  const with_ = (key: string) => ({ ...h.people.key, 'idempotency-key': key })

  it('gives the first answer again for the same body and refuses another body', async () => {
    await h.addAsset({ AssetId: 'P-1' })
    const first = await h.push([item, {}], with_('k-1'))
    const again = await h.push([item, {}], with_('k-1'))
    expect(first.body).toMatchObject({ accepted: 1, refused: 1 })
    expect(again.body).toEqual(first.body)
    expect(await rows()).toHaveLength(1)
    expect(await h.parts.db.deadLetters.countDocuments()).toBe(1)
    const other = await h.push(item, with_('k-1'))
    expect(other.status).toBe(409)
    expect(other.body.code).toBe('conflict')
    expect(await rows()).toHaveLength(1)
  })

  it('used by two requests at once is worked on once', async () => {
    await h.addAsset({ AssetId: 'P-1' })
    const answers = await Promise.all(Array.from({ length: 8 }, () => h.push(item, with_('k-2'))))
    for (const res of answers) expect(res.body).toEqual(answer({ accepted: 1 }))
    expect(await rows()).toHaveLength(1)
  })

  it('of another key of ours is another one', async () => {
    await h.addAsset({ AssetId: 'P-1' })
    const other = await h.people.makeKey({})
    await h.push(item, with_('k-3'))
    await h
      .push({ ...item, x: 2 }, { ...other, 'idempotency-key': 'k-3' })
      .expect(200, answer({ accepted: 1 }))
  })

  it('whose first request was cut off is worked on anew, without storing an untimed item twice', async () => {
    await h.addAsset({ AssetId: 'P-1' })
    await h.push(item, with_('k-4'))
    const { idempotency } = h.parts.db
    const cutOff = {
      $unset: { answer: 1 },
      $set: { expiresAt: new Date(Date.now() + 23 * 3_600_000) },
    } as const
    await idempotency.updateMany({}, cutOff)
    await h.push(item, with_('k-4')).expect(200, answer({ duplicates: 1 }))
    expect(await rows()).toHaveLength(1)
  })

  it('that is empty or too long is refused', async () => {
    for (const key of ['x'.repeat(129)]) {
      const res = await h.push(item, with_(key))
      expect(res.status).toBe(400)
      expect(res.body.errors).toMatchObject([{ path: 'Idempotency-Key' }])
    }
  })
})
