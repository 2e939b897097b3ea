import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiTest, claimsOf, openApiTest } from '../../testing/api-test.ts'

let api: ApiTest
beforeAll(async () => {
  api = await openApiTest()
})
afterAll(() => api.close())

const ask = (token: string) => api.get('/api/config/isConfigured', { authorization: `Bearer ${token}` })
const tokenOf = (headers: Record<string, string>): string =>
  (headers['authorization'] ?? '').slice('Bearer '.length)
const newToken = async (username: string): Promise<string> => tokenOf(await api.people.signIn({ username }))
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Creates a token with any content, signed with any secret. */
function forge(header: object, claims: object, secret: string): string {
  const signed = `${part(header)}.${part(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

describe('a token', () => {
  test('is refused when missing, malformed or sent with another scheme', async () => {
    const token = await newToken('schemes')
    expect((await api.get('/api/config/isConfigured', {})).status).toBe(401)
    for (const authorization of [
      'Bearer',
      'Bearer ',
      `Basic ${token}`,
      'Bearer a.b.c',
      `Bearer ${token} x`,
    ]) {
      const answer = await api.get('/api/config/isConfigured', { authorization })
      expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated'])
    }
    expect((await ask(token)).status).toBe(200)
  })

  test('is refused when forged: another secret, no algorithm, changed claims, foreign issuer or audience', async () => {
    const token = await newToken('forged')
    const claims = claimsOf(token)
    const [header, payload, signature] = token.split('.')
    const secret = 'a secret of forty characters for the tests'
    const HS256 = { alg: 'HS256', typ: 'JWT' }
    const forgeries = [
      forge(HS256, claims, 'another secret of forty characters here'),
      `${part({ alg: 'none', typ: 'JWT' })}.${payload}.`,
      `${header}.${part({ ...claims, exp: 9_999_999_999 })}.${signature}`,
      forge({ alg: 'HS384', typ: 'JWT' }, claims, secret),
      forge(HS256, { ...claims, iss: 'elsewhere' }, secret),
      forge(HS256, { ...claims, aud: 'elsewhere' }, secret),
      forge(HS256, { ...claims, sub: '000000000000000000000000' }, secret),
      forge(HS256, { ...claims, sid: 'not a session' }, secret),
      forge(HS256, { ...claims, jti: 'not a token of it' }, secret),
    ]
    expect((await ask(forge(HS256, claims, secret))).status).toBe(200)
    for (const forged of forgeries) expect((await ask(forged)).status).toBe(401)
  })

  test('is refused when its account is locked', async () => {
    const token = await newToken('locked-later')
    await api.parts.db.driver.users.updateOne({ username: 'locked-later' }, { $set: { locked: true } })
    expect((await ask(token)).status).toBe(401)
  })

  test('is replaced after half its life, and stays valid for a minute', async () => {
    const old = await newToken('rotating')
    expect((await ask(old)).headers['tokenchanged']).toBeUndefined()
    api.advance(31 * 60_000)
    const rotated = await ask(old)
    const header = rotated.headers['tokenchanged'] as string
    expect(header.endsWith(`_${old}`)).toBe(true)
    const next = header.slice(0, -old.length - 1)
    expect((await ask(next)).status).toBe(200)
    expect((await ask(next)).headers['tokenchanged']).toBeUndefined()
    const late = await ask(old)
    expect(late.status).toBe(200)
    expect(claimsOf((late.headers['tokenchanged'] as string).slice(0, -old.length - 1))['jti']).toBe(
      claimsOf(next)['jti'],
    )
  })

  test('ends its session when used more than a minute after its replacement, because it was copied', async () => {
    const old = await newToken('copied')
    api.advance(31 * 60_000)
    const header = (await ask(old)).headers['tokenchanged'] as string
    const next = header.slice(0, -old.length - 1)
    api.advance(61_000)
    expect((await ask(next)).status).toBe(200)
    expect((await ask(old)).status).toBe(401)
    expect((await ask(next)).status).toBe(401)
    expect(await api.parts.db.driver.sessions.findOne({ _id: claimsOf(next)['sid'] as string })).toBeNull()
  })

  test('is replaced for at most twelve hours; then its session ends', async () => {
    let token = await newToken('long-shift')
    for (let step = 0; step < 23; step += 1) {
      api.advance(31 * 60_000)
      const answer = await ask(token)
      expect(answer.status).toBe(200)
      const header = answer.headers['tokenchanged'] as string
      token = header.slice(0, -token.length - 1)
    }
    api.advance(8 * 60_000)
    expect((await ask(token)).status).toBe(401)
  })

  test('is invalid when its session is the oldest at the twenty-first sign-in of an account', async () => {
    const first = await newToken('everywhere')
    const user = await api.parts.db.driver.users.findOne({ username: 'everywhere' })
    if (!user) throw new Error('no account')
    const tokens = [first]
    for (let n = 0; n < 20; n += 1) {
      api.advance(1_000)
      tokens.push((await api.parts.access.sessions.create(user)).token)
    }
    expect((await ask(first)).status).toBe(401)
    expect((await ask(tokens[1] ?? '')).status).toBe(200)
    expect(await api.parts.db.driver.sessions.countDocuments({ userId: user._id })).toBe(20)
  })

  test('is replaced only once for concurrent requests, which all succeed', async () => {
    const old = await newToken('at-once')
    api.advance(31 * 60_000)
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(old)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    const ids = answers
      .map(({ headers }) => headers['tokenchanged'])
      .filter((header) => header !== undefined)
      .map((header) => claimsOf(header.slice(0, -old.length - 1))['jti'])
    expect(new Set(ids).size).toBe(1)
  })

  test('expires with its unused session', async () => {
    const token = await newToken('idle')
    api.advance(61 * 60_000)
    expect((await ask(token)).status).toBe(401)
  })

  test('is not an ingestion key, and a key is not a token', async () => {
    const token = await newToken('not-a-key')
    const item = { AssetType: 'Equipment', AssetId: 'NEVER' }
    const pushed = await api.post('/api/ingest/assets', item, { authorization: `Bearer ${token}` })
    expect([pushed.status, pushed.body.code]).toEqual([401, 'unauthenticated'])
    expect(await api.parts.db.driver.assets.findOne({ AssetId: 'NEVER' })).toBeNull()
    expect((await api.get('/api/config/isConfigured', api.people.key)).status).toBe(401)
  })

  test('page, session and user headers have no effect', async () => {
    const headers = {
      ...(await api.people.signIn({ username: 'claims-much' })),
      pageRoute: '/devices',
      sessionId: 'x',
      userName: 'admin',
    }
    const answer = await api.post('/api/assets.filter', {}, headers)
    expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
  })
})
