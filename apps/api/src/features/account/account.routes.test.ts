import { messages } from '@wardtrack/contracts'
import { type Headers, TEST_WAIT } from '@wardtrack/test-kit'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

let api: ApiTest
beforeAll(async () => {
  api = await openApiTest({ trustProxy: 1 })
})
afterAll(() => api.close())

const CHROME = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
const users = () => api.parts.db.driver.users
const verify = (username: string, headers: Headers = {}) =>
  api.post(
    '/api/user/verify',
    { username, password: api.people.password, authenticationMethod: 'Password' },
    headers,
  )
const remove = (path: string, headers: Headers) => request(api.app).delete(path).set(headers)

describe('preferences', () => {
  test('are stored with the account, one by one', async () => {
    const headers = await api.people.signIn({ username: 'dark reader' })
    expect((await api.get('/api/user/profile', headers)).body.data.preferences).toEqual({})
    await api.post('/api/user/preferences', { scheme: 'dark' }, headers)
    await api.post('/api/user/preferences', { language: 'de' }, headers)
    const elsewhere = await verify('dark reader')
    const { body } = await api.get('/api/user/profile', {
      authorization: `Bearer ${elsewhere.body.AccessToken}`,
    })
    expect(body.data).toMatchObject({
      username: 'dark reader',
      preferences: { scheme: 'dark', language: 'de' },
    })
    expect((await api.post('/api/user/preferences', {}, headers)).status).toBe(200)
  })

  test('store the columns of each table separately', async () => {
    const headers = await api.people.signIn({ username: 'column chooser' })
    const people = { hidden: ['state', 'lastSignIn'], compact: true }
    const assets = { hidden: ['category'], compact: false }
    await api.post(
      '/api/user/preferences',
      { scheme: 'light', tables: { people, 'asset-list': assets } },
      headers,
    )
    const fewer = { hidden: ['id'], compact: true }
    const answer = await api.post('/api/user/preferences', { tables: { 'asset-list': fewer } }, headers)
    expect([answer.status, answer.body]).toEqual([200, { err: 0, message: messages.preferencesSaved }])
    expect((await api.get('/api/user/profile', headers)).body.data.preferences).toEqual({
      scheme: 'light',
      tables: { people, 'asset-list': fewer },
    })
    await api.post('/api/user/preferences', { tables: {} }, headers)
    expect(await users().findOne({ username: 'column chooser' })).toMatchObject({
      preferences: { tables: { people, 'asset-list': fewer } },
    })
    const neighbour = await api.people.signIn({ username: 'column neighbour' })
    expect((await api.get('/api/user/profile', neighbour)).body.data.preferences).toEqual({})
  })

  test.each<object>([
    { scheme: 'pink' },
    { language: 'de; DROP' },
    { language: { $ne: 1 } },
    { scheme: ['dark'] },
    { tables: 'people' },
    { tables: [] },
    { tables: { nurses: { hidden: [], compact: true } } },
    { tables: { 'people.hidden': { hidden: [], compact: true } } },
    { tables: { constructor: { hidden: [], compact: true } } },
    { tables: { people: { hidden: ['category'], compact: true } } },
    { tables: { people: { hidden: [{ $ne: 1 }], compact: true } } },
    { tables: { people: { hidden: Array(7).fill('state'), compact: true } } },
    { tables: { people: { hidden: 'state', compact: true } } },
    { tables: { people: { hidden: ['state'] } } },
    { tables: { people: { hidden: ['state'], compact: true, more: 1 } } },
  ])('refuses %j', async (body) => {
    const answer = await api.post('/api/user/preferences', body)
    expect([answer.status, answer.body.code]).toEqual([400, 'validation'])
    expect(await users().findOne({ username: 'admin' })).not.toHaveProperty('preferences')
  })

  test('refuses a body over 8 KB', async () => {
    const hidden = Array(2000).fill('state')
    const answer = await api.post('/api/user/preferences', { tables: { people: { hidden, compact: true } } })
    expect([answer.status, answer.body.code]).toEqual([413, 'too_large'])
    expect(await users().findOne({ username: 'admin' })).not.toHaveProperty('preferences')
  })
})

