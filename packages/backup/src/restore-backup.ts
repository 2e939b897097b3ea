import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, normalize, sep } from 'node:path'
import type { KeyRing } from '@wardtrack/encryption'
import { BackupError, type BackupHeader, openFrame } from './frames.ts'
import { checkSum, type OpenBackup, readFrames, readHeader, withBackup } from './read-backup.ts'

const MAX_LINE_BYTES = 8_192
/** What may lie in a directory that a backup is restored into: its key, and what a killed restore left. */
const KEY_FILE = 'encryption-key'
const UNFINISHED = '.restoring'

/**
 * Restores a backup into a directory that does not exist, or holds nothing but the key. It appears there whole or not at
 * all: everything is checked first.
 * @param ring opens an encrypted backup
 * @returns places of the restored files
 */
export async function restoreBackup(path: string, dir: string, ring: KeyRing | undefined): Promise<string[]> {
  const isThere = await checkTarget(dir)
  await withBackup(path, checkSum)
  // The account that the product runs as may write in its own directory and not beside it.
  const unfinished = isThere ? join(dir, UNFINISHED) : `${dir}${UNFINISHED}`
  await rm(unfinished, { recursive: true, force: true })
  try {
    const names = await withBackup(path, (backup) => extract(backup, unfinished, ring))
    await mkdir(dir, { recursive: true, mode: 0o700 })
    for (const name of await readdir(unfinished)) await rename(join(unfinished, name), join(dir, name))
    return names
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** Whether the directory is there. @throws when something else than a key is in it */
async function checkTarget(dir: string): Promise<boolean> {
  const names = await readdir(dir).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new BackupError(`${dir} cannot be read`)
  })
  if (names?.some((name) => name !== KEY_FILE && name !== UNFINISHED))
    throw new BackupError(`${dir} is not empty: a backup is restored into a directory of its own`)
  return names !== undefined
}

async function extract(backup: OpenBackup, dir: string, ring: KeyRing | undefined): Promise<string[]> {
  const { header, bytes } = await readHeader(backup)
  const writer = new EntryWriter(dir)
  const key = keyOf(header, ring)
  for await (const { body, number, isLast } of readFrames(backup, bytes))
    await writer.write(openFrame(body, number, isLast, key))
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
