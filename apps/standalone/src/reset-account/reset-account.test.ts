import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuditKeys, verifyAuditLog } from '@wardtrack/access'
import { createApiService } from '@wardtrack/api'
import { STORE_SETTINGS } from '@wardtrack/embedded-mongo'
import { openTestApp, TEST_JWT_SECRET, type TestApp } from '@wardtrack/test-kit'
import request from 'supertest'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { resetAccountOf } from './reset-account.ts'

let app: TestApp
let emptyDir: string
beforeAll(async () => {
  app = await openTestApp([createApiService], { cacheMode: 'shared' })
  emptyDir = await mkdtemp(join(tmpdir(), 'wardtrack-reset-'))
})
beforeEach(async () => {
  const { users, attempts } = app.parts.db.driver
  const secondFactor = { secret: 'lost', since: new Date(), lastStep: 0, recoveryCodes: [] }
  const passwordHash = await app.parts.access.passwords.hash(app.people.password)
  await users.updateOne(
    { username: 'admin' },
    {
      $set: { secondFactor, passwordHash, passwordRequest: { time: new Date(), address: '::1' } },
      $unset: { mustChangePassword: 1 },
    },
  )
  await attempts.deleteMany()
})
afterAll(async () => {
  await app.close()
  await rm(emptyDir, { recursive: true })
})

const settings = (JWT_SECRET = TEST_JWT_SECRET) => ({
  WARDTRACK_DATA_DIR: emptyDir,
  WARDTRACK_STORE: STORE_SETTINGS,
  MONGODB_URI: app.storeUri,
  JWT_SECRET,
})
const verify = (password: string) =>
  request(app.app)
    .post('/api/user/verify')
    .send({ username: 'admin', password, authenticationMethod: 'Password' })
const account = () => app.parts.db.driver.users.findOne({ username: 'admin' })

test('lets an administrator without phone and recovery codes sign in again, and audits the reset', async () => {
  expect((await verify(app.people.password)).body.code).toBe('second_factor_required')
  for (let failed = 0; failed < 12; failed += 1) await verify('a wrong password')
  expect((await verify(app.people.password)).status).toBe(429)
  const before = await account()
  const reset = await resetAccountOf(settings(), 'ADMIN', 4)
  expect(reset).toMatchObject({ username: 'admin', hadSecondFactor: true, isLocked: false })
  const opened = await request(app.app).get('/api/user/profile').set(app.people.admin)
  expect(opened.status).toBe(401)
  const signedIn = await verify(reset.password)
  expect(signedIn.status).toBe(200)
  const profile = await request(app.app)
    .get('/api/user/profile')
    .set({ authorization: `Bearer ${signedIn.body.AccessToken}` })
  expect(profile.body.data).toMatchObject({ setup: 'password', secondFactor: { active: false } })
  const after = await account()
  expect(after).toMatchObject({
    privileges: before?.privileges,
    patientDataAccess: true,
    passwordExpiresAt: reset.expiresAt,
  })
  expect(after).not.toHaveProperty('secondFactor')
  expect(after).not.toHaveProperty('passwordRequest')
  await app.parts.access.audit.flush()
  expect(await app.parts.db.driver.audit.findOne({ action: 'reset account' })).toMatchObject({
    outcome: 'ok',
    target: { type: 'user', id: after?._id.toHexString() },
    details: { command: 'reset-account', systemUser: expect.any(String) },
  })
  const report = await verifyAuditLog(app.parts.db, createAuditKeys([TEST_JWT_SECRET]), {})
  expect(report.broken).toBeNull()
})

test('changes nothing for an unknown account, or when the audit log has another secret', async () => {
  app.parts.access.audit.note({ action: 'ANYTHING', address: '', outcome: 'ok', status: 200 })
  await app.parts.access.audit.flush()
  const [before, entries] = [await account(), await app.parts.db.driver.audit.countDocuments()]
  await expect(
    resetAccountOf(settings('another secret of forty characters here'), 'admin', 4),
  ).rejects.toThrow(
    'the audit log is written with another secret: set JWT_SECRET and WARDTRACK_AUDIT_SECRET as for the server',
  )
  await expect(resetAccountOf(settings(), 'somebody', 4)).rejects.toThrow('there is no account somebody')
  expect(await account()).toEqual(before)
  expect(await app.parts.db.driver.audit.countDocuments()).toBe(entries)
})

test('refuses a folder without a store or without its secret, and creates nothing there', async () => {
  const { MONGODB_URI: _elsewhere, ...here } = settings()
  await expect(resetAccountOf(here, 'admin')).rejects.toThrow(`there is no store in ${emptyDir}`)
  const { JWT_SECRET: _secret, ...withoutSecret } = settings()
  await expect(resetAccountOf(withoutSecret, 'admin')).rejects.toThrow('jwt-secret cannot be read')
})
