import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiTest, claimsOf, openApiTest } from '../../testing/api-test.ts'

let api: ApiTest
beforeAll(async () => {
  api = await openApiTest()
})
afterAll(() => api.close())

const verify = (body: object) => api.post('/api/user/verify', body, {})
const credentials = (username: string, password = api.people.password) => ({
  username,
  password,
  authenticationMethod: 'Password',
})

async function sessionsOf(username: string): Promise<number> {
  const user = await api.parts.db.driver.users.findOne({ username })
  return user ? api.parts.db.driver.sessions.countDocuments({ userId: user._id }) : -1
}

describe('signing in', () => {
  test('returns a token for calls, and the data that the client stores', async () => {
    const answer = await verify(credentials('admin'))
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ err: 0, verify: true, username: 'admin', patientDataAccess: true })
    expect(answer.headers['cache-control']).toBe('no-store')
    const { AccessToken, sessionId } = answer.body
    expect(claimsOf(AccessToken)['sid']).toBe(sessionId)
    const open = await api.get('/api/config/isConfigured', { authorization: `Bearer ${AccessToken}` })
    expect(open.body).toEqual({ config: 1 })
    const user = await api.parts.db.driver.users.findOne({ username: 'admin' })
    expect(user?.lastLoginAt).toBeInstanceOf(Date)
  })

  test.each([
    [{ password: 'x', authenticationMethod: 'Password' }, 'Please enter your username.', 'username'],
    [
      { username: '', password: 'x', authenticationMethod: 'Password' },
      'Please enter your username.',
      'username',
    ],
    [{ username: 'admin', authenticationMethod: 'Password' }, 'Please enter your password.', 'password'],
    [
      { username: ' admin', password: 'x', authenticationMethod: 'Password' },
      'Space not allowed.',
      'username',
    ],
    [{ username: 'a  b', password: 'x', authenticationMethod: 'Password' }, 'Space not allowed.', 'username'],
    [
      { username: 'admin', password: 'x ', authenticationMethod: 'Password' },
      'Space not allowed.',
      'password',
    ],
  ])('refuses %j with the exact message', async (body, message, path) => {
    const before = await api.parts.db.driver.sessions.countDocuments({})
    const answer = await verify(body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ err: 1, code: 'validation', verify: false, message })
    expect(answer.body.errors[0]).toEqual({ path, message })
    expect(await api.parts.db.driver.sessions.countDocuments({})).toBe(before)
  })

  test('refuses operators instead of texts, and another authentication method', async () => {
    for (const body of [
      { username: { $ne: null }, password: { $ne: null }, authenticationMethod: 'Password' },
      { ...credentials('admin'), authenticationMethod: 'Token' },
    ]) {
      const answer = await verify(body)
      expect(answer.status).toBe(400)
      expect(answer.body.AccessToken).toBeUndefined()
    }
  })

  test('answers the same for an unknown account and a wrong password', async () => {
    const unknown = await verify(credentials('stranger'))
    const wrong = await verify(credentials('admin', 'not the password'))
    expect(unknown.status).toBe(401)
    expect(wrong.status).toBe(401)
    for (const { body } of [unknown, wrong])
      expect(body).toMatchObject({ code: 'invalid_credentials', verify: false })
    expect(unknown.body.message).toBe(wrong.body.message)
  })

  test('reveals a lock only to a user with the right password', async () => {
    await api.people.signIn({ username: 'locked' })
    await api.parts.db.driver.users.updateOne({ username: 'locked' }, { $set: { locked: true } })
    const right = await verify(credentials('locked'))
    const wrong = await verify(credentials('locked', 'not the password'))
    expect([right.status, right.body.code]).toEqual([403, 'account_locked'])
    expect(right.body.AccessToken).toBeUndefined()
    expect([wrong.status, wrong.body.code]).toEqual([401, 'invalid_credentials'])
    expect(await sessionsOf('locked')).toBe(1)
  })

  test('refuses a longer text that begins with the password', async () => {
    const longest = 'p'.repeat(72)
    await api.people.signIn({ username: 'long' })
    const passwordHash = await api.parts.access.passwords.hash(longest)
    await api.parts.db.driver.users.updateOne({ username: 'long' }, { $set: { passwordHash } })
    expect((await verify(credentials('long', longest))).status).toBe(200)
    expect((await verify(credentials('long', `${longest}x`))).status).toBe(401)
  })

  test('is blocked for a quarter of an hour after ten failures of one name, even with the right password', async () => {
    await api.people.signIn({ username: 'guessed' })
    for (let tries = 0; tries < 10; tries += 1)
      expect((await verify(credentials('guessed', `wrong ${tries} times`))).status).toBe(401)
    const right = await verify(credentials('Guessed'))
    expect([right.status, right.body.code, right.body.verify]).toEqual([429, 'too_many_attempts', false])
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(800)
    expect(Number(right.headers['retry-after'])).toBeLessThanOrEqual(900)
    api.advance(16 * 60_000)
    expect((await verify(credentials('guessed'))).status).toBe(200)
  })

  test('also counts failures of unknown names', async () => {
    for (let tries = 0; tries < 10; tries += 1)
      await verify(credentials('nobody-has-this', `wrong ${tries} x`))
    expect((await verify(credentials('nobody-has-this'))).status).toBe(429)
  })

  test('concurrent attempts cannot exceed the limit', async () => {
    await api.people.signIn({ username: 'raced' })
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, n) => verify(credentials('raced', `wrong ${n} x`))),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
  })
})

