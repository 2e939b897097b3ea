import { messages } from '@wardtrack/contracts'
import type { Headers } from '@wardtrack/test-kit'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

let api: ApiTest
let administrator: Headers
beforeAll(async () => {
  api = await openApiTest()
  const pages = ['admin-config', 'privilege-settings']
  administrator = await api.people.signIn({ username: 'administrator', pages, patientDataAccess: true })
})
afterAll(() => api.close())

const PASSWORD = 'quiet amber lanterns'
const users = () => api.parts.db.driver.users
const patch = (id: string, body: object, headers = administrator) =>
  request(api.app).patch(`/api/users/${id}`).set(headers).send(body)
const create = (body: object, headers = administrator) => api.post('/api/users', body, headers)
const idOf = async (username: string) => (await users().findOne({ username }))?._id.toHexString() ?? ''
const verify = (username: string, password: string) =>
  api.post('/api/user/verify', { username, password, authenticationMethod: 'Password' }, {})

describe('creating a user', () => {
  test('creates an account with the given members, and returns no password', async () => {
    await api.people.signIn({ username: 'holder of devices', pages: ['devices'] })
    const answer = await create({
      username: 'M.Okafor',
      password: PASSWORD,
      displayName: ' Mary Okafor ',
      privileges: ['May be holder of devices'],
      patientDataAccess: true,
    })
    expect([answer.status, answer.body.err, answer.body.message]).toEqual([200, 0, messages.userCreated])
    expect(answer.body.data).toMatchObject({
      username: 'M.Okafor',
      displayName: 'Mary Okafor',
      privileges: ['May be holder of devices'],
      patientDataAccess: true,
      locked: false,
      builtIn: false,
      mustChangePassword: true,
      secondFactor: { active: false, required: false, missing: false },
    })
    expect(JSON.stringify(answer.body)).not.toMatch(/passwordHash|quiet amber/)
    expect(await users().findOne({ usernameKey: 'm.okafor' })).toMatchObject({ mustChangePassword: true })
  })

  test.each([
    [{ password: PASSWORD }, 'username', messages.usernameRequired],
    [{ username: 'ab', password: PASSWORD }, 'username', messages.usernameRule],
    [{ username: 'a'.repeat(61), password: PASSWORD }, 'username', messages.usernameRule],
    [{ username: ' leading', password: PASSWORD }, 'username', messages.spaceNotAllowed],
    [{ username: 'right‮left', password: PASSWORD }, 'username', 'Control characters are not allowed.'],
    [{ username: 'no.password' }, 'password', messages.passwordRequired],
    [{ username: 'short.one', password: 'elevenchars' }, 'password', messages.passwordRule],
    [{ username: 'long.one', password: 'é'.repeat(37) }, 'password', messages.passwordRule],
    [{ username: 'same.as.password', password: 'Same.As.Password' }, 'password', messages.passwordRule],
    [{ username: 'common.one', password: 'Password-2026!' }, 'password', messages.passwordCommon],
    [{ username: 'leaked.one', password: 'SonyEricsson' }, 'password', messages.passwordCommon],
    [
      { username: 'unknown.right', password: PASSWORD, privileges: ['May fly'] },
      'privileges.0',
      messages.privilegeUnknown,
    ],
    [{ username: { $ne: null }, password: PASSWORD }, 'username', messages.usernameRequired],
    [{ username: 'flagged', password: PASSWORD, patientDataAccess: 'yes' }, 'patientDataAccess', undefined],
  ])('refuses %j', async (body, path, message) => {
    const before = await users().countDocuments({})
    const answer = await create(body)
    expect([answer.status, answer.body.code, answer.body.errors[0].path]).toEqual([400, 'validation', path])
    if (message) expect(answer.body.errors[0].message).toBe(message)
    expect(await users().countDocuments({})).toBe(before)
  })

  test('accepts twelve characters of any kind, up to 72 bytes', async () => {
    for (const [username, password] of [
      ['twelve', 'olivetramhsk'],
      ['umlauts', 'äöüßéèñçøåæœ'],
      ['longest', `${'pälm '.repeat(11)}tree99`],
    ])
      expect([username, (await create({ username, password })).status]).toEqual([username, 200])
  })

  test('refuses a taken name in any case; only one of many concurrent requests creates it', async () => {
    const duplicateName = await create({ username: 'ADMIN', password: PASSWORD })
    expect([duplicateName.status, duplicateName.body.code, duplicateName.body.errors[0].path]).toEqual([
      409,
      'duplicate',
      'username',
    ])
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => create({ username: 'twin', password: PASSWORD })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5)
    expect(await users().countDocuments({ usernameKey: 'twin' })).toBe(1)
  })
})