describe("the user's own sessions", () => {
  test('show where each was started and which one is current, but no token', async () => {
    await api.people.signIn({ username: 'two places' })
    const ward = await verify('two places', { 'user-agent': CHROME, 'x-forwarded-for': '10.0.0.7' })
    const headers = { authorization: `Bearer ${ward.body.AccessToken}` }
    const { body } = await api.get('/api/user/sessions', headers)
    expect(body.data).toHaveLength(2)
    const current = body.data.find((session: { current: boolean }) => session.current)
    expect(current).toMatchObject({ id: ward.body.sessionId, address: '10.0.0.7', userAgent: CHROME })
    expect(JSON.stringify(body)).not.toMatch(/token/i)
  })

  test('show when they were last used, to the minute', async () => {
    const headers = await api.people.signIn({ username: 'last use' })
    api.advance(5 * 60_000)
    await api.get('/api/user/profile', headers)
    await vi.waitFor(async () => {
      const [session] = (await api.get('/api/user/sessions', headers)).body.data
      expect(Date.parse(session.lastUsedAt) - Date.parse(session.createdAt)).toBeGreaterThanOrEqual(
        5 * 60_000,
      )
    }, TEST_WAIT)
  })

  test('can be ended individually, or all others together, but never those of other users', async () => {
    const thisSession = await api.people.signIn({ username: 'leaver' })
    const otherSession = (await verify('leaver')).body
    const third = (await verify('leaver')).body
    const stranger = (await verify('admin')).body
    for (const id of [stranger.sessionId, 'some-id'])
      expect((await remove(`/api/user/sessions/${id}`, thisSession)).status).toBe(404)
    expect((await remove(`/api/user/sessions/${otherSession.sessionId}`, thisSession)).body.message).toBe(
      messages.sessionsEnded,
    )
    const opens = async (token: string) =>
      (await api.get('/api/user/profile', { authorization: `Bearer ${token}` })).status
    expect([await opens(otherSession.AccessToken), await opens(third.AccessToken)]).toEqual([401, 200])
    await api.post('/api/user/sessions/endOthers', {}, thisSession)
    expect([await opens(third.AccessToken), await opens(stranger.AccessToken)]).toEqual([401, 200])
    expect((await api.get('/api/user/profile', thisSession)).status).toBe(200)
  })
})

describe('requesting a new password', () => {
  const ask = (username: unknown, address = '10.1.0.1') =>
    api.post('/api/user/passwordRequest', { username }, { 'x-forwarded-for': address })

  test('answers the same for every name, and stores requests of existing accounts', async () => {
    await api.people.signIn({ username: 'Forgetful' })
    const [known, unknown] = [await ask('forgetful'), await ask('nobody-has-this')]
    for (const { status, body } of [known, unknown])
      expect([status, body]).toEqual([200, { err: 0, message: messages.passwordRequested }])
    await vi.waitFor(async () => {
      const { body } = await api.get('/api/users?asking=true')
      expect(body).toMatchObject({ count: 1, asking: 1, data: [{ username: 'Forgetful' }] })
      expect(body.data[0].passwordRequest).toMatchObject({ address: '10.1.0.1' })
    }, TEST_WAIT)
    const id = (await users().findOne({ username: 'Forgetful' }))?._id.toHexString()
    await api.post(`/api/users/${id}/dismissPasswordRequest`, {})
    expect((await api.get('/api/users?asking=true')).body).toMatchObject({ count: 0, asking: 0 })
  })

  test('removes the request after a sign-in', async () => {
    await api.people.signIn({ username: 'remembers' })
    await ask('remembers')
    await vi.waitFor(
      async () => expect(await users().findOne({ username: 'remembers' })).toHaveProperty('passwordRequest'),
      TEST_WAIT,
    )
    await verify('remembers')
    expect(await users().findOne({ username: 'remembers' })).not.toHaveProperty('passwordRequest')
  })

  test.each([undefined, '', ' spaced', { $ne: null }])('refuses the name %j', async (username) => {
    const { status, body } = await ask(username)
    expect([status, body.code]).toEqual([400, 'validation'])
  })

  test('is limited by address, whatever the names', async () => {
    for (let n = 0; n < 10; n += 1) expect((await ask(`name-${n}`, '10.9.9.9')).status).toBe(200)
    const refused = await ask('name-11', '10.9.9.9')
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_attempts'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask('name-11', '10.9.9.8')).status).toBe(200)
    api.advance(16 * 60_000)
    expect((await ask('name-11', '10.9.9.9')).status).toBe(200)
  })
})
