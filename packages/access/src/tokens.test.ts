import jwt from 'jsonwebtoken'
import { expect, test } from 'vitest'
import { createTokens } from './tokens.ts'

const SECRET = 'a secret of forty characters for the tests'
const claims = { userId: 'u', sessionId: 's', tokenId: 't' }

test('a token holds its user, session, token id and issue time', () => {
  const tokens = createTokens(SECRET, 60_000, () => 1_000_000_500)
  expect(tokens.read(tokens.sign(claims))).toEqual({ ...claims, issuedAt: new Date(1_000_000_000) })
})

test('a token is valid only until its life ends', () => {
  let now = 1_000_000_000
  const tokens = createTokens(SECRET, 60_000, () => now)
  const token = tokens.sign(claims)
  now += 59_000
  expect(tokens.read(token)).toBeDefined()
  now += 1_000
  expect(tokens.read(token)).toBeUndefined()
})

test.each([
  [
    'another secret',
    () =>
      jwt.sign({ sid: 's' }, 'x'.repeat(40), {
        issuer: 'wardtrack',
        audience: 'wardtrack-console',
        subject: 'u',
        jwtid: 't',
      }),
  ],
  [
    'another issuer',
    () =>
      jwt.sign({ sid: 's' }, SECRET, {
        issuer: 'x',
        audience: 'wardtrack-console',
        subject: 'u',
        jwtid: 't',
      }),
  ],
  [
    'another audience',
    () => jwt.sign({ sid: 's' }, SECRET, { issuer: 'wardtrack', audience: 'x', subject: 'u', jwtid: 't' }),
  ],
  [
    'another algorithm',
    () =>
      jwt.sign({ sid: 's' }, SECRET, {
        algorithm: 'HS512',
        issuer: 'wardtrack',
        audience: 'wardtrack-console',
        subject: 'u',
        jwtid: 't',
      }),
  ],
  [
    'no session',
    () =>
      jwt.sign({}, SECRET, { issuer: 'wardtrack', audience: 'wardtrack-console', subject: 'u', jwtid: 't' }),
  ],
  [
    'a session that is no text',
    () =>
      jwt.sign({ sid: { $ne: 1 } }, SECRET, {
        issuer: 'wardtrack',
        audience: 'wardtrack-console',
        subject: 'u',
        jwtid: 't',
      }),
  ],
  [
    'no user',
    () => jwt.sign({ sid: 's' }, SECRET, { issuer: 'wardtrack', audience: 'wardtrack-console', jwtid: 't' }),
  ],
  [
    'no algorithm',
    () =>
      jwt.sign({ sid: 's' }, '', {
        algorithm: 'none',
        issuer: 'wardtrack',
        audience: 'wardtrack-console',
        subject: 'u',
        jwtid: 't',
      }),
  ],
  ['rubbish', () => 'a.b.c'],
  ['nothing', () => ''],
])('refuses a token of %s', (_what, make) => {
  expect(createTokens(SECRET).read(make())).toBeUndefined()
})
