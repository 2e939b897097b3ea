import { ensureFirstAccount } from '@wardtrack/access'
import { settingId } from '@wardtrack/database'
import { TEST_WAIT } from '@wardtrack/test-kit'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createUser } from '../features/users/index.ts'
import { type ApiTest, openApiTest } from '../testing/api-test.ts'

let api: ApiTest
beforeAll(async () => {
  api = await openApiTest()
})
afterAll(() => api.close())

const push = (headers: Record<string, string>) =>
  api.post('/api/ingest/assets', { AssetType: 'Equipment', AssetId: 'A' }, headers)

describe('an ingestion key', () => {
  test('is accepted in either header, is stored only as a hash, and records its last use', async () => {
    const { key, doc } = await api.parts.access.keys.create({
      name: 'k',
      kind: 'integration',
      scopes: ['assets'],
    })
    expect(JSON.stringify(doc)).not.toContain(key)
    expect((await push({ authorization: `Bearer ${key}` })).status).toBe(200)
    expect((await push({ 'x-api-key': key })).status).toBe(200)
    await vi.waitFor(async () => {
      const stored = await api.parts.db.driver.ingestKeys.findOne({ _id: doc._id })
      expect(stored?.lastUsedAt).toBeInstanceOf(Date)
    }, TEST_WAIT)
  })

  test.each([
    {},
    { authorization: 'Bearer wt_unknown' },
    { 'x-api-key': '' },
    { authorization: 'Basic abc' },
  ])('is required: %j is 401', async (headers) => {
    const { status, body } = await push(headers)
    expect([status, body.code]).toEqual([401, 'unauthenticated'])
  })

  test('is refused immediately after it is revoked', async () => {
    const { key, doc } = await api.parts.access.keys.create({ name: 'gone', kind: 'integration' })
    expect((await push({ 'x-api-key': key })).status).toBe(200)
    await api.parts.db.driver.ingestKeys.updateOne({ _id: doc._id }, { $set: { revokedAt: new Date() } })
    api.parts.bus.publish('config.changed', { what: 'settings' })
    expect((await push({ 'x-api-key': key })).status).toBe(401)
  })

  test('is refused with 403 while its provider is disabled', async () => {
    const { key } = await api.parts.access.keys.create({ name: 'p', kind: 'provider', provider: 'Cisco' })
    const set = async (Enabled: boolean) => {
      const _id = settingId('Provider', 'cisco')
      const saved = { Type: 'Provider', SubType: 'cisco', Fields: { Enabled } }
      await api.parts.db.driver.settings.updateOne({ _id }, { $set: saved }, { upsert: true })
      api.parts.bus.publish('config.changed', { what: 'providers' })
    }
    expect((await push({ 'x-api-key': key })).status).toBe(200)
    await set(false)
    const refused = await push({ 'x-api-key': key })
    expect([refused.status, refused.body.code]).toEqual([403, 'provider_disabled'])
    await set(true)
    expect((await push({ 'x-api-key': key })).status).toBe(200)
  })

  test('is created only once from the environment, however many processes start', async () => {
    const newKey = { name: 'from the environment', kind: 'integration' as const }
    await Promise.all(
      Array.from({ length: 5 }, () => api.parts.access.keys.ensure('a key of the environment', newKey)),
    )
    expect(await api.parts.db.driver.ingestKeys.countDocuments({ name: newKey.name })).toBe(1)
    expect((await push({ 'x-api-key': 'a key of the environment' })).status).toBe(200)
  })

  test('unknown keys are looked up at most a hundred times a minute per address; valid ones still work', async () => {
    const guarded = await openApiTest({ trustProxy: 1 })
    const item = { AssetType: 'Equipment', AssetId: 'GUESSED' }
    const from = (address: string, key: string) =>
      guarded.post('/api/ingest/assets', item, { 'x-api-key': key, 'x-forwarded-for': address })
    const good =
      (await guarded.people.makeKey({ name: 'good' }))['authorization']?.slice('Bearer '.length) ?? ''
    expect((await from('10.1.1.1', good)).status).toBe(200)
    for (let n = 0; n < 100; n += 1) expect((await from('10.1.1.1', `wt_guess_${n}`)).status).toBe(401)
    const find = vi.spyOn(guarded.parts.db.driver.ingestKeys, 'findOne')
    const refused = await from('10.1.1.1', 'wt_guess_a')
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_attempts'])
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(find).not.toHaveBeenCalled()
    find.mockRestore()
    guarded.parts.bus.publish('config.changed', { what: 'settings' })
    expect((await from('10.1.1.1', good)).status).toBe(200)
    expect((await from('10.2.2.2', 'wt_guess_b')).status).toBe(401)
    guarded.advance(61_000)
    expect((await from('10.1.1.1', 'wt_guess_c')).status).toBe(401)
    await guarded.close()
  })
})

