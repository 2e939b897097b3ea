import { DEFAULT_ONE_TIME_HOURS, messages, type User } from '@wardtrack/contracts'
import type { Headers } from '@wardtrack/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

const HOUR_MS = 3_600_000
const ONE_TIME = 'quiet amber lanterns'
const OWN = 'seven copper kettles'

let api: ApiTest
/** clock of sessions and passwords */
let clock = Date.now()
beforeAll(async () => {
  api = await openApiTest()
})
beforeEach(async () => {
  const { users, settings } = api.parts.db.driver
  await users.deleteMany({ username: 'newcomer' })
  await settings.deleteMany()
})
afterAll(() => api.close())

const verify = (password: string, username = 'newcomer') =>
  api.post('/api/user/verify', { username, password, authenticationMethod: 'Password' }, {})
/** Opens a new session, because others expire as the clock advances. */
async function administrator(): Promise<Headers> {
  const { body } = await verify(api.people.password, 'admin')
  return { authorization: `Bearer ${body.AccessToken}` }
}
const create = async (): Promise<User> =>
  (await api.post('/api/users', { username: 'newcomer', password: ONE_TIME }, await administrator())).body
    .data
const listed = async (): Promise<User | undefined> =>
  (await api.get('/api/users?search=newcomer', await administrator())).body.data[0]
function advance(ms: number): void {
  api.advance(ms)
  clock += ms
}
const hoursUntil = (iso: string | undefined): number => Math.round((Date.parse(iso ?? '') - clock) / HOUR_MS)

describe('a one-time password', () => {
  test('expires after three days, and its owner and administrators see the expiry', async () => {
    const created = await create()
    expect(hoursUntil(created.passwordExpiresAt)).toBe(DEFAULT_ONE_TIME_HOURS)
    expect(created.passwordExpired).toBe(false)
    advance(DEFAULT_ONE_TIME_HOURS * HOUR_MS - 60_000)
    expect((await verify(ONE_TIME)).status).toBe(200)
    advance(120_000)
    const refused = await verify(ONE_TIME)
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      403,
      'password_expired',
      messages.passwordExpired,
    ])
    expect(refused.body).not.toHaveProperty('AccessToken')
    expect((await listed())?.passwordExpired).toBe(true)
    const guessed = await verify('another password here')
    expect([guessed.status, guessed.body.code]).toEqual([401, 'invalid_credentials'])
    const set = await api.post(
      `/api/users/${created._id}/password`,
      { password: 'violet paper boats' },
      await administrator(),
    )
    expect([set.status, set.body.message, hoursUntil(set.body.expiresAt)]).toEqual([
      200,
      messages.passwordSet,
      DEFAULT_ONE_TIME_HOURS,
    ])
    expect((await listed())?.passwordExpired).toBe(false)
    expect((await verify('violet paper boats')).status).toBe(200)
  })

  test('does not expire once the user has replaced it', async () => {
    await create()
    const token = (await verify(ONE_TIME)).body.AccessToken as string
    const changed = await api.post(
      '/api/user/changePassword',
      { currentPassword: ONE_TIME, newPassword: OWN },
      { authorization: `Bearer ${token}` },
    )
    expect(changed.status).toBe(200)
    advance(DEFAULT_ONE_TIME_HOURS * HOUR_MS + 1)
    expect((await verify(OWN)).status).toBe(200)
    expect(await listed()).toMatchObject({ mustChangePassword: false, passwordExpired: false })
    expect(await listed()).not.toHaveProperty('passwordExpiresAt')
  })

  test('stays valid when it was set by an earlier version, without an expiry', async () => {
    await create()
    const { users } = api.parts.db.driver
    await users.updateOne({ username: 'newcomer' }, { $unset: { passwordExpiresAt: 1 } })
    advance(1_000 * HOUR_MS)
    expect((await verify(ONE_TIME)).status).toBe(200)
    expect((await listed())?.passwordExpired).toBe(false)
  })
})

describe('the validity of one-time passwords', () => {
  const save = async (hours: unknown, as?: Headers) =>
    api.post(
      '/api/settings/create',
      { Type: 'Security', SubType: 'OneTimePassword', Fields: { hours } },
      as ?? (await administrator()),
    )

  test('is a setting that applies to passwords set afterwards', async () => {
    const admin = await administrator()
    expect((await save(2, admin)).status).toBe(200)
    const { body } = await api.post('/api/users', { username: 'newcomer', password: ONE_TIME }, admin)
    expect(hoursUntil(body.data.passwordExpiresAt)).toBe(2)
    advance(2 * HOUR_MS + 60_000)
    expect((await verify(ONE_TIME)).body.code).toBe('password_expired')
  })

  test.each([0, 721, 1.5, '2h', '', null, -3])('is refused as %s', async (hours) => {
    const { status, body } = await save(hours)
    expect([status, body.errors]).toEqual([
      400,
      [{ path: 'Fields.hours', message: messages.oneTimeHoursRule }],
    ])
    expect(await api.parts.db.driver.settings.countDocuments()).toBe(0)
  })

  test('can be changed only by users who administer users', async () => {
    const headers = await api.people.signIn({ username: 'reader', pages: ['assetlist'] })
    expect((await save(2, headers)).status).toBe(403)
  })
})