describe("the session's information about itself", () => {
  test('has its flag and its routes, sorted, distinct and with their slash', async () => {
    const nurse = await api.people.signIn({
      username: 'two-pages',
      pages: ['devices', 'asset-detail', 'devices'],
    })
    expect((await api.get('/api/user/patientDataAccess', nurse)).body).toEqual({ patientDataAccess: false })
    expect((await api.get('/api/user/patientDataAccess')).body).toEqual({ patientDataAccess: true })
    expect((await api.get('/api/privilege/getAllowedRoutes', nurse)).body).toEqual({
      allowedRoutes: ['/asset-detail', '/devices'],
    })
  })

  test('a change of privileges and flag takes effect at the next request', async () => {
    const nurse = await api.people.signIn({ username: 'changing', pages: ['devices'] })
    await api.parts.db.driver.users.updateOne(
      { username: 'changing' },
      { $set: { privileges: [], patientDataAccess: true } },
    )
    expect((await api.get('/api/privilege/getAllowedRoutes', nurse)).body).toEqual({ allowedRoutes: [] })
    expect((await api.get('/api/user/patientDataAccess', nurse)).body).toEqual({ patientDataAccess: true })
  })
})

describe('signing out', () => {
  test('ends the session immediately; a second sign-out is 401', async () => {
    const headers = await api.people.signIn({ username: 'leaving' })
    const first = await api.post('/api/user/logout', {}, headers)
    expect([first.status, first.body.err]).toEqual([200, 0])
    expect((await api.post('/api/user/logout', {}, headers)).status).toBe(401)
    expect(await sessionsOf('leaving')).toBe(0)
  })

  test('refuses to name another session, and keeps this one', async () => {
    const headers = await api.people.signIn({ username: 'naming' })
    const otherToken = (await verify(credentials('admin'))).body.AccessToken as string
    for (const [body, path] of [
      [{ username: 'admin' }, 'username'],
      [{ accessToken: otherToken }, 'accessToken'],
      [{ accessToken: 'rubbish' }, 'accessToken'],
    ] as const) {
      const answer = await api.post('/api/user/logout', body, headers)
      expect([answer.status, answer.body.code, answer.body.errors[0].path]).toEqual([400, 'validation', path])
    }
    const accessToken = headers['authorization']?.slice('Bearer '.length)
    const ended = await api.post('/api/user/logout', { username: 'Naming', accessToken }, headers)
    expect(ended.status).toBe(200)
  })
})

describe("changing one's password", () => {
  const change = (headers: Record<string, string>, body: object) =>
    api.post('/api/user/changePassword', body, headers)

  test('accepts the new one, ends the other sessions and keeps this one', async () => {
    const here = await api.people.signIn({ username: 'changer' })
    const token = (await verify(credentials('changer'))).body.AccessToken as string
    const body = { currentPassword: api.people.password, newPassword: 'a new pass phrase' }
    expect((await change(here, body)).status).toBe(200)
    expect((await api.get('/api/config/isConfigured', here)).status).toBe(200)
    expect((await api.get('/api/config/isConfigured', { authorization: `Bearer ${token}` })).status).toBe(401)
    expect((await verify(credentials('changer'))).status).toBe(401)
    expect((await verify(credentials('changer', 'a new pass phrase'))).status).toBe(200)
  })

  test.each([
    ['too short', 'newPassword'],
    ['x'.repeat(73), 'newPassword'],
    ['two  spaces here', 'newPassword'],
    ['rule-breaker', 'newPassword'],
    ['Rule-Breaker-1', 'newPassword'],
    ['Password-2026', 'newPassword'],
  ])('refuses %s by the password rule', async (newPassword, path) => {
    const headers = await api.people.signIn({ username: `rule-breaker` }).catch(async () => {
      const { body } = await verify(credentials('rule-breaker'))
      return { authorization: `Bearer ${body.AccessToken}` }
    })
    const answer = await change(headers, { currentPassword: api.people.password, newPassword })
    expect([answer.status, answer.body.code, answer.body.errors[0].path]).toEqual([400, 'validation', path])
    expect((await verify(credentials('rule-breaker'))).status).toBe(200)
  })

  test('refuses a wrong current password, and too many of them', async () => {
    const headers = await api.people.signIn({ username: 'forgetful' })
    const body = { currentPassword: 'not this one', newPassword: 'a new pass phrase' }
    for (let tries = 0; tries < 10; tries += 1) {
      const answer = await change(headers, body)
      expect([answer.status, answer.body.errors[0].path]).toEqual([400, 'currentPassword'])
    }
    const right = await change(headers, { ...body, currentPassword: api.people.password })
    expect([right.status, right.body.code]).toEqual([429, 'too_many_attempts'])
    const user = await api.parts.db.driver.users.findOne({ username: 'forgetful' })
    expect(await api.parts.access.passwords.matches(api.people.password, user?.passwordHash)).toBe(true)
  })
})
