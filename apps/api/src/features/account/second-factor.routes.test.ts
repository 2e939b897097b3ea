import { messages } from '@wardtrack/contracts'
import type { Headers } from '@wardtrack/test-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'
import { appCode } from '../../testing/authenticator.ts'

const STEP_MS = 30_000
let api: ApiTest
/** clock of the service */
let now = 0
beforeAll(async () => {
  api = await openApiTest()
})
afterAll(() => api.close())

const users = () => api.parts.db.driver.users
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` })
const verify = (username: string, more: object = {}) =>
  api.post(
    '/api/user/verify',
    { username, password: api.people.password, authenticationMethod: 'Password', ...more },
    {},
  )
/**
 * Advances the clock to the start of a step, so that the next code differs. A request that crosses into the next step
 * would otherwise find its code a step older.
 */
const nextStep = (steps = 1): void => {
  const ms = steps * STEP_MS - ((Date.now() + now) % STEP_MS)
  api.advance(ms)
  now += ms
}
const code = (secret: string, steps = 0): string => appCode(secret, Date.now() + now + steps * STEP_MS)

/** Creates a user with an authenticator app. */
async function enrol(username: string) {
  const headers = await api.people.signIn({ username })
  const started = await api.post('/api/user/secondFactor/start', { password: api.people.password }, headers)
  const { secret, uri } = started.body.data as { secret: string; uri: string }
  const confirmed = await api.post('/api/user/secondFactor/confirm', { code: code(secret) }, headers)
  nextStep()
  return { headers, secret, uri, recoveryCodes: confirmed.body.recoveryCodes as string[] }
}

describe('setting up an authenticator app', () => {
  test('requires the password and a first code; afterwards each sign-in requires a code', async () => {
    const { secret, uri, recoveryCodes, headers } = await enrol('okafor')
    expect(uri).toBe(`otpauth://totp/Wardtrack:okafor?secret=${secret}&issuer=Wardtrack`)
    expect(recoveryCodes).toHaveLength(10)
    expect(new Set(recoveryCodes).size).toBe(10)
    expect((await api.get('/api/user/profile', headers)).body.data.secondFactor).toMatchObject({
      active: true,
      required: false,
      recoveryCodesLeft: 10,
    })
    const withoutCode = await verify('okafor')
    expect([withoutCode.status, withoutCode.body.code, withoutCode.body.verify]).toEqual([
      401,
      'second_factor_required',
      false,
    ])
    expect(withoutCode.body.message).toBe(messages.codeNeeded)
    expect(withoutCode.body.AccessToken).toBeUndefined()
    const signedIn = await verify('okafor', { code: code(secret) })
    expect([signedIn.status, signedIn.body.verify]).toEqual([200, true])
  })

  test('stores neither the secret nor a recovery code in plain text', async () => {
    const { secret, recoveryCodes } = await enrol('sealed')
    const stored = JSON.stringify(await users().findOne({ username: 'sealed' }))
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((each) => each.replaceAll('-', ''))])
      expect(stored).not.toContain(text)
  })

  test('ends the other sessions, which were started without a code', async () => {
    await api.people.signIn({ username: 'elsewhere' })
    const otherSession = bearer((await verify('elsewhere')).body.AccessToken)
    const thisSession = bearer((await verify('elsewhere')).body.AccessToken)
    const started = await api.post(
      '/api/user/secondFactor/start',
      { password: api.people.password },
      thisSession,
    )
    await api.post('/api/user/secondFactor/confirm', { code: code(started.body.data.secret) }, thisSession)
    expect((await api.get('/api/user/profile', otherSession)).status).toBe(401)
    expect((await api.get('/api/user/profile', thisSession)).status).toBe(200)
  })

  test.each([{}, { password: '' }, { password: 'not the password' }])(
    'cannot be started with %j',
    async (body) => {
      const headers = await api.people.signIn({ username: `stolen session ${JSON.stringify(body)}` })
      const answer = await api.post('/api/user/secondFactor/start', body, headers)
      expect([answer.status, answer.body.errors[0].path]).toEqual([400, 'password'])
    },
  )

  test.each(['', '12345', '1234567', 'abcdef', '000000', { $gt: '' }])(
    'cannot be finished with the code %j',
    async (wrongCode) => {
      const username = `wrong first code ${JSON.stringify(wrongCode)}`
      const headers = await api.people.signIn({ username })
      await api.post('/api/user/secondFactor/start', { password: api.people.password }, headers)
      const answer = await api.post('/api/user/secondFactor/confirm', { code: wrongCode }, headers)
      expect([answer.status, answer.body.errors[0].path]).toEqual([400, 'code'])
      expect(await users().findOne({ username })).not.toHaveProperty('secondFactor')
      expect((await verify(username)).status).toBe(200)
    },
  )

  test('cannot be finished without a start or after half an hour, nor started twice', async () => {
    const headers = await api.people.signIn({ username: 'late' })
    const unbegun = await api.post('/api/user/secondFactor/confirm', { code: '123456' }, headers)
    expect([unbegun.status, unbegun.body.message]).toEqual([400, messages.secondFactorNotBegun])
    const started = await api.post('/api/user/secondFactor/start', { password: api.people.password }, headers)
    nextStep(62)
    const late = await api.post(
      '/api/user/secondFactor/confirm',
      { code: code(started.body.data.secret) },
      headers,
    )
    expect(late.body.message).toBe(messages.secondFactorNotBegun)
    const { headers: active } = await enrol('twice')
    const again = await api.post('/api/user/secondFactor/start', { password: api.people.password }, active)
    expect([again.status, again.body.code]).toEqual([409, 'conflict'])
  })
})

