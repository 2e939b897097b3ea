import { createHmac, randomBytes } from 'node:crypto'
import { SCOPES } from '@wardtrack/contracts'
import type { Headers } from '@wardtrack/test-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressedCalls, addressOf, fillParameters } from './addresses.ts'
import { sendRaw } from './raw-request.ts'
import { openTarget, type Target } from './target.ts'

let target: Target
beforeAll(async () => {
  target = await openTarget()
})
afterAll(() => target.close())

const declared = addressedCalls(({ route }) => route.access.kind !== 'public').map(
  ({ name, call, method, address }) => ({
    name,
    method,
    access: call.route.access,
    address: fillParameters(address),
  }),
)

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` })
const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const tokenOf = (headers: Headers): string => (headers['authorization'] ?? '').replace('Bearer ', '')

/** Creates a token with another header or other claims, signed with a secret or unsigned. */
function forged(
  headers: Headers,
  { head, claims, secret }: { head?: object; claims?: object; secret?: string },
) {
  const [oldHead = '', oldClaims = ''] = tokenOf(headers).split('.')
  const merge = (part: string, change: object = {}): string =>
    base64url({ ...JSON.parse(Buffer.from(part, 'base64url').toString()), ...change })
  const signed = `${merge(oldHead, head)}.${merge(oldClaims, claims)}`
  const signature =
    secret === undefined ? '' : createHmac('sha256', secret).update(signed).digest('base64url')
  return bearer(`${signed}.${signature}`)
}

/** Returns callers that only public calls may answer, by their attempt. */
function strangers(): Record<string, Headers> {
  const { admin, key } = target.people
  const [head = '', claims = '', signature = ''] = tokenOf(admin).split('.')
  return {
    nobody: {},
    'an empty token': bearer(''),
    'random text': bearer(randomBytes(32).toString('base64url')),
    'a token without its signature': bearer(`${head}.${claims}.`),
    'a signature with one letter changed': bearer(
      `${head}.${claims}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
    ),
    'algorithm none': forged(admin, { head: { alg: 'none' } }),
    'another algorithm': forged(admin, { head: { alg: 'HS512' }, secret: 'x'.repeat(40) }),
    'another secret': forged(admin, { secret: 'another secret of forty characters, guessed' }),
    'an empty secret': forged(admin, { secret: '' }),
    'claims of somebody else': forged(admin, { claims: { sub: '000000000000000000000000' }, secret: '' }),
    'a token that never ends': forged(admin, { claims: { exp: 9_999_999_999 } }),
    'a token as basic credentials': { authorization: `Basic ${tokenOf(admin)}` },
    'a key with one letter changed': bearer(
      `${tokenOf(key).slice(0, -1)}${tokenOf(key).endsWith('a') ? 'b' : 'a'}`,
    ),
    'an address of this machine, claimed': {
      'x-forwarded-for': '127.0.0.1',
      'x-real-ip': '127.0.0.1',
      forwarded: 'for=127.0.0.1',
    },
    'a token in a cookie': { cookie: `AccessToken=${tokenOf(admin)}` },
    'a prototype as a token': bearer('__proto__'),
  }
}

