import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKeyRing } from '@wardtrack/encryption'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { encryptBackup } from './plain-backups.ts'
import { restoreBackup } from './restore-backup.ts'
import { withRightChecksum, writePlainBackup } from './testing/plain-backup.ts'
import { type BackupSource, backupParts, writeBackupFile } from './write-backup.ts'

const KEY = 'a first secret of more than 32 characters'
const ring = createKeyRing([KEY])
const STORE = { name: 'store/store.mdb', bytes: Buffer.alloc(600_000, 'forged store ') }

let home: string
let file: string
let target: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'wardtrack-forged-'))
  file = join(home, 'backup')
  target = join(home, 'restored')
  await mkdir(join(home, 'images'))
  await writeFile(join(home, 'store.mdb'), Buffer.alloc(700_000, 'content of the store '))
  await writeFile(join(home, 'jwt-secret'), 'the token secret')
})
afterEach(() => rm(home, { recursive: true, force: true }))

const write = async (more: Partial<BackupSource> = {}): Promise<Buffer> => {
  const files = { 'jwt-secret': join(home, 'jwt-secret') }
  const source = { storeFile: join(home, 'store.mdb'), imagesDir: join(home, 'images'), files, ring, ...more }
  await writeBackupFile(file, backupParts(source))
  return readFile(file)
}

/** Expects that a file is refused, and that nothing is written, inside or outside of the directory. */
async function expectRefused(reason: RegExp | string, acceptPlain = false): Promise<void> {
  await mkdir(target)
  await writeFile(join(target, 'encryption-key'), KEY)
  await expect(restoreBackup(file, target, { ring, acceptPlain })).rejects.toThrow(reason)
  expect(await readdir(target)).toEqual(['encryption-key'])
  expect(await readFile(join(target, 'encryption-key'), 'utf8')).toBe(KEY)
  expect((await readdir(home)).sort()).toEqual(['backup', 'images', 'jwt-secret', 'restored', 'store.mdb'])
  await rm(target, { recursive: true })
}

/** Splits a backup into its first line and its frames with their lengths, without the checksum. */
function partsOf(whole: Buffer): { line: Buffer; frames: Buffer[] } {
  const line = whole.subarray(0, whole.indexOf('\n') + 1)
  const frames: Buffer[] = []
  for (let at = line.length; at < whole.length - 32; ) {
    const length = 4 + (whole.readUInt32BE(at) & 0x7fff_ffff)
    frames.push(whole.subarray(at, at + length))
    at += length
  }
  return { line, frames }
}
const forge = (line: Buffer | string, frames: readonly Buffer[]): Promise<void> =>
  writeFile(file, withRightChecksum(Buffer.concat([Buffer.from(line), ...frames])))
const flipped = (bytes: Buffer, at: number): Buffer => {
  const changed = Buffer.from(bytes)
  changed[at] = (changed[at] ?? 0) ^ 1
  return changed
}

describe('a backup with a valid checksum', () => {
  test('is refused with a changed byte in any frame', async () => {
    const { line, frames } = partsOf(await write())
    expect(frames.length).toBeGreaterThan(2)
    for (const [index, frame] of frames.entries())
      for (const at of [4, 4 + Math.floor(frame.length / 2), frame.length - 1]) {
        await forge(line, frames.with(index, flipped(frame, at)))
        await expectRefused('cannot be decrypted')
      }
  })

  test('is refused with frames missing, repeated or in another order', async () => {
    const { line, frames } = partsOf(await write())
    const [first, second, ...others] = frames as [Buffer, Buffer, ...Buffer[]]
    for (const forged of [
      [second, first, ...others],
      [first, first, second, ...others],
      [second, ...others],
      [first, second],
      [first, ...others],
      [...frames, ...frames],
      [],
    ]) {
      await forge(line, forged)
      await expectRefused(/cannot be decrypted|damaged/)
    }
    // The mark of the last frame is authenticated too.
    const ended = flipped(first, 0)
    ended[0] = (first[0] ?? 0) | 0x80
    await forge(line, [ended])
    await expectRefused('cannot be decrypted')
  })

  test('is refused with a changed first line', async () => {
    const { line, frames } = partsOf(await write())
    const header = JSON.parse(line.toString())
    const { encryption, ...plain } = header
    for (const changed of [
      { ...header, createdAt: '2020-01-01T00:00:00.000Z' },
      { ...header, wardtrackBackup: 1 },
      { ...header, wardtrackBackup: 3 },
      { ...header, more: 'anything' },
      { ...header, encryption: { ...encryption, salt: 'another' } },
      { ...header, encryption: { ...encryption, keyId: `${encryption.keyId}1` } },
      { ...header, encryption: { ...encryption, keyId: `${encryption.keyId}.x` } },
      { ...header, encryption: { ...encryption, keyId: 7 } },
      { ...header, encryption: {} },
      { ...header, encryption: null },
      plain,
      { ...plain, wardtrackBackup: 1 },
      [],
    ]) {
      await forge(`${JSON.stringify(changed)}\n`, frames)
      await expectRefused(/cannot be decrypted|no backup|damaged|is plain/)
    }
  })

  test('is refused with frames of another backup, of this installation or another', async () => {
    const { line, frames } = partsOf(await write())
    const own = partsOf(await write())
    const foreign = partsOf(await write({ ring: createKeyRing(['a secret of another installation, long']) }))
    for (const other of [own, foreign]) {
      await forge(line, [...frames.slice(0, -1), ...other.frames.slice(-1)])
      await expectRefused('cannot be decrypted')
      await forge(line, other.frames)
      await expectRefused('cannot be decrypted')
    }
    await forge(foreign.line, foreign.frames)
    await expectRefused('made with another key')
  })
})