describe('a code', () => {
  test('is valid once, even for concurrent requests', async () => {
    const { secret } = await enrol('racer')
    const body = { code: code(secret) }
    const answers = await Promise.all(Array.from({ length: 5 }, () => verify('racer', body)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(4)
    expect((await verify('racer', body)).status).toBe(401)
  })

  test('is valid only in its own step, the previous and the next one', async () => {
    const { secret } = await enrol('drifting')
    nextStep(3)
    expect((await verify('drifting', { code: code(secret, -2) })).status).toBe(401)
    expect((await verify('drifting', { code: code(secret, 2) })).status).toBe(401)
    expect((await verify('drifting', { code: code(secret, -1) })).status).toBe(200)
    expect((await verify('drifting', { code: code(secret, 1) })).status).toBe(200)
    // A code older than the newest used one is invalid.
    expect((await verify('drifting', { code: code(secret) })).status).toBe(401)
  })

  test('is accepted with the space that apps show in the middle', async () => {
    const { secret } = await enrol('spaced')
    const digits = code(secret)
    expect((await verify('spaced', { code: ` ${digits.slice(0, 3)} ${digits.slice(3)} ` })).status).toBe(200)
  })

  test('is neither required nor checked for an account without an app', async () => {
    await api.people.signIn({ username: 'no app' })
    expect((await verify('no app', { code: '123456' })).status).toBe(200)
  })

  test('is answered like a wrong password or an unknown account when it is wrong', async () => {
    const { secret } = await enrol('silent')
    const answers = [
      await verify('silent', { code: '000000' }),
      await verify('silent', { code: code(secret), password: 'not the password' }),
      await verify('nobody-has-this-name', { code: '000000' }),
    ]
    for (const { status, body } of answers) {
      const { requestId: _differs, ...answer } = body
      expect([status, answer]).toEqual([
        401,
        { err: 1, code: 'invalid_credentials', message: messages.invalidCredentialsOrCode, verify: false },
      ])
    }
    // The need for a code is revealed only after the right password.
    expect((await verify('silent', { password: 'not the password' })).body.code).toBe('invalid_credentials')
  })

  test('is required before a lock of the account is revealed', async () => {
    const { secret } = await enrol('locked away')
    await users().updateOne({ username: 'locked away' }, { $set: { locked: true } })
    expect((await verify('locked away')).body.code).toBe('second_factor_required')
    expect((await verify('locked away', { code: '000000' })).body.code).toBe('invalid_credentials')
    expect((await verify('locked away', { code: code(secret) })).body.code).toBe('account_locked')
  })
})

describe('guessing codes', () => {
  test('is blocked after ten attempts, and correct passwords in between do not reset the count', async () => {
    const { secret } = await enrol('guessed')
    for (let tries = 0; tries < 10; tries += 1) {
      expect((await verify('guessed')).body.code).toBe('second_factor_required')
      expect((await verify('guessed', { code: String(tries).padStart(6, '0') })).status).toBe(401)
    }
    const right = await verify('guessed', { code: code(secret) })
    expect([right.status, right.body.code]).toEqual([429, 'too_many_attempts'])
    api.advance(16 * 60_000)
    now += 16 * 60_000
    expect((await verify('guessed', { code: code(secret) })).status).toBe(200)
  })

  test('is counted by account, whatever the address', async () => {
    const proxied = await openApiTest({ storeOf: api, trustProxy: 1 })
    await enrol('from anywhere')
    const tryFrom = (address: string) =>
      proxied.post(
        '/api/user/verify',
        {
          username: 'from anywhere',
          password: api.people.password,
          authenticationMethod: 'Password',
          code: '000000',
        },
        { 'x-forwarded-for': address },
      )
    for (let n = 0; n < 10; n += 1) expect((await tryFrom(`10.0.0.${n}`)).status).toBe(401)
    expect((await tryFrom('10.0.1.1')).status).toBe(429)
    await proxied.close()
  })
})

describe('a recovery code', () => {
  test('replaces a code once, in any case and with or without its hyphens', async () => {
    const { recoveryCodes } = await enrol('lost phone')
    const [first = '', second = ''] = recoveryCodes
    expect((await verify('lost phone', { code: first })).status).toBe(200)
    expect((await verify('lost phone', { code: first })).status).toBe(401)
    const typed = second.toUpperCase().replaceAll('-', ' ')
    expect((await verify('lost phone', { code: typed })).status).toBe(200)
  })

  test('is valid for one account only', async () => {
    const { recoveryCodes } = await enrol('owner')
    await enrol('other owner')
    expect((await verify('other owner', { code: recoveryCodes[0] })).status).toBe(401)
    expect((await verify('owner', { code: recoveryCodes[0] })).status).toBe(200)
  })

  test('becomes invalid when new ones are created, which requires password and code', async () => {
    const { headers, secret, recoveryCodes } = await enrol('renewing')
    const renew = (body: object) => api.post('/api/user/secondFactor/recoveryCodes', body, headers)
    const password = api.people.password
    expect((await renew({ password })).body.errors[0].path).toBe('code')
    expect((await renew({ password, code: '000000' })).body.errors[0].path).toBe('code')
    expect((await renew({ password: 'wrong', code: code(secret) })).body.errors[0].path).toBe('password')
    const renewed = await renew({ password, code: code(secret) })
    expect(renewed.body.recoveryCodes).toHaveLength(10)
    expect((await verify('renewing', { code: recoveryCodes[0] })).status).toBe(401)
    expect((await verify('renewing', { code: renewed.body.recoveryCodes[0] })).status).toBe(200)
  })
})

describe('removing the second factor', () => {
  test('requires password and code; afterwards the password alone opens the account', async () => {
    const { headers, secret } = await enrol('removing')
    const removal = (body: object) => api.post('/api/user/secondFactor/remove', body, headers)
    const password = api.people.password
    expect((await removal({ password, code: '000000' })).status).toBe(400)
    expect((await verify('removing')).status).toBe(401)
    expect((await removal({ password, code: code(secret) })).body.message).toBe(messages.secondFactorRemoved)
    expect((await verify('removing')).status).toBe(200)
    expect((await removal({ password, code: code(secret) })).status).toBe(409)
    const renewal = await api.post(
      '/api/user/secondFactor/recoveryCodes',
      { password, code: '000000' },
      headers,
    )
    expect(renewal.status).toBe(409)
  })

  test('is possible for an administrator when the user has lost everything; the sessions end', async () => {
    const { headers } = await enrol('stranded')
    const id = (await users().findOne({ username: 'stranded' }))?._id.toHexString()
    expect((await api.get(`/api/users/${id}`)).body.data.secondFactor.active).toBe(true)
    const answer = await api.post(`/api/users/${id}/resetSecondFactor`, {})
    expect(answer.body.message).toBe(messages.secondFactorReset)
    expect((await api.get('/api/user/profile', headers)).status).toBe(401)
    expect((await verify('stranded')).status).toBe(200)
  })
})
