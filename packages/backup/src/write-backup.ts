import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import type { KeyRing } from '@wardtrack/encryption'
import { IMAGES, isImagePath, STORE_FILE } from './backup-files.ts'
import { type BackupHeader, type FrameKey, framesOf } from './frames.ts'

/** Content of a backup. */
export type BackupSource = {
  /** snapshot of the store's file */
  storeFile: string
  /** folder of the uploaded images */
  imagesDir: string
  /** further files by their path in the data directory; missing ones are left out */
  files?: Readonly<Record<string, string>>
  /** keys of the installation: they encrypt the backup, and prove later that it came from this installation */
  ring: KeyRing
}

/**
 * Yields a backup in parts, in the order of the file: a line of JSON, encrypted frames of content, and a SHA-256 of
 * everything before.
 */
export async function* backupParts(source: BackupSource): AsyncGenerator<Buffer, void> {
  const { line, key } = newHeader(new Date().toISOString(), source.ring)
  yield* withChecksum(line, framesOf(contents(source), key))
}

/** Creates the first line of an encrypted backup, and the key of its frames. */
export function newHeader(
  createdAt: string,
  ring: KeyRing,
  origin?: BackupHeader['origin'],
): { line: Buffer; key: FrameKey } {
  const salt = randomBytes(24).toString('base64url')
  const keyId = ring.state().current
  const header: BackupHeader = {
    wardtrackBackup: 2,
    createdAt,
    encryption: { keyId, salt },
    ...(origin ? { origin } : {}),
  }
  const line = Buffer.from(`${JSON.stringify(header)}\n`)
  return { line, key: { key: ring.fileKey(salt, keyId), boundData: line } }
}

/** Yields the first line, the frames, and the SHA-256 of both. */
export async function* withChecksum(
  line: Buffer,
  frames: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void> {
  const hash = createHash('sha256').update(line)
  yield line
  for await (const frame of frames) {
    hash.update(frame)
    yield frame
  }
  yield hash.digest()
}

/** Yields each file as a line of JSON with its path and size, then its bytes. */
async function* contents({ storeFile, imagesDir, files = {} }: BackupSource): AsyncGenerator<Buffer, void> {
  const { size } = await stat(storeFile)
  yield entryLine(STORE_FILE, size)
  for await (const bytes of createReadStream(storeFile)) yield bytes as Buffer
  for (const [name, path] of Object.entries(files)) yield* smallFile(name, path)
  for (const name of (await namesIn(imagesDir)).filter(isImagePath))
    yield* smallFile(`${IMAGES}/${name}`, join(imagesDir, name))
}

const entryLine = (name: string, size: number): Buffer => Buffer.from(`${JSON.stringify({ name, size })}\n`)

/** Reads a whole file in one step, because it may be deleted or replaced a moment later. */
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
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(dir.length + 1)
        .split(sep)
        .join('/'),
    )
    .sort()
}

/** Suffix of a backup's name until it is complete. */
export const UNFINISHED = '.part'

/** Writes a backup to a file, which appears under its name when it is complete and on the disk. */
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
