import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApiService } from '@wardtrack/api'
import { STORE_SETTINGS } from '@wardtrack/embedded-mongo'
import { openTestApp, TEST_JWT_SECRET, type TestApp } from '@wardtrack/test-kit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { verifyAudit } from './verify-audit.ts'

let app: TestApp
let lines: string[]
let emptyDir: string
beforeAll(async () => {
  app = await openTestApp([createApiService])
  emptyDir = await mkdtemp(join(tmpdir(), 'wardtrack-verify-'))
  for (let number = 1; number <= 3; number += 1)
    app.parts.access.audit.note({ action: `DO ${number}`, address: '', outcome: 'ok', status: 200 })
  await app.parts.access.audit.flush()
})
beforeEach(() => {
  lines = []
})
afterAll(async () => {
  await app.close()
  await rm(emptyDir, { recursive: true })
})

const settings = () => ({ WARDTRACK_DATA_DIR: emptyDir, WARDTRACK_STORE: STORE_SETTINGS })
const verify = (more: Partial<Parameters<typeof verifyAudit>[0]> = {}) =>
  verifyAudit(
    { ...settings(), MONGODB_URI: app.storeUri, JWT_SECRET: TEST_JWT_SECRET, ...more },
    (line) => void lines.push(line),
  )

test('reports an intact chain with its newest entry, and exits with 0', async () => {
  expect(await verify()).toBe(0)
  const newest = await app.parts.db.driver.audit.findOne({ _id: 3 })
  expect(lines[0]).toBe('3 entries followed, from number 1 to 3.')
  expect(lines[1]).toContain(newest?.hash)
  expect(lines[2]).toMatch(/^The chain is whole\./)
})

test('reports every chain as broken under another secret', async () => {
  expect(await verify({ WARDTRACK_AUDIT_SECRET: ['another secret of at least 32 characters'] })).toBe(1)
  expect(lines.at(-1)).toBe('BROKEN at entry 1: unknown_key.')
})

test('names a changed entry, and exits with 1', async () => {
  await app.parts.db.driver.audit.updateOne({ _id: 2 }, { $set: { actor: 'somebody else' } })
  expect(await verify()).toBe(1)
  expect(lines.at(-1)).toBe('BROKEN at entry 2: changed.')
})

test('reports a missing store or secret, and exits with 2', async () => {
  const print = (line: string): void => void lines.push(line)
  expect(await verifyAudit(settings(), print)).toBe(2)
  expect(lines[0]).toContain(`There is no store in ${emptyDir}`)
  lines = []
  expect(await verifyAudit({ ...settings(), MONGODB_URI: app.storeUri }, print)).toBe(2)
  expect(lines[0]).toContain('jwt-secret')
})
