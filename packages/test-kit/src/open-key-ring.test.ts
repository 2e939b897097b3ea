import { mkdtemp, rm, stat, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '@wardtrack/database'
import { ConfigError } from '@wardtrack/service-kit'
import { type KeySource, openKeyRing } from '@wardtrack/service-runtime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestStore, type TestStore } from './open-test-app.ts'

const SECRET = 'a first secret of more than 32 characters'
const OTHER_SECRET = 'another secret of more than 32 characters'
const place = { collection: 'settings', id: 'a/b', field: 'Fields.Password' }

let store: TestStore
let db: Database
let dataDir: string
beforeEach(async () => {
  store = await openTestStore()
  db = await openDatabase(store.uri)
  dataDir = await mkdtemp(join(tmpdir(), 'wardtrack-key-'))
})
afterEach(async () => {
  await db.close()
  await store.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const open = (more: Partial<KeySource> = {}) =>
  openKeyRing({ db, dataDir, secrets: undefined, exclusive: true, ...more })
const keyFile = () => join(dataDir, 'encryption-key')
const storeSealed = async (sealed: string): Promise<void> => {
  await db.models.settings.create({ _id: 'a/b', Type: 'A', SubType: 'B', Fields: { Password: sealed } })
}

test('the first start creates a key for its owner alone, and later starts use it', async () => {
  const sealed = (await open()).seal('hunter2', place)
  expect((await stat(keyFile())).mode & 0o777).toBe(0o600)
  expect((await open()).open(sealed, place)).toBe('hunter2')
})

test('ENCRYPTION_KEY replaces the file, and is the same in every process', async () => {
  const sealed = (await open({ secrets: [SECRET] })).seal('hunter2', place)
  await expect(stat(keyFile())).rejects.toThrow('ENOENT')
  const secondRing = await open({ secrets: [SECRET], dataDir: '/nowhere', exclusive: false })
  expect(secondRing.open(sealed, place)).toBe('hunter2')
})

test('refuses to start in one line without the key of encrypted values, and creates no key', async () => {
  await storeSealed((await open()).seal('hunter2', place))
  await unlink(keyFile())
  const refusal = await open().catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(ConfigError)
  expect(String(refusal)).toMatch(
    /the key of the encrypted values is missing: put the file .+encryption-key back, or set ENCRYPTION_KEY[^\n]+$/,
  )
  await expect(stat(keyFile())).rejects.toThrow('ENOENT')
})

test('replaces a lost key that nothing was encrypted with, unless other processes may use it', async () => {
  await open()
  await unlink(keyFile())
  await expect(open({ exclusive: false })).rejects.toThrow('the key of the encrypted values is missing')
  const sealed = (await open()).seal('hunter2', place)
  expect((await open()).open(sealed, place)).toBe('hunter2')
})

test('refuses another key in one line', async () => {
  await open({ secrets: [SECRET] })
  await expect(open({ secrets: [OTHER_SECRET] })).rejects.toThrow(
    /^ENCRYPTION_KEY is not the key of this store's encrypted values; [^\n]+$/,
  )
  await expect(open({ secrets: [OTHER_SECRET] })).rejects.toThrow(ConfigError)
})

test('a new secret before the old one creates new keys and opens older values, also in processes that receive it later', async () => {
  const old = (await open({ secrets: [SECRET] })).seal('hunter2', place)
  const ring = await open({ secrets: [OTHER_SECRET, SECRET] })
  expect(ring.open(old, place)).toBe('hunter2')
  expect(ring.state().current).toBe(`${ring.secretId}.2`)
  expect(ring.state().inUse).toHaveLength(2)
  expect((await open({ secrets: [OTHER_SECRET, SECRET] })).state()).toEqual(ring.state())
  await expect(open({ secrets: [OTHER_SECRET] })).rejects.toThrow('is not the key')
})

test('processes that start together with one key agree on it', async () => {
  const rings = await Promise.all(Array.from({ length: 5 }, () => open({ secrets: [SECRET] })))
  const sealed = rings[0]!.seal('hunter2', place)
  for (const ring of rings) expect(ring.open(sealed, place)).toBe('hunter2')
})
