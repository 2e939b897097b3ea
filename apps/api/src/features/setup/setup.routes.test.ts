import { ensureFirstAccount, forgetGeneratedPassword } from '@wardtrack/access'
import { Types } from '@wardtrack/database'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

let api: ApiTest
beforeEach(async () => {
  api = await openApiTest({ configured: false })
})
afterEach(() => api.close())

type Steps = Record<string, string>
const stepsOf = (body: { steps: { step: string; state: string }[] }): Steps =>
  Object.fromEntries(body.steps.map(({ step, state }) => [step, state]))
const read = async (headers = api.people.admin): Promise<Steps> =>
  stepsOf((await api.get('/api/setup', headers)).body)
const skip = (step: string, skipped: unknown, headers = api.people.admin) =>
  api.post('/api/setup/skip', { step, skipped }, headers)
const administer = { privilegeName: 'May Administer', description: 'everything', routes: ['admin-config'] }

test('derives the steps from the data, starting with an unconfigured system', async () => {
  await api.parts.db.driver.users.deleteMany({ builtIn: { $ne: true } })
  await api.parts.db.driver.ingestKeys.deleteMany({})
  expect((await api.get('/api/setup')).body.steps.map(({ step }: { step: string }) => step)).toEqual([
    'password',
    'privilege',
    'users',
    'key',
    'map',
  ])
  expect(await read()).toEqual({
    password: 'done',
    privilege: 'open',
    users: 'open',
    key: 'open',
    map: 'open',
  })
  await api.post('/api/privilege/addPrivilege', administer)
  await api.people.signIn({ username: 'second' })
  const { doc } = await api.parts.access.keys.create({ name: 'feed', kind: 'integration' })
  await api.parts.db.driver.maps.insertOne({ _id: 'm', name: 'M' } as never)
  const all = { password: 'done', privilege: 'done', users: 'done', key: 'done', map: 'done' }
  expect(await read()).toEqual(all)
  await api.parts.db.driver.ingestKeys.updateOne({ _id: doc._id }, { $set: { revokedAt: new Date() } })
  expect(await read()).toEqual({ ...all, key: 'open' })
})

test('a generated password must be changed', async () => {
  const { db, access } = api.parts
  await db.driver.users.deleteMany({ builtIn: true })
  const { password } = await ensureFirstAccount(db, access.passwords, { username: 'first' })
  const user = await db.driver.users.findOne({ username: 'first' })
  const { token } = await access.sessions.create({ _id: user?._id ?? new Types.ObjectId() })
  const headers = { authorization: `Bearer ${token}` }
  expect((await read(headers))['password']).toBe('open')
  const change = { currentPassword: password, newPassword: 'walnut bridge 7 candle' }
  expect((await api.post('/api/user/changePassword', change, headers)).status).toBe(200)
  expect((await read(headers))['password']).toBe('done')
})

test('a generated password that is stored elsewhere need not be changed', async () => {
  const { db, access } = api.parts
  await db.driver.users.deleteMany({ builtIn: true })
  await ensureFirstAccount(db, access.passwords, { username: 'first' })
  await forgetGeneratedPassword(db)
  await api.people.signIn({ username: 'root', builtIn: true }).then(async (headers) => {
    expect((await read(headers))['password']).toBe('done')
  })
})

test('a step can be postponed and resumed; a completed step stays completed', async () => {
  await api.post('/api/privilege/addPrivilege', administer)
  const skipped = await skip('map', true)
  expect([skipped.status, stepsOf(skipped.body)['map']]).toEqual([200, 'skipped'])
  expect((await read())['map']).toBe('skipped')
  expect(stepsOf((await skip('map', true)).body)['map']).toBe('skipped')
  expect(stepsOf((await skip('map', false)).body)['map']).toBe('open')
  expect(stepsOf((await skip('privilege', true)).body)['privilege']).toBe('done')
})

test.each([
  ['no-such-step', true],
  ['__proto__', true],
  ['map', 'yes'],
  ['map', undefined],
])('skipping %s: %s is refused', async (step, value) => {
  expect((await skip(step, value)).status).toBe(400)
  expect(await api.parts.db.driver.system.countDocuments({ _id: /^setup-skipped/ })).toBe(0)
})

test('requires access to the administration', async () => {
  expect((await api.get('/api/setup', api.people.noPatients)).status).toBe(403)
  await api.post('/api/privilege/addPrivilege', administer)
  expect((await api.get('/api/setup', api.people.noPatients)).status).toBe(403)
  expect((await skip('map', true, api.people.noPatients)).status).toBe(403)
  expect((await api.get('/api/setup', {})).status).toBe(401)
  expect((await read())['map']).toBe('open')
})