describe('a plain backup, which anyone can make', () => {
  test('is refused, with or without a key, unless a person accepts it explicitly', async () => {
    await writePlainBackup(file, [STORE])
    await expectRefused('add --accept-plain')
    await expect(restoreBackup(file, target, {})).rejects.toThrow('add --accept-plain')
    expect(await restoreBackup(file, target, { ring, acceptPlain: true })).toEqual([STORE.name])
  })

  test('restores no secret, even when a person accepts it', async () => {
    for (const name of ['encryption-key', 'jwt-secret']) {
      await writePlainBackup(file, [STORE, { name, bytes: Buffer.from('planted') }])
      await expectRefused('add --accept-plain')
      await expectRefused('holds what no backup of this kind holds', true)
    }
  })

  test('stays plain in origin when it is encrypted later', async () => {
    await writePlainBackup(file, [STORE])
    await encryptBackup(file, ring)
    await expectRefused('add --accept-plain')
    expect(await restoreBackup(file, target, { ring, acceptPlain: true })).toEqual([STORE.name])
    await rm(target, { recursive: true })
    await writePlainBackup(file, [STORE, { name: 'jwt-secret', bytes: Buffer.from('planted') }])
    await encryptBackup(file, ring)
    await expectRefused('holds what no backup of this kind holds', true)
  })

  test.each([
    '../outside',
    'store/../../outside',
    '/tmp/outside',
    'store/store.mdb/../../../outside',
    'var/uploads/images/../../../encryption-key',
    'var/uploads/images/.hidden',
    'var/uploads/images//double',
    'var/uploads/images/a\\..\\b',
    'var/uploads/images/nul\0',
    'var/uploads/images/line\nbreak',
    'var/uploads/images/',
    'var/uploads/imports/a.csv',
    'settings.env',
    'C:\\outside',
    '.restoring/store',
    '',
    '__proto__',
  ])('with the file name %j is refused', async (name) => {
    await writePlainBackup(file, [STORE, { name, bytes: Buffer.from('planted') }])
    await expectRefused('holds what no backup of this kind holds', true)
  })

  test.each([
    ['a number as a name', [{ name: 7, bytes: Buffer.from('x') }]],
    ['a negative size', [{ ...STORE, size: -1 }]],
    ['a size that is no number', [{ ...STORE, size: '12' }]],
    ['a size beyond its bytes', [{ ...STORE, size: 9_000_000 }]],
    ['a place twice', [STORE, STORE]],
    ['no store', [{ name: 'var/uploads/images/a.png', bytes: Buffer.from('x') }]],
  ])('with %s is refused', async (_kind, entries) => {
    await writePlainBackup(file, entries)
    await expectRefused(/damaged|holds/, true)
  })
})

test('an authenticated backup may contain the token secret, but never the key or a file of another kind', async () => {
  await write()
  expect(await restoreBackup(file, target, { ring })).toContain('jwt-secret')
  await rm(target, { recursive: true })
  for (const name of ['encryption-key', 'settings.env', '../outside']) {
    await write({ files: { [name]: join(home, 'jwt-secret') } })
    await expectRefused('holds what no backup of this kind holds')
  }
})

test("files in the images' folder that the product never writes are left out", async () => {
  await writeFile(join(home, 'images', '.a.png.part'), 'half')
  await writeFile(join(home, 'images', 'a.png'), 'whole')
  await write()
  expect((await restoreBackup(file, target, { ring })).sort()).toEqual([
    'jwt-secret',
    'store/store.mdb',
    'var/uploads/images/a.png',
  ])
})