describe('the list of users', () => {
  test('is paged by username, with the number of matches', async () => {
    for (const name of ['Zoe', 'abel', 'Mia']) await api.people.signIn({ username: `paged ${name}` })
    const first = await api.get('/api/users?search=PAGED&pagesize=2', administrator)
    expect(first.body).toMatchObject({ count: 3, asking: 0 })
    expect(first.body.data.map(({ username }: { username: string }) => username)).toEqual([
      'paged abel',
      'paged Mia',
    ])
    const second = await api.get('/api/users?search=paged&pagesize=2&page=2', administrator)
    expect(second.body.data).toHaveLength(1)
    const beyond = await api.get('/api/users?search=paged&pagesize=2&page=9', administrator)
    expect(beyond.body).toMatchObject({ data: [], count: 3 })
  })

  test('also searches names, and treats the search as text, not as a pattern', async () => {
    await create({ username: 'by.name', password: PASSWORD, displayName: 'Anna (ICU)' })
    const found = await api.get(`/api/users?search=${encodeURIComponent('na (i')}`, administrator)
    expect(found.body.count).toBe(1)
    expect((await api.get('/api/users?search=.*', administrator)).body.count).toBe(0)
    expect((await api.get(`/api/users?search=${'(a%2B)%2B'.repeat(9)}`, administrator)).status).toBe(200)
  })

  test.each([
    'pagesize=0',
    'pagesize=501',
    'page=0',
    'page=x',
    'asking=maybe',
    `search=${'x'.repeat(201)}`,
    'search=a%00b',
  ])('refuses %s', async (query) => {
    const { status, body } = await api.get(`/api/users?${query}`, administrator)
    expect([status, body.code]).toEqual([400, 'validation'])
  })

  test("shows time and address of a user's last sign-in", async () => {
    await api.people.signIn({ username: 'seen' })
    await verify('seen', api.people.password)
    const { body } = await api.get(`/api/users/${await idOf('seen')}`, administrator)
    expect(body.data.lastLoginAt).toMatch(/^\d{4}-.*Z$/)
    expect(body.data.lastLoginAddress).toMatch(/127\.0\.0\.1|::1/)
  })
})

