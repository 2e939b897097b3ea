import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { KeyRing } from '@wardtrack/encryption'
import { mayBeAuthenticated, mayBePlain, STORE_FILE } from './backup-files.ts'
import { BackupError, type BackupHeader, type FrameKey, openFrame } from './frames.ts'
import { checkSum, type OpenBackup, readFrames, readHeader, withBackup } from './read-backup.ts'

const MAX_LINE_BYTES = 8_192
/** Files allowed in a target directory: the key, and the remains of a killed restore. */
const KEY_FILE = 'encryption-key'
const UNFINISHED = '.restoring'

/** Options of a restore. */
export type RestoreOptions = {
  /** keys that may have made the backup */
  ring?: KeyRing | undefined
  /** true to accept an unauthenticated backup; the user is responsible for its content */
  acceptPlain?: boolean
}

/**
 * Restores a backup into a directory that does not exist, or contains only the key. All files appear together after
 * all checks, or not at all.
 * @returns paths of the restored files
 * @throws BackupError when no key of the ring made the backup, when it was changed, or when it contains forbidden
 * files
 */
export async function restoreBackup(path: string, dir: string, options: RestoreOptions): Promise<string[]> {
  const isThere = await checkTarget(dir)
  await withBackup(path, checkSum)
  // The product's account may write in its own directory, but not next to it.
  const unfinished = isThere ? join(dir, UNFINISHED) : `${dir}${UNFINISHED}`
  await rm(unfinished, { recursive: true, force: true })
  try {
    const names = await withBackup(path, (backup) => extract(backup, unfinished, options))
    await mkdir(dir, { recursive: true, mode: 0o700 })
    for (const name of await readdir(unfinished)) await rename(join(unfinished, name), join(dir, name))
    return names
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** Returns true if the directory exists. @throws when it contains anything but a key */
async function checkTarget(dir: string): Promise<boolean> {
  const names = await readdir(dir).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new BackupError(`${dir} cannot be read`)
  })
  if (names?.some((name) => name !== KEY_FILE && name !== UNFINISHED))
    throw new BackupError(`${dir} is not empty: a backup is restored into a directory of its own`)
  return names !== undefined
}

async function extract(backup: OpenBackup, dir: string, options: RestoreOptions): Promise<string[]> {
  const { header, line } = await readHeader(backup)
  if ((!header.encryption || header.origin === 'plain') && !options.acceptPlain)
    throw new BackupError(
      'the backup is plain, as earlier versions wrote it: anybody who had the file may have changed it. If you trust where it was kept, add --accept-plain',
    )
  const key = keyOf(header, line, options.ring)
  const writer = new EntryWriter(dir, key && header.origin !== 'plain' ? mayBeAuthenticated : mayBePlain)
  try {
    for await (const { body, number, isLast } of readFrames(backup, line.length))
      await writer.write(key ? openFrame(body, number, isLast, key) : body)
    return await writer.end()
  } finally {
    await writer.close()
  }
}

function keyOf(
  { wardtrackBackup, encryption }: BackupHeader,
  line: Buffer,
  ring?: KeyRing,
): FrameKey | undefined {
  if (!encryption) return undefined
  const { keyId, salt } = encryption
  if (!ring?.hasKey(keyId))
    throw new BackupError(
      `the backup was made with another key: give that key's file with --key FILE, put it into the directory as ${KEY_FILE}, or set ENCRYPTION_KEY to it`,
    )
  const key = openKey(ring, salt, keyId)
  return wardtrackBackup === 1 ? { key } : { key, boundData: line }
}

function openKey(ring: KeyRing, salt: string, keyId: string): Buffer {
  try {
    return ring.fileKey(salt, keyId)
  } catch {
    throw new BackupError('the file is damaged: its key has no such version')
  }
}

/** Writes the entries of a backup as their bytes arrive. */
class EntryWriter {
  private readonly dir: string
  private readonly mayHold: (name: string) => boolean
  private readonly names = new Set<string>()
  private waiting = Buffer.alloc(0)
  private file: FileHandle | undefined
  private remaining = 0

  /** @param mayHold returns true for file names that a backup of this kind may contain */
  constructor(dir: string, mayHold: (name: string) => boolean) {
    this.dir = dir
    this.mayHold = mayHold
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

  /** Begins the next entry when its line is complete. */
  private async next(): Promise<boolean> {
    await this.close()
    const end = this.waiting.indexOf('\n')
    if (end < 0) {
      if (this.waiting.length > MAX_LINE_BYTES) throw new BackupError('the file is damaged')
      return false
    }
    const { name, size } = readEntry(this.waiting.subarray(0, end).toString())
    this.waiting = this.waiting.subarray(end + 1)
    if (!this.mayHold(name) || this.names.has(name))
      throw new BackupError(`the file holds what no backup of this kind holds: ${JSON.stringify(name)}`)
    const path = join(this.dir, name)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    this.file = await open(path, 'wx', 0o600)
    this.remaining = size
    this.names.add(name)
    return true
  }

  /** Closes the current file. */
  async close(): Promise<void> {
    const file = this.file
    this.file = undefined
    await file?.sync()
    await file?.close()
  }

  async end(): Promise<string[]> {
    await this.close()
    if (this.remaining > 0 || this.waiting.length > 0) throw new BackupError('the file is damaged')
    if (!this.names.has(STORE_FILE)) throw new BackupError('the file holds no store')
    return [...this.names]
  }
}

/** Reads the line before a file's bytes. @throws BackupError when it is invalid */
function readEntry(line: string): { name: string; size: number } {
  let entry: { name?: unknown; size?: unknown } | null = null
  try {
    entry = JSON.parse(line)
  } catch {
    // The error is thrown below.
  }
  const { name, size } = entry ?? {}
  if (typeof name === 'string' && typeof size === 'number' && Number.isSafeInteger(size) && size >= 0)
    return { name, size }
  throw new BackupError('the file is damaged')
}
