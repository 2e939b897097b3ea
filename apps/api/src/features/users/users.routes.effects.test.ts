import { messages } from '@wardtrack/contracts'
import { type Headers, TEST_WAIT } from '@wardtrack/test-kit'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

/** Tests the effects of a user change in the process that makes it, and in a second one on the same store. */
let api: ApiTest
let secondProcess: ApiTest
let administrator: Headers
beforeAll(async () => {
  api = await openApiTest({ cacheMode: 'shared' })
  secondProcess = await openApiTest({ storeOf: api, cacheMode: 'shared' })
  const pages = ['admin-config', 'privilege-settings']
  administrator = await api.people.signIn({ username: 'administrator', pages, patientDataAccess: true })
})
afterAll(async () => {
  await secondProcess.close()
  await api.close()
})

const ONE_TIME = 'quiet amber lanterns'
const OWN = 'seven copper kettles'
const users = () => api.parts.db.driver.users
const idOf = async (username: string) => (await users().findOne({ username }))?._id.toHexString() ?? ''
const patch = async (username: string, body: object) =>
  request(api.app)
    .patch(`/api/users/${await idOf(username)}`)
    .set(administrator)
    .send(body)
const verify = (username: string, password: string, at = api) =>
  at.post('/api/user/verify', { username, password, authenticationMethod: 'Password' }, {})
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` })
const processes = () => [api, secondProcess]

describe('a lock', () => {
  test('ends sessions immediately and applies until it is removed, in both processes', async () => {
    const headers = await api.people.signIn({ username: 'locked' })
    expect((await patch('locked', { locked: true })).body.data.locked).toBe(true)
    for (const at of processes()) {
      expect((await at.get('/api/config/isConfigured', headers)).status).toBe(401)
      expect((await verify('locked', api.people.password, at)).body.code).toBe('account_locked')
    }
    await patch('locked', { locked: false })
    for (const at of processes()) expect((await verify('locked', api.people.password, at)).status).toBe(200)
  })
})

describe('privileges and the flag', () => {
  test('change the rights of an open session immediately, in both processes', async () => {
    await api.people.signIn({ username: 'list reader', pages: ['assetlist'] })
    const headers = await api.people.signIn({ username: 'widened' })
    const opens = async (at: ApiTest) => (await at.post('/api/assets.list', {}, headers)).status
    for (const at of processes()) expect(await opens(at)).toBe(403)
    await patch('widened', { privileges: ['May be list reader'], patientDataAccess: true })
    for (const at of processes()) {
      expect(await opens(at)).toBe(200)
      expect((await at.get('/api/user/patientDataAccess', headers)).body).toEqual({ patientDataAccess: true })
    }
    await patch('widened', { privileges: [], patientDataAccess: false })
    for (const at of processes()) {
      expect(await opens(at)).toBe(403)
      expect((await at.get('/api/user/patientDataAccess', headers)).body).toEqual({
        patientDataAccess: false,
      })
    }
  })
})

describe('a one-time password', () => {
  test('allows only a password change, and all calls after it, in both processes', async () => {
    await api.post('/api/users', { username: 'new.nurse', password: ONE_TIME }, administrator)
    const signedIn = await verify('new.nurse', ONE_TIME)
    expect(signedIn.body).toMatchObject({ verify: true, username: 'new.nurse' })
    const headers = bearer(signedIn.body.AccessToken)
    for (const at of processes()) {
      for (const path of ['/api/config/isConfigured', '/api/user/sessions', '/api/live', '/api/users']) {
        const { status, body } = await at.get(path, headers)
        expect([path, status, body.code, body.message]).toEqual([
          path,
          403,
          'setup_required',
          messages.passwordToChange,
        ])
      }
      expect((await at.post('/api/user/secondFactor/start', {}, headers)).status).toBe(403)
      expect((await at.get('/api/user/profile', headers)).body.data.setup).toBe('password')
    }
    const unchanged = { currentPassword: ONE_TIME, newPassword: ONE_TIME }
    const refused = await secondProcess.post('/api/user/changePassword', unchanged, headers)
    expect([refused.status, refused.body.message]).toEqual([400, messages.passwordUnchanged])
    const change = { currentPassword: ONE_TIME, newPassword: OWN }
    expect((await secondProcess.post('/api/user/changePassword', change, headers)).status).toBe(200)
    for (const at of processes()) {
      expect((await at.get('/api/config/isConfigured', headers)).status).toBe(200)
      expect((await at.get('/api/user/profile', headers)).body.data.setup).toBeUndefined()
      expect((await verify('new.nurse', ONE_TIME, at)).status).toBe(401)
    }
    expect(await users().findOne({ username: 'new.nurse' })).not.toHaveProperty('mustChangePassword')
  })

  test('ends sessions, lifts a lock-out and answers a request when an administrator sets it', async () => {
    const headers = await api.people.signIn({ username: 'forgetful' })
    for (let tries = 0; tries < 10; tries += 1) await verify('forgetful', `wrong ${tries} times`)
    expect((await verify('forgetful', api.people.password)).status).toBe(429)
    await api.post('/api/user/passwordRequest', { username: 'forgetful' }, {})
    await vi.waitFor(
      async () => expect(await users().findOne({ username: 'forgetful' })).toHaveProperty('passwordRequest'),
      TEST_WAIT,
    )
    const path = `/api/users/${await idOf('forgetful')}/password`
    const answer = await api.post(path, { password: ONE_TIME }, administrator)
    expect([answer.status, answer.body.message]).toEqual([200, messages.passwordSet])
    for (const at of processes()) {
      expect((await at.get('/api/user/profile', headers)).status).toBe(401)
      expect((await verify('forgetful', ONE_TIME, at)).status).toBe(200)
    }
    expect(await users().findOne({ username: 'forgetful' })).not.toHaveProperty('passwordRequest')
  })

  test.each(['too short', 'forgetful-99', 'Password-2026!', 'x'.repeat(73)])(
    'follows the password rules: %s is refused',
    async (password) => {
      await api.people.signIn({ username: `rules ${password}` })
      const id = await idOf(`rules ${password}`)
      await users().updateOne({ username: `rules ${password}` }, { $set: { username: 'forgetful-9' } })
      const { status, body } = await api.post(`/api/users/${id}/password`, { password }, administrator)
      expect([status, body.errors[0].path]).toEqual([400, 'password'])
    },
  )
})

describe('ending sessions', () => {
  test('signs out only the given user, everywhere', async () => {
    const first = await api.people.signIn({ username: 'everywhere' })
    const second = bearer((await verify('everywhere', api.people.password)).body.AccessToken)
    await api.post(`/api/users/${await idOf('everywhere')}/endSessions`, {}, administrator)
    for (const headers of [first, second])
      for (const at of processes()) expect((await at.get('/api/user/profile', headers)).status).toBe(401)
    expect((await api.get('/api/user/profile', administrator)).status).toBe(200)
    expect((await verify('everywhere', api.people.password)).status).toBe(200)
  })
})

describe('a password from an earlier version', () => {
  test('stays valid although it is shorter than new ones may be', async () => {
    await api.people.signIn({ username: 'veteran' })
    const passwordHash = await api.parts.access.passwords.hash('ten chars!')
    await users().updateOne({ username: 'veteran' }, { $set: { passwordHash } })
    expect((await verify('veteran', 'ten chars!')).status).toBe(200)
  })
})