describe('every call that is not public', () => {
  test('refuses callers without a session or key, whatever they send instead', async () => {
    let requestCount = 0
    for (const [who, headers] of Object.entries(strangers()))
      for (const { name, method, address } of declared) {
        const { status, body } = await target.send(method, address, { headers, ...bodyFor(method) })
        // Guesses may be throttled before they are checked; both answers are refusals.
        expect([401, 429], `${name} to ${who}`).toContain(status)
        expect(['unauthenticated', 'too_many_attempts']).toContain((body as { code?: string }).code)
        requestCount++
      }
    console.log(`access matrix: ${requestCount} attempts of strangers refused`)
  })

  test('does not accept a token in the address', async () => {
    const query = new URLSearchParams({
      token: tokenOf(target.people.admin),
      AccessToken: tokenOf(target.people.admin),
    })
    for (const { name, method, address } of declared) {
      const { status } = await target.send(method, `${address}?${query.toString()}`, bodyFor(method))
      expect([401, 429], `answer to ${name}`).toContain(status)
    }
  })

  test('refuses a session to calls for keys, a key to calls for sessions, and a key beyond its scope', async () => {
    const keys = new Map<string, Headers>()
    for (const scope of SCOPES)
      keys.set(scope, await target.people.makeKey({ name: `only ${scope}`, scopes: [scope] }))
    for (const { name, method, address, access } of declared) {
      if (access.kind !== 'key') {
        const { status } = await target.send(method, address, {
          headers: target.people.key,
          ...bodyFor(method),
        })
        expect(status, `${name} to a key`).toBe(401)
        continue
      }
      const { status } = await target.send(method, address, { headers: target.people.admin, body: [] })
      expect(status, `${name} to a session`).toBe(401)
      for (const [scope, headers] of keys) {
        const answer = await target.send(method, address, { headers, body: [] })
        // An address with a name contains one that does not exist.
        const allowed = declaresName(name) ? 404 : 200
        expect(answer.status, `${name} to a key for ${scope}`).toBe(scope === access.scope ? allowed : 403)
      }
    }
  })

  test('refuses a session as soon as it has ended', async () => {
    const endedSession = await target.people.signIn({ username: 'left', pages: ['devices'] })
    expect((await target.send('GET', addressOf('getAllowedRoutes'), { headers: endedSession })).status).toBe(
      200,
    )
    expect((await target.send('POST', addressOf('logout'), { headers: endedSession, body: {} })).status).toBe(
      200,
    )
    for (const { name, method, address, access } of declared) {
      if (access.kind === 'key') continue
      const { status } = await target.send(method, address, { headers: endedSession, ...bodyFor(method) })
      expect(status, `answer to ${name}`).toBe(401)
    }
  })
})

describe('an address in another spelling', () => {
  const SPELLINGS: Record<string, (path: string) => string> = {
    'a double slash': (path) => `/${path}`,
    'a dot segment': (path) => path.replace('/api/', '/api/./'),
    'a way down and up': (path) => path.replace('/api/', '/api/health/../'),
    'an encoded way up': (path) => path.replace('/api/', '/api/health/%2e%2e/'),
    'an encoded slash': (path) => path.replace('/api/', '/api%2f'),
    'a slash at the end': (path) => `${path}/`,
    'a dot at the end': (path) => `${path}.`,
    'a null byte': (path) => `${path}%00`,
    'a semicolon': (path) => `${path};.json`,
    'capital letters': (path) => path.toUpperCase(),
    'an absolute form': (path) => `http://127.0.0.1${path}`,
  }

  test('gives no access', async () => {
    let requestCount = 0
    for (const [how, spell] of Object.entries(SPELLINGS))
      for (const { name, method, address } of declared) {
        const { status } = await sendRaw(
          target.port,
          `${method} ${spell(address)} HTTP/1.1`,
          ['host: 127.0.0.1', 'content-length: 2', 'content-type: application/json'],
          '{}',
        )
        expect([400, 401, 404, 405, 429], `${name} with ${how}`).toContain(status)
        requestCount++
      }
    console.log(`access matrix: ${requestCount} addresses spelt differently opened nothing`)
  })

  test.each(['x-http-method-override', 'x-method-override', 'x-original-url', 'x-rewrite-url'])(
    'is not read from the header %s',
    async (header) => {
      const values = header.endsWith('url') ? ['/health/live'] : ['GET', 'DELETE']
      for (const value of values) {
        const { status } = await target.send('POST', addressOf('assetsFilter'), {
          headers: { [header]: value },
          body: {},
        })
        expect([401, 404, 405]).toContain(status)
      }
    },
  )
})

test('the product still runs and answers', async () => {
  expect(target.running()).toBe(true)
  expect((await target.send('GET', '/health/live')).status).toBe(200)
})

/** Returns true if the address of a call contains a name. */
const declaresName = (name: string): boolean =>
  addressedCalls(() => true).some((call) => call.name === name && call.address.includes('{'))

const bodyFor = (method: string): { body?: unknown } => (method === 'GET' ? {} : { body: {} })
