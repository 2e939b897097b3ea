import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import { at } from './paths.mjs'

let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wardtrack-secrets-'))
  cpSync(at('deploy', 'make-secrets.sh'), join(folder, 'make-secrets.sh'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const make = (...args) => execFileSync('sh', [join(folder, 'make-secrets.sh'), ...args], { encoding: 'utf8' })
const contents = () =>
  Object.fromEntries(
    readdirSync(join(folder, 'secrets')).map((name) => [
      name,
      readFileSync(join(folder, 'secrets', name), 'utf8').trim(),
    ]),
  )

test('creates exactly the secrets of the compose file, in a folder for its owner alone', () => {
  const output = make('tracking.hospital.example')
  const made = contents()
  const { secrets } = parse(readFileSync(at('docker-compose.yml'), 'utf8'))
  expect(Object.keys(made).sort()).toEqual(Object.keys(secrets).sort())
  expect(new Set(Object.values(made)).size).toBe(Object.keys(made).length)
  expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700)
  for (const name of Object.keys(made))
    expect(statSync(join(folder, 'secrets', name)).mode & 0o777, `rights of ${name}`).toBe(0o444)
  expect(made.mongodb_uri).toContain(`wardtrack:${made.mongodb_password}@mongodb-1`)
  expect(made.redis_url).toBe(`redis://:${made.redis_password}@redis:6379`)
  expect(made.jwt_secret).toMatch(/^[0-9a-f]{64}$/)
  expect(new X509Certificate(made.tls_certificate).checkHost('tracking.hospital.example')).toBeDefined()
  for (const secret of [made.jwt_secret, made.admin_password]) expect(output).not.toContain(secret)
})

test('keeps existing secrets and creates missing ones', () => {
  make()
  const before = contents()
  expect(make()).toBe('')
  expect(contents()).toEqual(before)
  rmSync(join(folder, 'secrets', 'jwt_secret'), { force: true })
  expect(make()).toBe('made jwt_secret\n')
  const { jwt_secret, ...others } = contents()
  expect(before).toMatchObject(others)
  expect(jwt_secret).not.toBe(before.jwt_secret)
})
