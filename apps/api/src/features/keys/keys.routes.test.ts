import { messages, SCOPES } from '@wardtrack/contracts'
import { Types } from '@wardtrack/database'
import { type Headers, TEST_WAIT } from '@wardtrack/test-kit'
import request from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

let api: ApiTest
let providerAdmin: Headers
let changedParts: string[] = []

beforeAll(async () => {
  api = await openApiTest()
  providerAdmin = await api.people.signIn({ username: 'providers', pages: ['provider-settings'] })
  api.parts.bus.subscribe('config.changed', ({ what }) => changedParts.push(what))
})
beforeEach(async () => {
  await api.parts.db.driver.ingestKeys.deleteMany()
  changedParts = []
})
afterAll(() => api.close())

const CISCO = { name: 'Cisco', kind: 'provider', provider: 'Cisco', scopes: ['assets', 'locations'] }
const INTEGRATION = { name: 'Registry', kind: 'integration', scopes: [...SCOPES] }
const create = (body: object, as?: Headers) => api.post('/api/keys', body, as)
const list = async (as?: Headers) => (await api.get('/api/keys', as)).body.data as Record<string, unknown>[]
const remove = (id: unknown, as: Headers = api.people.admin) =>
  request(api.app)
    .delete(`/api/keys/${String(id)}`)
    .set(as)
const rotate = (id: unknown, as?: Headers) => api.post(`/api/keys/${String(id)}/rotate`, {}, as)
const push = async (key: string) =>
  (await api.post('/api/ingest/assets', { AssetType: 'Equipment', AssetId: 'K-1' }, { 'x-api-key': key }))
    .status
const stored = () => api.parts.db.driver.ingestKeys.countDocuments({})

describe('a new ingestion key', () => {
  test('is shown once, is accepted by its calls, and is listed without its text', async () => {
    const { status, body } = await create(CISCO)
    expect([status, body.err, body.data]).toEqual([
      200,
      0,
      {
        _id: expect.any(String),
        name: 'Cisco',
        kind: 'provider',
        provider: 'cisco',
        scopes: ['assets', 'locations'],
        prefix: body.key.slice(0, 6),
        createdAt: expect.any(String),
      },
    ])
    expect(await push(body.key)).toBe(200)
    expect(JSON.stringify(await list())).not.toContain(body.key)
    await vi.waitFor(async () => expect((await list())[0]).toHaveProperty('lastUsedAt'), TEST_WAIT)
    expect(changedParts).toEqual(['providers'])
  })

  test.each([
    [{ ...CISCO, name: ' ' }, 'name'],
    [{ ...CISCO, kind: 'person' }, 'kind'],
    [{ ...CISCO, provider: undefined }, 'provider'],
    [{ ...CISCO, provider: 'ab' }, 'provider'],
    [{ ...CISCO, provider: '__proto__' }, '__proto__'],
    [{ ...CISCO, scopes: [] }, 'scopes'],
    [{ ...CISCO, scopes: ['everything'] }, 'scopes.0'],
  ])('%j is refused at %s', async (body, path) => {
    const answer = await create(body)
    expect([answer.status, answer.body.code, answer.body.errors?.[0]?.path]).toEqual([
      400,
      'validation',
      path,
    ])
    expect([await stored(), changedParts]).toEqual([0, []])
  })

  test('needs a name that no valid key has in any case; names of ended keys are free', async () => {
    const first = (await create(CISCO)).body.data
    const repeated = await create({ ...CISCO, name: 'CISCO' })
    expect([repeated.status, repeated.body.code, repeated.body.message]).toEqual([
      409,
      'duplicate',
      messages.keyNameTaken,
    ])
    expect(await stored()).toBe(1)
    expect((await remove(first._id)).status).toBe(200)
    expect((await create(CISCO)).status).toBe(200)
  })
})

describe('a rotated key', () => {
  test('stays valid for a day beside the new one, and its end is shown', async () => {
    const { data, key } = (await create(CISCO)).body
    const { status, body } = await rotate(data._id)
    expect([status, body.data.name, body.data.provider, body.data.scopes]).toEqual([
      200,
      'Cisco',
      'cisco',
      CISCO.scopes,
    ])
    const overlapMs = Date.parse(body.previous.expiresAt) - Date.now()
    expect(overlapMs).toBeGreaterThan(23 * 3_600_000)
    expect(overlapMs).toBeLessThanOrEqual(24 * 3_600_000)
    expect([await push(key), await push(body.key)]).toEqual([200, 200])
    expect(body.key).not.toBe(key)
  })

  test('is refused after its day, even if it was just cached', async () => {
    const { data, key } = (await create(CISCO)).body
    await rotate(data._id)
    const end = new Date(Date.now() + 300)
    await api.parts.db.driver.ingestKeys.updateOne(
      { _id: new Types.ObjectId(String(data._id)) },
      { $set: { expiresAt: end } },
    )
    api.parts.bus.publish('config.changed', { what: 'providers' })
    await vi.waitFor(async () => expect(await push(key)).toBe(401), TEST_WAIT)
    expect(Date.now()).toBeGreaterThanOrEqual(end.getTime())
  })

  test('cannot be rotated again: of two concurrent rotations only one succeeds', async () => {
    const { data } = (await create(CISCO)).body
    const both = await Promise.all([rotate(data._id), rotate(data._id)])
    expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]))
    expect((await rotate(data._id)).body.message).toBe(messages.keyEnded)
    expect(await stored()).toBe(2)
  })
})

describe('a revoked key', () => {
  test('is refused, and stays in the list with its end', async () => {
    const { data, key } = (await create(CISCO)).body
    expect(await push(key)).toBe(200)
    expect((await remove(data._id)).body).toEqual({ err: 0, message: messages.done })
    expect(await push(key)).toBe(401)
    expect((await list())[0]).toMatchObject({ _id: data._id, revokedAt: expect.any(String) })
    const { revokedAt } = (await list())[0] ?? {}
    expect((await remove(data._id)).status).toBe(200)
    expect((await list())[0]).toHaveProperty('revokedAt', revokedAt)
  })

  test.each(['nobody', '000000000000000000000000', '__proto__'])('%s is 404', async (id) => {
    const answers = [await remove(id), await rotate(id)]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [404, 'not_found'],
      [404, 'not_found'],
    ])
  })
})

describe('access to keys with only provider-settings', () => {
  test('is limited to keys of providers', async () => {
    const integration = (await create(INTEGRATION)).body.data
    expect((await create(CISCO, providerAdmin)).status).toBe(200)
    expect((await list(providerAdmin)).map(({ name }) => name)).toEqual(['Cisco'])
    expect((await list()).map(({ name }) => name)).toEqual(['Cisco', 'Registry'])
    expect((await create({ ...INTEGRATION, name: 'Other' }, providerAdmin)).status).toBe(403)
    expect((await remove(integration._id, providerAdmin)).status).toBe(404)
    expect((await rotate(integration._id, providerAdmin)).status).toBe(404)
    expect((await list())[1]).not.toHaveProperty('revokedAt')
    expect(await stored()).toBe(2)
  })

  test('is refused to users without the page', async () => {
    for (const [as, status] of [
      [api.people.nobody, 403],
      [{}, 401],
      [api.people.key, 401],
    ] as const) {
      expect((await create(CISCO, as)).status).toBe(status)
      expect((await api.get('/api/keys', as)).status).toBe(status)
    }
    expect(await stored()).toBe(0)
  })
})
