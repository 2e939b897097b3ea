import { gzipSync } from 'node:zlib'
import request from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ago, answer, openHospital, type TestHospital } from '../../testing/open-hospital.ts'

const PATH = '/location/api/ingest/locations'
let hospital: TestHospital

beforeAll(async () => {
  hospital = await openHospital()
})
afterAll(() => hospital.close())
beforeEach(() => hospital.reset())

const rows = () => hospital.parts.db.driver.locationHistory.find().sort({ time: 1 }).toArray()

describe('a request', () => {
  const item = { AssetType: 'Equipment', AssetId: 'P-1', mapId: 'm1', x: 1, y: 1 }
  const send = (body: string | Buffer, type = 'application/json') =>
    request(hospital.app).post(PATH).set(hospital.people.key).set('content-type', type).send(body)

  it('with JSON lines is accepted line by line; only an invalid line is refused', async () => {
    await hospital.addAsset({ AssetId: 'P-1' })
    const body = `${JSON.stringify(item)}\r\n\n{"broken\n${JSON.stringify({ ...item, time: ago(3) })}`
    const res = await send(body, 'application/x-ndjson')
    expect(res.body).toMatchObject({
      accepted: 2,
      refused: 1,
      errors: [{ index: 1, path: '', code: 'validation' }],
    })
    expect(await rows()).toHaveLength(2)
  })

  it('with compression is limited by its uncompressed size', async () => {
    await hospital.addAsset({ AssetId: 'P-1' })
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
  ])('that is %s is refused as a whole and nothing is stored', async (_title, body, type, status, code) => {
    const res = await send(body, type)
    expect(res.status).toBe(status)
    expect(res.body).toMatchObject({ err: 1, code })
    expect(await hospital.parts.db.driver.deadLetters.countDocuments()).toBe(0)
  })

  it('with an unsupported encoding is 415', async () => {
    const res = await send('{}').set('content-encoding', 'br')
    expect(res.status).toBe(415)
  })

  it('with very deep nesting is a refused item, not a crash', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    const res = await send(`[{"AssetType":${deep}}]`)
    expect(res.status).toBe(200)
    expect(res.body).toMatchObject({ refused: 1 })
    expect(await hospital.parts.db.driver.deadLetters.countDocuments()).toBe(1)
  })

  it('without a key, with a session, or with a key of another scope is refused', async () => {
    await hospital.addAsset({ AssetId: 'P-1' })
    const otherKey = await hospital.people.makeKey({ scopes: ['assets'] })
    const none = await hospital.push(item, {})
    const session = await hospital.push(item, hospital.people.admin)
    const scope = await hospital.push(item, otherKey)
    expect([none.status, session.status, scope.status]).toEqual([401, 401, 403])
    expect([none.body.code, session.body.code, scope.body.code]).toEqual([
      'unauthenticated',
      'unauthenticated',
      'forbidden',
    ])
    expect(await rows()).toHaveLength(0)
  })

  it('may carry the key in X-Api-Key', async () => {
    await hospital.addAsset({ AssetId: 'P-1' })
    const key = hospital.people.key['authorization']?.replace('Bearer ', '') ?? ''
    expect((await hospital.push(item, { 'x-api-key': key })).body).toEqual(answer({ accepted: 1 }))
  })

  it('with GET is 405, and during shutdown 503', async () => {
    await request(hospital.app).get(PATH).expect(405)
    hospital.parts.health.accepting = false
    const res = await hospital.push(item)
    hospital.parts.health.accepting = true
    expect(res.status).toBe(503)
    expect(res.headers['retry-after']).toBeDefined()
  })
})

describe('an Idempotency-Key', () => {
  const item = { AssetType: 'Equipment', AssetId: 'P-1', mapId: 'm1', x: 1, y: 1 }
  const idempotencyHeaders = (key: string) => ({ ...hospital.people.key, 'idempotency-key': key })

  it('returns the first answer again for the same body and refuses another body', async () => {
    await hospital.addAsset({ AssetId: 'P-1' })
    const first = await hospital.push([item, {}], idempotencyHeaders('k-1'))
    const repeated = await hospital.push([item, {}], idempotencyHeaders('k-1'))
    expect(first.body).toMatchObject({ accepted: 1, refused: 1 })
    expect(repeated.body).toEqual(first.body)
    expect(await rows()).toHaveLength(1)
    expect(await hospital.parts.db.driver.deadLetters.countDocuments()).toBe(1)
    const otherKey = await hospital.push(item, idempotencyHeaders('k-1'))
    expect(otherKey.status).toBe(409)
    expect(otherKey.body.code).toBe('conflict')
    expect(await rows()).toHaveLength(1)
  })

  it('shared by two concurrent requests is processed once', async () => {
    await hospital.addAsset({ AssetId: 'P-1' })
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => hospital.push(item, idempotencyHeaders('k-2'))),
    )
    for (const res of answers) expect(res.body).toEqual(answer({ accepted: 1 }))
    expect(await rows()).toHaveLength(1)
  })

  it('is separate for each API key', async () => {
    await hospital.addAsset({ AssetId: 'P-1' })
    const otherKey = await hospital.people.makeKey({})
    await hospital.push(item, idempotencyHeaders('k-3'))
    const res = await hospital.push({ ...item, x: 2 }, { ...otherKey, 'idempotency-key': 'k-3' })
    expect(res.body).toEqual(answer({ accepted: 1 }))
  })

  it('of an interrupted request is processed again without storing an untimed item twice', async () => {
    await hospital.addAsset({ AssetId: 'P-1' })
    await hospital.push(item, idempotencyHeaders('k-4'))
    const { idempotency } = hospital.parts.db.driver
    const cutOff = {
      $unset: { answer: 1 },
      $set: { expiresAt: new Date(Date.now() + 23 * 3_600_000) },
    } as const
    await idempotency.updateMany({}, cutOff)
    await hospital.push(item, idempotencyHeaders('k-4')).expect(200, answer({ duplicates: 1 }))
    expect(await rows()).toHaveLength(1)
  })

  it('is refused if it is too long', async () => {
    const res = await hospital.push(item, idempotencyHeaders('x'.repeat(129)))
    expect(res.status).toBe(400)
    expect(res.body.errors).toMatchObject([{ path: 'Idempotency-Key' }])
    expect(await rows()).toHaveLength(0)
  })
})
