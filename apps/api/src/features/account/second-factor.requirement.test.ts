import { messages } from '@wardtrack/contracts'
import { type Headers, TEST_WAIT } from '@wardtrack/test-kit'
import request from 'supertest'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'
import { appCode } from '../../testing/authenticator.ts'
import { openStream } from '../../testing/live-reader.ts'

/** Tests the required second factor in the process that saves the setting, and in a second one on the same store. */
let api: ApiTest
let secondProcess: ApiTest
beforeAll(async () => {
  api = await openApiTest({ cacheMode: 'shared' })
  secondProcess = await openApiTest({ storeOf: api, cacheMode: 'shared' })
})
afterEach(() => save({ requiredOf: 'nobody' }))
afterAll(async () => {
  await secondProcess.close()
  await api.close()
})

let administrator: Headers
beforeAll(async () => {
  const pages = ['admin-config', 'privilege-settings']
  administrator = await api.people.signIn({ username: 'administrator', pages })
  // The user who sets the rule must not be blocked by it.
  const started = await api.post(
    '/api/user/secondFactor/start',
    { password: api.people.password },
    administrator,
  )
  const code = appCode(started.body.data.secret, Date.now())
  await api.post('/api/user/secondFactor/confirm', { code }, administrator)
})

const save = (Fields: object) =>
  api.post('/api/settings/create', { Type: 'Security', SubType: 'SecondFactor', Fields }, administrator)
const setupAt = async (at: ApiTest, headers: Headers) =>
  (await at.get('/api/user/profile', headers)).body.data?.setup
/** Other processes get no messages in this test: their caches are at most two seconds old. */
const eventually = { ...TEST_WAIT, interval: 100 }

describe('the Security setting', () => {
  test('applies to all users in open sessions, in both processes, until it is removed', async () => {
    const headers = await api.people.signIn({ username: 'everybody', pages: ['devices'] })
    for (const at of [api, secondProcess])
      expect((await at.get('/api/config/isConfigured', headers)).status).toBe(200)
    expect((await save({ requiredOf: 'everybody' })).status).toBe(200)
    for (const at of [api, secondProcess]) {
      await expect.poll(() => setupAt(at, headers), eventually).toBe('second-factor')
      const { status, body } = await at.get('/api/config/isConfigured', headers)
      expect([status, body.code, body.message]).toEqual([403, 'setup_required', messages.secondFactorToSetUp])
    }
    await save({ requiredOf: 'nobody' })
    for (const at of [api, secondProcess])
      await expect
        .poll(async () => (await at.get('/api/config/isConfigured', headers)).status, eventually)
        .toBe(200)
  })

  test('applies only to holders of the named privileges', async () => {
    const holder = await api.people.signIn({ username: 'holder', pages: ['devices'] })
    const nonHolder = await api.people.signIn({ username: 'someone else', pages: ['devices'] })
    await save({ requiredOf: 'privileges', privileges: ['May be holder'] })
    for (const at of [api, secondProcess]) {
      await expect.poll(() => setupAt(at, holder), eventually).toBe('second-factor')
      expect(await setupAt(at, nonHolder)).toBeUndefined()
    }
  })

  test('allows only the setup of the app, without asking for the password again', async () => {
    const headers = await api.people.signIn({ username: 'enrolling', pages: ['devices'] })
    await save({ requiredOf: 'everybody' })
    for (const [path, body] of [
      [
        '/api/user/changePassword',
        { currentPassword: api.people.password, newPassword: 'seven copper kettles' },
      ],
      ['/api/user/preferences', { scheme: 'dark' }],
      ['/api/assets.filter', {}],
    ] as const)
      expect([path, (await api.post(path, body, headers)).body.code]).toEqual([path, 'setup_required'])
    const started = await api.post('/api/user/secondFactor/start', {}, headers)
    expect(started.status).toBe(200)
    const code = appCode(started.body.data.secret, Date.now())
    expect((await api.post('/api/user/secondFactor/confirm', { code }, headers)).status).toBe(200)
    expect((await api.get('/api/config/isConfigured', headers)).status).toBe(200)
    const removal = { password: api.people.password, code: '000000' }
    const refused = await api.post('/api/user/secondFactor/remove', removal, headers)
    expect([refused.status, refused.body.message]).toEqual([403, messages.secondFactorDemanded])
  })

  test('ends live streams of users who have to set up the app first', async () => {
    const headers = await api.people.signIn({ username: 'streaming', pages: ['devices'] })
    const stream = await openStream(api, headers)
    await stream.until(({ event }) => event === 'hello')
    await save({ requiredOf: 'everybody' })
    await stream.ended
    stream.close()
    expect((await api.get('/api/live', headers)).body.code).toBe('setup_required')
  })

  test.each([
    [{}, 'Fields.requiredOf'],
    [{ requiredOf: 'all' }, 'Fields.requiredOf'],
    [{ requiredOf: 'privileges', privileges: 'May be holder' }, 'Fields.privileges'],
    [{ requiredOf: 'privileges', privileges: [''] }, 'Fields.privileges'],
    [{ requiredOf: 'privileges', privileges: [{ $ne: 1 }] }, 'Fields.privileges'],
  ])('refuses %j', async (fields, path) => {
    const { status, body } = await save(fields)
    expect([status, body.errors[0].path]).toEqual([400, path])
  })

  test('can be read and written only by holders of admin-config', async () => {
    const headers = await api.people.signIn({ username: 'mirth only', pages: ['mirth-settings'] })
    const pair = { Type: 'Security', SubType: 'SecondFactor' }
    for (const answer of [
      await api.post('/api/settings/getSettings', pair, headers),
      await api.post('/api/settings/create', { ...pair, Fields: { requiredOf: 'everybody' } }, headers),
    ])
      expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
  })
})

describe('a second factor required of one user', () => {
  test('takes effect immediately in both processes, and is shown in the list', async () => {
    const headers = await api.people.signIn({ username: 'singled out', pages: ['devices'] })
    const id = (await api.parts.db.driver.users.findOne({ username: 'singled out' }))?._id.toHexString()
    const { body } = await request(api.app)
      .patch(`/api/users/${id}`)
      .set(administrator)
      .send({ secondFactorRequired: true })
    expect(body.data.secondFactor).toEqual({ active: false, required: true, missing: true })
    for (const at of [api, secondProcess]) expect(await setupAt(at, headers)).toBe('second-factor')
  })
})
