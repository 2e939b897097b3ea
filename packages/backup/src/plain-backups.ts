import { readdir, rm, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import type { KeyRing } from '@wardtrack/encryption'
import { IMAGES } from './backup-files.ts'
import { BackupError, type FrameKey, sealFrame } from './frames.ts'
import {
  checkSum,
  type OpenBackup,
  readBackupHeader,
  readFrames,
  readHeader,
  withBackup,
} from './read-backup.ts'
import { newHeader, UNFINISHED, withChecksum, writeBackupFile } from './write-backup.ts'

/**
 * An unencrypted backup of an earlier version; `isUnfinished` while it is being written, or when its writing was cut
 * off.
 */
export type PlainBackup = {
  /** path in the directory, with `/` */
  name: string
  bytes: number
  createdAt: string
  isUnfinished: boolean
}

/** Folders with thousands of the product's own files, which the search skips. */
const SKIPPED: ReadonlySet<string> = new Set([IMAGES, 'var/uploads/logs'])
/** Limit of found backups. */
const MAX_FOUND = 100

const slashed = (path: string): string => path.split(sep).join('/')

/** Finds the plain backups anywhere in a directory, by name. It does not follow links. */
export async function findPlainBackups(dir: string): Promise<PlainBackup[]> {
  const found: PlainBackup[] = []
  for await (const path of filesIn(dir, dir)) {
    if (found.length === MAX_FOUND) break
    const header = await readBackupHeader(path).catch(() => undefined)
    if (!header || header.encryption) continue
    const { size } = await stat(path)
    const name = slashed(relative(dir, path))
    found.push({ name, bytes: size, createdAt: header.createdAt, isUnfinished: name.endsWith(UNFINISHED) })
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1))
}

async function* filesIn(root: string, dir: string): AsyncGenerator<string, void> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const path = join(dir, entry.name)
    if (entry.isFile()) yield path
    else if (entry.isDirectory() && !SKIPPED.has(slashed(relative(root, path)))) yield* filesIn(root, path)
  }
}

/**
 * Removes a plain backup of a directory.
 * @param name name as returned by {@link findPlainBackups}
 * @throws BackupError when there is no plain backup with this name
 */
export async function removePlainBackup(dir: string, name: string): Promise<void> {
  const path = resolve(dir, name)
  const header = path.startsWith(resolve(dir) + sep)
    ? await readBackupHeader(path).catch(() => undefined)
    : undefined
  if (!header || header.encryption) throw new BackupError('there is no plain backup of this name')
  await rm(path)
}

/**
 * Replaces a plain backup by an encrypted one with the same content. At any time, one of the two is complete under
 * its name. The new one records that its content was plain: a restore asks before it accepts the backup.
 * @throws BackupError when the file is damaged
 */
export async function encryptBackup(path: string, ring: KeyRing): Promise<void> {
  await withBackup(path, async (backup) => {
    await checkSum(backup)
    const { header, line } = await readHeader(backup)
    const created = newHeader(header.createdAt, ring, 'plain')
    await writeBackupFile(path, withChecksum(created.line, encryptedFrames(backup, line.length, created.key)))
  })
}

async function* encryptedFrames(
  backup: OpenBackup,
  start: number,
  key: FrameKey,
): AsyncGenerator<Buffer, void> {
  for await (const { body, number, isLast } of readFrames(backup, start))
    yield sealFrame(body, number, isLast, key)
}