describe('changing a user', () => {
  test.each(['some-id', '000000000000000000000000', '__proto__', 'ffffffffffff'])(
    'answers 404 for the id %s in every call',
    async (id) => {
      for (const answer of [
        await api.get(`/api/users/${id}`, administrator),
        await patch(id, { displayName: 'x' }),
        await api.post(`/api/users/${id}/password`, { password: PASSWORD }, administrator),
        await api.post(`/api/users/${id}/endSessions`, {}, administrator),
        await api.post(`/api/users/${id}/resetSecondFactor`, {}, administrator),
        await api.post(`/api/users/${id}/dismissPasswordRequest`, {}, administrator),
      ])
        expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
    },
  )

  test('changes the given members and keeps the rest', async () => {
    await api.people.signIn({ username: 'changed', pages: ['devices'] })
    const id = await idOf('changed')
    const { status, body } = await patch(id, { displayName: 'New Name' })
    expect([status, body.message]).toEqual([200, messages.userSaved])
    expect(body.data).toMatchObject({ displayName: 'New Name', privileges: ['May be changed'] })
    expect((await patch(id, {})).body.data.displayName).toBe('New Name')
  })

  test('accepts the first of two edits of one revision, and refuses the second', async () => {
    await api.people.signIn({ username: 'contested' })
    const id = await idOf('contested')
    const { revision } = (await api.get(`/api/users/${id}`, administrator)).body.data
    const first = await patch(id, { displayName: 'First', revision })
    expect(first.body.data.revision).not.toBe(revision)
    const second = await patch(id, { displayName: 'Second', locked: true, revision })
    expect([second.status, second.body.code, second.body.message]).toEqual([
      409,
      'conflict',
      messages.changedByOthers,
    ])
    expect(await users().findOne({ username: 'contested' })).toMatchObject({
      displayName: 'First',
      locked: false,
    })
    const again = await patch(id, { displayName: 'Second', revision: first.body.data.revision })
    expect(again.body.data.displayName).toBe('Second')
  })

  test.each([
    [{ privileges: 'May be administrator' }, 'privileges'],
    [{ privileges: ['May be administrator', 'May not exist'] }, 'privileges.1'],
    [{ locked: 1 }, 'locked'],
    [{ displayName: 'x'.repeat(101) }, 'displayName'],
  ])('refuses %j and changes nothing', async (body, path) => {
    await api.people.signIn({ username: `target ${path}` })
    const id = await idOf(`target ${path}`)
    const before = await users().findOne({ username: `target ${path}` })
    const answer = await patch(id, { patientDataAccess: true, ...body })
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, path])
    expect(await users().findOne({ username: `target ${path}` })).toEqual(before)
  })

  test('accepts no unknown member: neither the first account nor a password is set this way', async () => {
    await api.people.signIn({ username: 'dropped' })
    const id = await idOf('dropped')
    await patch(id, { builtIn: true, passwordHash: 'x', usernameKey: 'admin', mustChangePassword: false })
    expect(await users().findOne({ username: 'dropped' })).toMatchObject({
      builtIn: false,
      usernameKey: 'dropped',
      passwordHash: expect.stringMatching(/^\$2/),
    })
  })

  test.each([
    { privileges: [] },
    { patientDataAccess: false },
    { locked: true },
    { secondFactorRequired: true },
  ])('users cannot change their own %j', async (body) => {
    const id = await idOf('administrator')
    const before = await users().findOne({ username: 'administrator' })
    const answer = await patch(id, { displayName: 'Other', ...body })
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      403,
      'forbidden',
      messages.ownAccount,
    ])
    expect(await users().findOne({ username: 'administrator' })).toEqual(before)
  })

  test('users may send their own unchanged members', async () => {
    const id = await idOf('administrator')
    const same = { privileges: ['May be administrator'], patientDataAccess: true, locked: false }
    expect((await patch(id, { displayName: 'Adam', ...same })).status).toBe(200)
  })

  test('users can neither set their own password here nor reset their own second factor', async () => {
    const id = await idOf('administrator')
    const answer = await api.post(`/api/users/${id}/password`, { password: PASSWORD }, administrator)
    expect([answer.status, answer.body.message]).toEqual([403, messages.ownPasswordHere])
    const reset = await api.post(`/api/users/${id}/resetSecondFactor`, {}, administrator)
    expect([reset.status, reset.body.message]).toEqual([403, messages.ownAccount])
    expect((await verify('administrator', api.people.password)).status).toBe(200)
  })

  test('the first account cannot be locked by any user', async () => {
    const answer = await patch(await idOf('admin'), { locked: true })
    expect([answer.status, answer.body.message]).toEqual([403, messages.builtInLocked])
    expect((await users().findOne({ username: 'admin' }))?.locked).toBe(false)
  })

  test('is recorded in the audit log with the account and the members, without values', async () => {
    await api.people.signIn({ username: 'noted' })
    const id = await idOf('noted')
    await patch(id, { displayName: 'A value that is kept out' })
    await api.parts.access.audit.flush()
    const entry = await api.parts.db.driver.audit.findOne({ 'target.id': id, action: 'PATCH /users/{id}' })
    expect(entry).toMatchObject({
      actor: 'administrator',
      outcome: 'ok',
      target: { type: 'user', id },
      details: { changed: ['displayName'] },
    })
    expect(JSON.stringify(entry)).not.toContain('kept out')
  })
})

describe('user administration', () => {
  test('requires admin-config', async () => {
    const id = await idOf('admin')
    for (const headers of [
      api.people.nobody,
      await api.people.signIn({ username: 'n', pages: ['devices'] }),
    ]) {
      for (const answer of [
        await api.get('/api/users', headers),
        await api.get(`/api/users/${id}`, headers),
        await create({ username: 'forbidden', password: PASSWORD }, headers),
        await patch(id, { displayName: 'x' }, headers),
        await api.post(`/api/users/${id}/password`, { password: PASSWORD }, headers),
        await api.post(`/api/users/${id}/endSessions`, {}, headers),
        await api.post(`/api/users/${id}/resetSecondFactor`, {}, headers),
        await api.post(`/api/users/${id}/dismissPasswordRequest`, {}, headers),
      ])
        expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
    }
    expect(await users().countDocuments({ username: 'forbidden' })).toBe(0)
  })
})
