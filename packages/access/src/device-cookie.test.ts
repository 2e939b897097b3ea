import { expect, test } from 'vitest'
import { createDeviceCookies } from './device-cookie.ts'

const DAY_MS = 24 * 3_600_000
const options = { path: '/api/user', secure: false }
const key = Buffer.alloc(32, 7)
const cookieOf = (written: string): string => written.split(';')[0] ?? ''

test('a device is known only to the accounts that signed in with it', () => {
  const devices = createDeviceCookies(key)
  const first = devices.read(cookieOf(devices.write(undefined, 'Nurse', options)))
  expect(devices.isKnownTo(first, 'nurse')).toBe(true)
  expect(devices.isKnownTo(first, 'admin')).toBe(false)
  const second = devices.read(`other=1; ${cookieOf(devices.write(first, 'admin', options))}; more=2`)
  expect(second?.id).toBe(first?.id)
  expect(['nurse', 'admin', 'else'].map((account) => devices.isKnownTo(second, account))).toEqual([
    true,
    true,
    false,
  ])
  expect(devices.isKnownTo(undefined, 'nurse')).toBe(false)
})

test('the cookie is hidden from scripts and other sites, and from plain connections when a secure one exists', () => {
  const devices = createDeviceCookies(key)
  const plain = devices.write(undefined, 'nurse', options)
  expect(plain).toMatch(
    /^wardtrack-device=[\w-]+\.[\w-]+; Path=\/api\/user; Max-Age=15552000; HttpOnly; SameSite=Strict$/,
  )
  expect(devices.write(undefined, 'nurse', { ...options, secure: true })).toMatch(
    /^__Secure-wardtrack-device=[\w-]+\.[\w-]+; Path=\/api\/user; .*; Secure$/,
  )
  expect(Buffer.from(plain, 'base64url').toString()).not.toContain('nurse')
})

test('the cookie of a secure connection takes precedence over one that a plain connection may have planted', () => {
  const devices = createDeviceCookies(key)
  const secure = cookieOf(devices.write(undefined, 'nurse', { ...options, secure: true }))
  const plain = cookieOf(devices.write(undefined, 'admin', options))
  for (const header of [`${secure}; ${plain}`, `${plain}; ${secure}`]) {
    const device = devices.read(header)
    expect(devices.isKnownTo(device, 'nurse')).toBe(true)
    expect(devices.isKnownTo(device, 'admin')).toBe(false)
  }
  // A browser stays known after its connection becomes secure.
  expect(devices.isKnownTo(devices.read(plain), 'admin')).toBe(true)
})

test('a cookie that is unsigned, changed or too old names no device', () => {
  let time = 0
  const devices = createDeviceCookies(key, () => time)
  const cookie = cookieOf(devices.write(undefined, 'nurse', options))
  const [text = '', signature = ''] = cookie.slice('wardtrack-device='.length).split('.')
  const changed = Buffer.from(`${Buffer.from(text, 'base64url').toString()} more`).toString('base64url')
  for (const header of [
    undefined,
    '',
    'wardtrack-device=',
    `wardtrack-device=${text}`,
    `wardtrack-device=${changed}.${signature}`,
    `wardtrack-device=.${signature}`,
    cookieOf(createDeviceCookies(Buffer.alloc(32, 8)).write(undefined, 'nurse', options)),
  ])
    expect(devices.read(header)).toBeUndefined()
  time = 180 * DAY_MS
  expect(devices.isKnownTo(devices.read(cookie), 'nurse')).toBe(true)
  time += 1
  expect(devices.read(cookie)).toBeUndefined()
})

test('a device remembers only the last accounts, so that its cookie does not grow', () => {
  const devices = createDeviceCookies(key)
  let cookie = ''
  for (let n = 0; n < 40; n += 1)
    cookie = cookieOf(devices.write(devices.read(cookie), `account ${n}`, options))
  const device = devices.read(cookie)
  expect(cookie.length).toBeLessThan(1_000)
  expect(devices.isKnownTo(device, 'account 39')).toBe(true)
  expect(devices.isKnownTo(device, 'account 8')).toBe(true)
  expect(devices.isKnownTo(device, 'account 7')).toBe(false)
})
