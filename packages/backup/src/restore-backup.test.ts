import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKeyRing } from '@wardtrack/encryption'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { restoreBackup } from './restore-backup.ts'
import { type BackupSource, backupParts, writeBackupFile } from './write-backup.ts'

const ring = createKeyRing(['a first secret of more than 32 characters'])
const otherRing = createKeyRing(['another secret of more than 32 characters'])

let home: string
let file: string
let target: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'wardtrack-backup-'))
  file = join(home, 'backup')
  target = join(home, 'restored')
  await mkdir(join(home, 'images', 'Maps'), { recursive: true })
  await writeFile(join(home, 'images', 'Maps', 'm1.jpg'), Buffer.alloc(300_000, 7))
  await writeFile(join(home, 'images', 'empty.png'), '')
  await writeFile(join(home, 'store.mdb'), Buffer.alloc(900_001, 'content of the store '))
})
afterEach(() => rm(home, { recursive: true, force: true }))

const write = (more: Partial<BackupSource> = {}) =>
  writeBackupFile(
    file,
    backupParts({ storeFile: join(home, 'store.mdb'), imagesDir: join(home, 'images'), ring, ...more }),
  )

test('restores a backup exactly, and keeps it unreadable in the file', async () => {
  await write()
  expect((await readFile(file)).includes('content of the store')).toBe(false)
  expect((await restoreBackup(file, target, { ring })).sort()).toEqual([
    'store/store.mdb',
    'var/uploads/images/Maps/m1.jpg',
    'var/uploads/images/empty.png',
  ])
  for (const [restored, source] of [
    ['store/store.mdb', 'store.mdb'],
    ['var/uploads/images/Maps/m1.jpg', 'images/Maps/m1.jpg'],
    ['var/uploads/images/empty.png', 'images/empty.png'],
  ] as const)
    expect((await readFile(join(target, restored))).equals(await readFile(join(home, source)))).toBe(true)
  expect((await readdir(home)).sort()).toEqual(['backup', 'images', 'restored', 'store.mdb'])
})

test('restores nothing from a file that is changed or cut off anywhere', async () => {
  await write()
  const whole = await readFile(file)
  for (const length of [0, 10, 200, 5_000, whole.length - 40, whole.length - 1]) {
    await truncate(file, length)
    await expect(restoreBackup(file, target, { ring })).rejects.toThrow(/damaged|no backup/)
    await writeFile(file, whole)
  }
  for (const at of [5, 300, 400_000, whole.length - 5]) {
    const changed = Buffer.from(whole)
    changed[at] = (changed[at] ?? 0) ^ 1
    await writeFile(file, changed)
    await expect(restoreBackup(file, target, { ring })).rejects.toThrow(/damaged|no backup/)
  }
  await writeFile(file, 'PK\u0003\u0004 something else\n')
  await expect(restoreBackup(file, target, { ring })).rejects.toThrow('the file is no backup of Wardtrack')
  expect((await readdir(home)).sort()).toEqual(['backup', 'images', 'store.mdb'])
})

test("needs the backup's key, and says how to provide it", async () => {
  await write()
  for (const wrong of [undefined, otherRing])
    await expect(restoreBackup(file, target, { ring: wrong })).rejects.toThrow(
      "made with another key: give that key's file with --key FILE",
    )
  expect(await readdir(home)).not.toContain('restored')
})

test('leaves a directory alone that contains anything but the key', async () => {
  await write()
  await mkdir(target)
  await writeFile(join(target, 'encryption-key'), 'key')
  await writeFile(join(target, 'mine'), 'mine')
  await expect(restoreBackup(file, target, { ring })).rejects.toThrow('is not empty')
  expect((await readdir(target)).sort()).toEqual(['encryption-key', 'mine'])
  await rm(join(target, 'mine'))
  await restoreBackup(file, target, { ring })
  expect((await readdir(target)).sort()).toEqual(['encryption-key', 'store', 'var'])
})

test('writes nothing next to an existing directory, because the user may have write access only inside it', async () => {
  await write()
  await mkdir(target)
  await writeFile(join(target, 'encryption-key'), 'key')
  // A folder blocks the forbidden path, because the user who runs the tests may create any folder.
  await mkdir(join(home, 'restored.restoring', 'of-somebody-else'), { recursive: true })
  const before = (await readdir(home)).sort()
  await restoreBackup(file, target, { ring })
  expect((await readdir(target)).sort()).toEqual(['encryption-key', 'store', 'var'])
  expect((await readdir(home)).sort()).toEqual(before)
  expect(await readdir(join(home, 'restored.restoring'))).toEqual(['of-somebody-else'])
})

test('can repeat a killed restore in its directory, and leaves nothing after a failed one', async () => {
  await write()
  await mkdir(join(target, '.restoring', 'store'), { recursive: true })
  await writeFile(join(target, '.restoring', 'store', 'store.mdb'), 'half')
  await expect(restoreBackup(file, target, { ring: otherRing })).rejects.toThrow('made with another key')
  expect(await readdir(target)).toEqual([])
  await restoreBackup(file, target, { ring })
  expect((await readdir(target)).sort()).toEqual(['store', 'var'])
})

test("leaves no file under the backup's name when writing breaks off", async () => {
  async function* broken(): AsyncGenerator<Buffer, void> {
    yield Buffer.from('half')
    throw new Error('broken off')
  }
  await expect(writeBackupFile(file, broken())).rejects.toThrow('broken off')
  expect(await readdir(home)).not.toContain('backup')
  await write()
  const before = await readFile(file)
  await expect(writeBackupFile(file, broken())).rejects.toThrow('broken off')
  expect((await readFile(file)).equals(before)).toBe(true)
})
