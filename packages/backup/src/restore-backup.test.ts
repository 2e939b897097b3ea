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

test('a backup comes back as it was, and is unreadable meanwhile', async () => {
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

test('a file that is cut off anywhere, or changed, restores nothing', async () => {
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

test('a backup needs its key, and says how to give it', async () => {
  await write()
  for (const wrong of [undefined, otherRing])
    await expect(restoreBackup(file, target, { ring: wrong })).rejects.toThrow(
      "made with another key: give that key's file with --key FILE",
    )
  expect(await readdir(home)).not.toContain('restored')
})

test('a directory with anything but the key in it is left alone', async () => {
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

test('nothing is written beside a directory that is there: whoever restores may write in it alone', async () => {
  await write()
  await mkdir(target)
  await writeFile(join(target, 'encryption-key'), 'key')
  // A folder in place of the one that cannot be made: who runs the tests may make any.
  await mkdir(join(home, 'restored.restoring', 'of-somebody-else'), { recursive: true })
  const before = (await readdir(home)).sort()
  await restoreBackup(file, target, { ring })
  expect((await readdir(target)).sort()).toEqual(['encryption-key', 'store', 'var'])
  expect((await readdir(home)).sort()).toEqual(before)
  expect(await readdir(join(home, 'restored.restoring'))).toEqual(['of-somebody-else'])
})

test('a restore that was killed in a directory can be repeated there, and one that fails leaves nothing in it', async () => {
  await write()
  await mkdir(join(target, '.restoring', 'store'), { recursive: true })
  await writeFile(join(target, '.restoring', 'store', 'store.mdb'), 'half')
  await expect(restoreBackup(file, target, { ring: otherRing })).rejects.toThrow('made with another key')
  expect(await readdir(target)).toEqual([])
  await restoreBackup(file, target, { ring })
  expect((await readdir(target)).sort()).toEqual(['store', 'var'])
})

test('a backup that breaks off leaves no file under its name', async () => {
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