describe('accounts', () => {
  test('the first account is not created with a weak password', async () => {
    const { db, access } = api.parts
    const emptyApi = await openApiTest({ configured: false })
    await emptyApi.parts.db.driver.users.deleteMany({})
    for (const password of ['Password-2026', 'okafor12'])
      await expect(
        ensureFirstAccount(emptyApi.parts.db, access.passwords, { username: 'okafor', password }),
      ).rejects.toThrow('the password of the first account, okafor, is easy to guess')
    expect(await emptyApi.parts.db.driver.users.countDocuments()).toBe(0)
    expect(await ensureFirstAccount(db, access.passwords, { password: 'Password-2026' })).toMatchObject({
      created: false,
    })
    await emptyApi.close()
  })

  test('the first account is found again and never created twice', async () => {
    const repeated = await ensureFirstAccount(api.parts.db, api.parts.access.passwords, { username: 'other' })
    expect(repeated).toEqual({ username: 'admin', created: false })
    expect(await api.parts.db.driver.users.countDocuments({ builtIn: true })).toBe(1)
  })

  test('one of several starting processes creates the first account, and its password is shown once', async () => {
    const emptyApi = await openApiTest({ configured: false })
    await emptyApi.parts.db.driver.users.deleteMany({})
    const found = await Promise.all(
      Array.from({ length: 4 }, () =>
        ensureFirstAccount(emptyApi.parts.db, emptyApi.parts.access.passwords, {}),
      ),
    )
    expect(found.filter(({ created }) => created)).toHaveLength(1)
    expect(found.filter(({ password }) => password !== undefined)).toHaveLength(1)
    const [user] = await emptyApi.parts.db.driver.users.find().toArray()
    expect(user).toMatchObject({ username: 'admin', builtIn: true, patientDataAccess: false, privileges: [] })
    await emptyApi.close()
  })

  test('the first account always holds privilege-settings and admin-config', async () => {
    await api.parts.db.driver.users.updateOne({ username: 'admin' }, { $set: { privileges: [] } })
    const { body } = await api.get('/api/privilege/getAllowedRoutes')
    expect(body.allowedRoutes).toEqual(['/admin-config', '/privilege-settings'])
    expect((await api.get('/api/privilege/getPrivileges')).status).toBe(200)
  })

  test('seeded accounts can sign in with the given passwords', async () => {
    const user = await createUser(api.parts, {
      username: 'Seeded',
      password: 'a seeded password',
      privileges: ['May be nurse'],
      patientDataAccess: true,
    })
    const body = { username: 'seeded', password: 'a seeded password', authenticationMethod: 'Password' }
    const answer = await api.post('/api/user/verify', body, {})
    expect(answer.body).toMatchObject({ username: 'Seeded', patientDataAccess: true })
    expect(JSON.stringify(user)).not.toContain('a seeded password')
    await expect(createUser(api.parts, { username: 'SEEDED', password: 'x' })).rejects.toMatchObject({
      code: 11_000,
    })
  })
})
