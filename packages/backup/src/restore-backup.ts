import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, normalize, sep } from 'node:path'
import type { KeyRing } from '@wardtrack/encryption'
import { BackupError, type BackupHeader, LENGTH_BYTES, openFrame, readLength } from './frames.ts'

const MAX_HEADER_BYTES = 4_096
const HASH_BYTES = 32
const MAX_LINE_BYTES = 8_192
/** What may lie in a directory that a backup is restored into: its key. */
const KEY_FILE = 'encryption-key'

/** What a backup says of itself. @throws BackupError when the file is none */
export async function readBackupHeader(path: string): Promise<BackupHeader> {
  return (await withFile(path, readHeader)).header
}

/**
 * Restores a backup into a directory that does not exist, or holds nothing but the key. It appears there whole or not at
 * all: everything is checked first.
 * @param ring opens an encrypted backup
 * @returns places of the restored files
 */
export async function restoreBackup(path: string, dir: string, ring: KeyRing | undefined): Promise<string[]> {
  await checkTarget(dir)
  await withFile(path, checkSum)
  const unfinished = `${dir}.restoring`
  await rm(unfinished, { recursive: true, force: true })
  try {
    const names = await withFile(path, (file, size) => extract(file, size, unfinished, ring))
    await mkdir(dir, { recursive: true, mode: 0o700 })
    for (const name of await readdir(unfinished)) await rename(join(unfinished, name), join(dir, name))
    return names
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

async function checkTarget(dir: string): Promise<void> {
  const names = await readdir(dir).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw new BackupError(`${dir} cannot be read`)
  })
  if (names.some((name) => name !== KEY_FILE))
    throw new BackupError(`${dir} is not empty: a backup is restored into a directory of its own`)
}

async function withFile<T>(path: string, work: (file: FileHandle, size: number) => Promise<T>): Promise<T> {
  const file = await open(path, 'r').catch(() => {
    throw new BackupError(`${path} cannot be read`)
  })
  try {
    return await work(file, (await stat(path)).size)
  } finally {
    await file.close()
  }
}

async function readBytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, position)
  return bytes.subarray(0, bytesRead)
}

async function readHeader(file: FileHandle): Promise<{ header: BackupHeader; bytes: number }> {
  const start = await readBytes(file, 0, MAX_HEADER_BYTES)
  const end = start.indexOf('\n')
  try {
    const header = JSON.parse(start.subarray(0, end).toString()) as BackupHeader
    if (end > 0 && header.wardtrackBackup === 1) return { header, bytes: end + 1 }
  } catch {
    // No JSON: no backup.
  }
  throw new BackupError('the file is no backup of Wardtrack')
}

async function checkSum(file: FileHandle, size: number): Promise<void> {
  await readHeader(file)
  const hash = createHash('sha256')
  const end = size - HASH_BYTES
  for (let at = 0; at < end; at += 1024 ** 2)
    hash.update(await readBytes(file, at, Math.min(1024 ** 2, end - at)))
  if (!hash.digest().equals(await readBytes(file, Math.max(0, end), HASH_BYTES)))
    throw new BackupError('the file is damaged or cut off: its checksum is wrong')
}

async function extract(
  file: FileHandle,
  size: number,
  dir: string,
  ring: KeyRing | undefined,
): Promise<string[]> {
  const { header, bytes } = await readHeader(file)
  const writer = new EntryWriter(dir)
  let at = bytes
  for (let number = 0; ; number += 1) {
    const { length, isLast } = readLength(await readBytes(file, at, LENGTH_BYTES))
    const body = await readBytes(file, at + LENGTH_BYTES, length)
    await writer.write(openFrame(body, number, isLast, keyOf(header, ring)))
    at += LENGTH_BYTES + length
    if (isLast) break
  }
  if (at !== size - HASH_BYTES) throw new BackupError('the file is damaged')
  return writer.end()
}

function keyOf({ encryption }: BackupHeader, ring: KeyRing | undefined): Buffer | undefined {
  if (!encryption) return undefined
  if (!ring?.hasKey(encryption.keyId))
    throw new BackupError(
      `the backup is encrypted with another key: set ENCRYPTION_KEY to the one it was made with, or put its file ${KEY_FILE} into the directory`,
    )
  return ring.fileKey(encryption.salt, encryption.keyId)
}

/** Writes the entries of a backup as their bytes come. */
class EntryWriter {
  private readonly dir: string
  private readonly names: string[] = []
  private waiting = Buffer.alloc(0)
  private file: FileHandle | undefined
  private remaining = 0

  constructor(dir: string) {
    this.dir = dir
  }

  async write(bytes: Buffer): Promise<void> {
    this.waiting = Buffer.concat([this.waiting, bytes])
    for (;;) {
      if (this.remaining > 0) {
        const part = this.waiting.subarray(0, this.remaining)
        if (part.length === 0) return
        await this.file?.writeFile(part)
        this.remaining -= part.length
        this.waiting = this.waiting.subarray(part.length)
      }
      if (this.remaining > 0) return
      if (!(await this.next())) return
    }
  }

  /** Begins the next entry when its line is there. */
  private async next(): Promise<boolean> {
    await this.close()
    const end = this.waiting.indexOf('\n')
    if (end < 0) {
      if (this.waiting.length > MAX_LINE_BYTES) throw new BackupError('the file is damaged')
      return false
    }
    const { name, size } = JSON.parse(this.waiting.subarray(0, end).toString()) as {
      name: string
      size: number
    }
    this.waiting = this.waiting.subarray(end + 1)
    const path = join(this.dir, name)
    if (normalize(path) !== path || !path.startsWith(this.dir + sep))
      throw new BackupError('the file names a place outside of the directory')
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    this.file = await open(path, 'wx', 0o600)
    this.remaining = size
    this.names.push(name)
    return true
  }

  private async close(): Promise<void> {
    await this.file?.sync()
    await this.file?.close()
    this.file = undefined
  }

  async end(): Promise<string[]> {
    await this.close()
    if (this.remaining > 0 || this.waiting.length > 0) throw new BackupError('the file is damaged')
    return this.names
  }
}
