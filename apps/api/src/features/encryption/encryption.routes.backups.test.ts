import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { restoreBackup } from '@wardtrack/backup'
import { writePlainBackup } from '@wardtrack/backup/testing'
import { messages } from '@wardtrack/contracts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'
import { encrypt, jobDone } from '../../testing/encryption-test.ts'

const VALUE = 'serial number Zq7Xk'
let api: ApiTest
let dataDir: string
let folder: string
beforeAll(async () => {
  api = await openApiTest()
  dataDir = api.parts.dataDir
  folder = join(dataDir, 'backups')
})
beforeEach(async () => {
  await api.parts.db.models.encryption.deleteMany({})
  await api.parts.db.models.jobs.deleteMany({})
  await api.parts.db.sealing.reload()
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
})
afterAll(() => api.close())

/** Writes a backup that contains a value, as earlier versions did without encryption. */
async function writePlain(name: string): Promise<string> {
  const path = join(folder, name)
  await writePlainBackup(path, [{ name: 'store/store.mdb', bytes: Buffer.from(`${VALUE} `.repeat(100_000)) }])
  return path
}
async function filesWithValue(): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const contents = await Promise.all(paths.map((path) => readFile(path)))
  return paths.filter((_path, index) => contents[index]?.includes(VALUE))
}
const named = async () =>
  ((await api.get('/api/encryption/status')).body.plainBackups as { name: string }[]).map(({ name }) => name)
const remove = (name: unknown, headers = api.people.admin) =>
  api.post('/api/encryption/removePlainBackup', { name }, headers)

test('a conversion encrypts the plain backups in the data directory, and the key restores them', async () => {
  const whole = await writePlain('a.backup')
  const unfinished = await writePlain('b.backup.part')
  const rewritten = join(dataDir, 'store.mdb.rewritten-backup-4194999-0011')
  await writeFile(rewritten, VALUE)
  expect(await named()).toEqual([])
  expect((await filesWithValue()).sort()).toEqual([rewritten, unfinished, whole].sort())
  await encrypt(api, { Equipment: { SerialNo: [] } })
  expect(await filesWithValue()).toEqual([])
  expect(await readdir(folder)).toEqual(['a.backup'])
  expect(await named()).toEqual([])
  const restored = join(folder, 'restored')
  const { keyRing: ring } = api.parts
  await expect(restoreBackup(whole, restored, { ring })).rejects.toThrow('add --accept-plain')
  await restoreBackup(whole, restored, { ring, acceptPlain: true })
  expect((await readFile(join(restored, 'store', 'store.mdb'))).includes(VALUE)).toBe(true)
})

test('a later plain backup is listed, and is deleted on request or encrypted by a rotation', async () => {
  await encrypt(api, { Equipment: { SerialNo: [] } })
  await writePlain('late.backup')
  await writePlain('later.backup')
  expect(await named()).toEqual(['backups/late.backup', 'backups/later.backup'])
  const removed = await remove('backups/late.backup')
  expect([removed.status, removed.body]).toEqual([200, { err: 0, message: messages.plainBackupRemoved }])
  expect(await readdir(folder)).toEqual(['later.backup'])
  await api.post('/api/encryption/rotateKey')
  await jobDone(api)
  expect(await named()).toEqual([])
  expect(await readdir(folder)).toEqual(['later.backup'])
  expect(await filesWithValue()).toEqual([])
})

test('only plain backups in the data directory can be removed', async () => {
  await writePlain('a.backup')
  await writeFile(join(folder, 'other'), 'no backup')
  for (const name of ['backups/other', '../a.backup', '/etc/hostname', 'backups', 'nowhere'])
    expect([name, (await remove(name)).status]).toEqual([name, 404])
  for (const name of ['', 7, null, 'x'.repeat(1_001)]) expect((await remove(name)).status).toBe(400)
  expect(await readdir(folder)).toEqual(['a.backup', 'other'])
})

test('removing a plain backup requires the page', async () => {
  await writePlain('a.backup')
  const reader = await api.people.signIn({ username: 'reader', pages: ['admin-config'] })
  expect((await remove('backups/a.backup', reader)).status).toBe(403)
  expect((await remove('backups/a.backup', {})).status).toBe(401)
  expect(await readdir(folder)).toEqual(['a.backup'])
})

test('keeps plain backups without encryption, also after the last field is decrypted', async () => {
  await encrypt(api, { Equipment: { SerialNo: [] } })
  await writePlain('a.backup')
  await api.post('/api/assets.updateEncryptionConfig/config', { 'Equipment.SerialNo': null })
  await jobDone(api)
  expect(await named()).toEqual([])
  expect(await filesWithValue()).toEqual([join(folder, 'a.backup')])
})
