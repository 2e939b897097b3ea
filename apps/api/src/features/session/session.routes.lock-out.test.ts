import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

let api: ApiTest
beforeAll(async () => {
  api = await openApiTest({ trustProxy: 1 })
})
afterAll(() => api.close())
beforeEach(() => api.parts.db.models.attempts.deleteMany({}))

const MINUTE_MS = 60_000
const verify = (username: string, password: string, headers: Record<string, string> = {}) =>
  api.post('/api/user/verify', { username, password, authenticationMethod: 'Password' }, headers)
const from = (address: string, cookie?: string) => ({
  'x-forwarded-for': address,
  ...(cookie ? { cookie } : {}),
})
const right = (username: string, headers = {}) => verify(username, api.people.password, headers)

/** Sends wrong passwords for an account from an address; returns the last status. */
async function guess(username: string, times: number, headers: Record<string, string> = {}): Promise<number> {
  let status = 0
  for (let n = 0; n < times; n += 1) ({ status } = await verify(username, `wrong ${n} times`, headers))
  return status
}
/** Records failures as if each had been sent over HTTP, which would take longer. */
async function fail(account: string, times: number, address: string): Promise<void> {
  for (let n = 0; n < times; n += 1)
    await api.parts.access.throttle.begin({ account, address }).catch(() => undefined)
}
const cookieOf = (answer: { headers: Record<string, unknown> }): string =>
  String((answer.headers['set-cookie'] as string[] | undefined)?.[0]).split(';')[0] ?? ''

test('failures lock out only the address where they happened', async () => {
  await api.people.signIn({ username: 'victim' })
  expect(await guess('victim', 11, from('10.9.9.9'))).toBe(429)
  expect((await right('victim', from('10.9.9.9'))).status).toBe(429)
  expect((await right('victim', from('10.1.1.1'))).status).toBe(200)
})

test('an account attacked from many addresses stays open to its known devices', async () => {
  await api.people.signIn({ username: 'famous' })
  const cookie = cookieOf(await right('famous', from('10.1.1.1')))
  for (let n = 0; n < 6; n += 1) await fail('famous', 9, `10.9.9.${n}`)
  const unknownDevice = await right('famous', from('10.2.2.2'))
  expect([unknownDevice.status, unknownDevice.body.code, unknownDevice.headers['retry-after']]).toEqual([
    429,
    'too_many_attempts',
    '900',
  ])
  expect((await right('famous', from('10.1.1.1', cookie))).status).toBe(200)
  expect((await right('famous', from('10.3.3.3', cookie))).status).toBe(200)
})

test('an address with too many failures stays open to known devices behind it', async () => {
  await api.people.signIn({ username: 'neighbour' })
  const cookie = cookieOf(await right('neighbour', from('10.4.4.4')))
  for (let n = 0; n < 12; n += 1) await fail(`nobody ${n}`, 9, '10.4.4.4')
  expect((await right('neighbour', from('10.4.4.4'))).status).toBe(429)
  expect((await right('neighbour', from('10.4.4.4', cookie))).status).toBe(200)
})

test('a known device is limited by its own failures, and its cookie opens no other account', async () => {
  await api.people.signIn({ username: 'owner' })
  await api.people.signIn({ username: 'colleague' })
  const cookie = cookieOf(await right('owner', from('10.5.5.5')))
  expect(await guess('owner', 11, from('10.5.5.5', cookie))).toBe(429)
  expect((await right('owner', from('10.5.5.5', cookie))).status).toBe(429)
  expect(await guess('colleague', 11, from('10.6.6.6', cookie))).toBe(429)
  expect((await right('colleague', from('10.6.6.6'))).status).toBe(429)
})

test('each lock-out lasts twice as long as the previous one, up to four hours, until a sign-in succeeds', async () => {
  await api.people.signIn({ username: 'stubborn' })
  const here = from('10.7.7.7')
  for (const minutes of [15, 30, 60, 120, 240, 240]) {
    await fail('stubborn', 10, '10.7.7.7')
    const refused = await right('stubborn', here)
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, String(minutes * 60)])
    api.advance(minutes * MINUTE_MS - 1_000)
    expect((await right('stubborn', here)).status).toBe(429)
    api.advance(2_000)
  }
  expect((await right('stubborn', here)).status).toBe(200)
  await fail('stubborn', 10, '10.7.7.7')
  expect((await right('stubborn', here)).headers['retry-after']).toBe('900')
})

test('the first account is accessible from the server itself, despite failures elsewhere', async () => {
  for (let n = 0; n < 6; n += 1) await fail('admin', 9, `10.8.8.${n}`)
  expect((await right('admin', from('10.1.1.1'))).status).toBe(429)
  expect((await right('admin')).status).toBe(200)
  expect(await guess('admin', 11)).toBe(429)
  expect((await right('admin')).headers['retry-after']).toBe('60')
  api.advance(MINUTE_MS + 1_000)
  expect((await right('admin')).status).toBe(200)
})

test('a lock-out is reported by a log line, a metric, and an audit log entry with the account', async () => {
  await api.people.signIn({ username: 'told' })
  const user = await api.parts.db.models.users.findOne({ username: 'told' })
  const warn = vi.spyOn(api.parts.log, 'warn')
  await guess('told', 13, from('10.10.10.10'))
  const id = user?._id.toHexString()
  const lines = warn.mock.calls.filter(([facts]) => (facts as { alarm?: string }).alarm === 'lock-out')
  expect(lines).toEqual([
    [
      { alarm: 'lock-out', kind: 'account-at-address', address: '10.10.10.10', seconds: 900, userId: id },
      'failed sign-ins are shut out',
    ],
  ])
  warn.mockRestore()
  const metrics = await api.parts.metrics.registry.metrics()
  expect(metrics).toMatch(/wardtrack_sign_in_lock_outs_total\{kind="account-at-address"\} [1-9]/)
  await api.parts.access.audit.flush()
  const entries = await api.parts.db.models.audit.find({ address: '10.10.10.10' })
  const noted = entries.filter(({ action }) => action === 'lock-out by account-at-address')
  expect(noted.map(({ target, outcome }) => [target, outcome])).toEqual([[{ type: 'user', id }, 'refused']])
  const failures = entries.filter(({ status }) => status === 401)
  expect(failures.map(({ target }) => target?.id)).toEqual(Array(10).fill(id))
})

test('the typed name is not stored', async () => {
  await guess('my secret password', 11, from('10.11.11.11'))
  const attempts = await api.parts.db.models.attempts.find({})
  expect(attempts.length).toBeGreaterThan(0)
  expect(JSON.stringify(attempts)).not.toContain('secret')
})

test('an administrator can lift the lock-out of an account', async () => {
  await api.people.signIn({ username: 'lifted' })
  await guess('lifted', 11, from('10.12.12.12'))
  await api.parts.access.throttle.lift('Lifted')
  expect((await right('lifted', from('10.12.12.12'))).status).toBe(200)
})
