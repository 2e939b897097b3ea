import { createHash, randomBytes } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import type { KeyRing } from '@wardtrack/encryption'
import { BackupError, type BackupHeader, sealFrame } from './frames.ts'
import {
  checkSum,
  type OpenBackup,
  readBackupHeader,
  readFrames,
  readHeader,
  withBackup,
} from './read-backup.ts'
import { UNFINISHED, writeBackupFile } from './write-backup.ts'

/** A backup whose content is not encrypted; `isUnfinished` when its writing has not ended, or never will. */
export type PlainBackup = {
  /** place in the directory, with `/` */
  name: string
  bytes: number
  createdAt: string
  isUnfinished: boolean
}

/** Folders that hold files of the product alone, thousands of them: no backup is looked for there. */
const SKIPPED: ReadonlySet<string> = new Set(['var/uploads/images', 'var/uploads/logs'])
/** Backups that are named at most. */
const MAX_FOUND = 100

const slashed = (path: string): string => path.split(sep).join('/')

/** The plain backups anywhere in a directory, by name. Links are not followed. */
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
 * @param name as {@link findPlainBackups} gives it
 * @throws BackupError when there is none of this name
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
 * Puts an encrypted backup of the same content in the place of a plain one: under its name there is the one or the other,
 * whole.
 * @throws BackupError when the file is damaged
 */
export async function encryptBackup(path: string, ring: KeyRing): Promise<void> {
  await withBackup(path, async (backup) => {
    await checkSum(backup)
    await writeBackupFile(path, encryptedParts(backup, ring))
  })
}

async function* encryptedParts(backup: OpenBackup, ring: KeyRing): AsyncGenerator<Buffer, void> {
  const { header, bytes } = await readHeader(backup)
  const salt = randomBytes(24).toString('base64url')
  const keyId = ring.state().current
  const encrypted: BackupHeader = { ...header, encryption: { keyId, salt } }
  const key = ring.fileKey(salt, keyId)
  const hash = createHash('sha256')
  const part = (content: Buffer): Buffer => {
    hash.update(content)
    return content
  }
  yield part(Buffer.from(`${JSON.stringify(encrypted)}\n`))
  for await (const { body, number, isLast } of readFrames(backup, bytes))
    yield part(sealFrame(body, number, isLast, key))
  yield hash.digest()
}
