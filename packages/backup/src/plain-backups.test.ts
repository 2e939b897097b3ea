import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createKeyRing } from '@wardtrack/encryption'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { encryptBackup, findPlainBackups, removePlainBackup } from './plain-backups.ts'
import { restoreBackup } from './restore-backup.ts'
import { writePlainBackup } from './testing/plain-backup.ts'
import { backupParts, writeBackupFile } from './write-backup.ts'

const ring = createKeyRing(['a first secret of more than 32 characters'])
const CONTENT = Buffer.alloc(900_001, 'content of the store ')

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'wardtrack-plain-'))
  await writeFile(join(dir, 'copy.mdb'), CONTENT)
})
afterEach(() => rm(dir, { recursive: true, force: true }))

async function write(name: string, isEncrypted = false): Promise<string> {
  const path = join(dir, name)
  await mkdir(dirname(path), { recursive: true })
  const source = { storeFile: join(dir, 'copy.mdb'), imagesDir: join(dir, 'images'), ring }
  if (isEncrypted) await writeBackupFile(path, backupParts(source))
  else await writePlainBackup(path, [{ name: 'store/store.mdb', bytes: CONTENT }])
  return path
}
const names = async () => (await findPlainBackups(dir)).map(({ name }) => name)

test('finds plain backups in every folder, but no encrypted ones or other files', async () => {
  await write('b.backup')
  await write('kept/2026/a.backup')
  await write('kept/encrypted.backup', true)
  await writeFile(join(dir, 'kept', 'empty'), '')
  await writeFile(join(dir, 'kept', 'text.json'), '{"wardtrackBackup":2}\n')
  const found = await findPlainBackups(dir)
  expect(found).toEqual([
    { name: 'b.backup', bytes: expect.any(Number), createdAt: expect.any(String), isUnfinished: false },
    expect.objectContaining({ name: 'kept/2026/a.backup' }),
  ])
  expect(found[0]?.bytes).toBeGreaterThan(CONTENT.length)
  expect(await findPlainBackups(join(dir, 'nowhere'))).toEqual([])
})

test('finds a backup whose writing was cut off, and marks it as unfinished', async () => {
  const path = await write('cut.backup.part')
  await truncate(path, 5_000)
  expect(await findPlainBackups(dir)).toMatchObject([{ name: 'cut.backup.part', isUnfinished: true }])
})

test('replaces a plain backup by an encrypted one, which restores the same content', async () => {
  const path = await write('kept/a.backup')
  await encryptBackup(path, ring)
  expect((await readFile(path)).includes('content of the store')).toBe(false)
  expect(await names()).toEqual([])
  expect(await readdir(dirname(path))).toEqual(['a.backup'])
  const restored = join(dir, 'restored')
  await expect(restoreBackup(path, restored, { acceptPlain: true })).rejects.toThrow('made with another key')
  await restoreBackup(path, restored, { ring, acceptPlain: true })
  expect((await readFile(join(restored, 'store', 'store.mdb'))).equals(CONTENT)).toBe(true)
})

test('leaves a damaged backup as it is', async () => {
  const path = await write('a.backup')
  await truncate(path, 300_000)
  await expect(encryptBackup(path, ring)).rejects.toThrow('damaged')
  expect(await names()).toEqual(['a.backup'])
  expect(await readdir(dir)).not.toContain('a.backup.part')
})

test('removes a plain backup by its name, and nothing else', async () => {
  await write('a.backup')
  await write('encrypted.backup', true)
  await writeFile(join(dir, 'encryption-key'), 'key')
  const outside = await write('../outside.backup')
  for (const name of ['encrypted.backup', 'encryption-key', '../outside.backup', outside, '', '.', 'none'])
    await expect(removePlainBackup(dir, name)).rejects.toThrow('there is no plain backup of this name')
  expect((await readdir(dir)).sort()).toEqual(['a.backup', 'copy.mdb', 'encrypted.backup', 'encryption-key'])
  await removePlainBackup(dir, 'a.backup')
  expect(await readdir(dir)).not.toContain('a.backup')
  await rm(outside)
})
