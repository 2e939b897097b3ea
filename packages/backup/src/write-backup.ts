import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { KeyRing } from '@wardtrack/encryption'
import { type BackupHeader, framesOf } from './frames.ts'

/** What goes into a backup. */
export type BackupSource = {
  /** the store's file as it was at one moment */
  storeFile: string
  /** folder of the uploaded images */
  imagesDir: string
  /** further files by their place in the data directory; what is not there is left out */
  files?: Readonly<Record<string, string>>
  /** encrypts the backup */
  ring?: KeyRing
}

/**
 * A backup in parts, the bytes of the file in their order: a line of JSON, frames of content, and a SHA-256 of all of it.
 */
export async function* backupParts(source: BackupSource): AsyncGenerator<Buffer, void> {
  const { ring } = source
  const salt = randomBytes(24).toString('base64url')
  const header: BackupHeader = {
    wardtrackBackup: 1,
    createdAt: new Date().toISOString(),
    ...(ring ? { encryption: { keyId: ring.state().current, salt } } : {}),
  }
  const key = ring?.fileKey(salt)
  const hash = createHash('sha256')
  const part = (bytes: Buffer): Buffer => {
    hash.update(bytes)
    return bytes
  }
  yield part(Buffer.from(`${JSON.stringify(header)}\n`))
  for await (const frame of framesOf(contents(source), key)) yield part(frame)
  yield hash.digest()
}

/** Each file as a line of JSON with its place and size, then its bytes. */
async function* contents({ storeFile, imagesDir, files = {} }: BackupSource): AsyncGenerator<Buffer, void> {
  const { size } = await stat(storeFile)
  yield entryLine('store/store.mdb', size)
  for await (const bytes of createReadStream(storeFile)) yield bytes as Buffer
  for (const [name, path] of Object.entries(files)) yield* smallFile(name, path)
  for (const name of await namesIn(imagesDir))
    yield* smallFile(`var/uploads/images/${name}`, join(imagesDir, name))
}

const entryLine = (name: string, size: number): Buffer => Buffer.from(`${JSON.stringify({ name, size })}\n`)

/** A file that may be gone, or another one, a moment later: it is read at once. */
async function* smallFile(name: string, path: string): AsyncGenerator<Buffer, void> {
  const bytes = await readFile(path).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  })
  if (!bytes) return
  yield entryLine(name, bytes.length)
  yield bytes
}

async function namesIn(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
    .sort()
}

/** What the name of a backup ends with until it is whole. */
export const UNFINISHED = '.part'

/** Writes a backup to a file, which appears under its name when it is whole and on the disk. */
export async function writeBackupFile(
  path: string,
  parts: AsyncIterable<Buffer>,
): Promise<{ bytes: number }> {
  const unfinished = `${path}${UNFINISHED}`
  const file = await open(unfinished, 'w', 0o600)
  let bytes = 0
  try {
    for await (const part of parts) {
      await file.writeFile(part)
      bytes += part.length
    }
    await file.sync()
  } catch (error) {
    await file.close()
    await rm(unfinished, { force: true })
    throw error
  }
  await file.close()
  await rename(unfinished, path)
  await syncDirectory(dirname(path))
  return { bytes }
}

async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const directory = await open(path, 'r')
  await directory.sync()
  await directory.close()
}
