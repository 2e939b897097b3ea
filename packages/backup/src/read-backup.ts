import { createHash } from 'node:crypto'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { BackupError, type BackupHeader, LENGTH_BYTES, readLength } from './frames.ts'

const MAX_HEADER_BYTES = 4_096
const HASH_BYTES = 32

/** A backup open for reading; `size` in bytes. */
export type OpenBackup = { file: FileHandle; size: number }

/** A frame as stored in the file. */
export type Frame = { body: Buffer; number: number; isLast: boolean }

/** Reads the first line of a file. @throws BackupError when the file is no backup */
export async function readBackupHeader(path: string): Promise<BackupHeader> {
  return (await withBackup(path, readHeader)).header
}

/** Opens a backup, runs work on it and closes it. @throws BackupError when it cannot be read */
export async function withBackup<T>(path: string, work: (backup: OpenBackup) => Promise<T>): Promise<T> {
  const file = await open(path, 'r').catch(() => {
    throw new BackupError(`${path} cannot be read`)
  })
  try {
    return await work({ file, size: (await stat(path)).size })
  } finally {
    await file.close()
  }
}

async function readBytes({ file }: OpenBackup, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, position)
  return bytes.subarray(0, bytesRead)
}

/** Reads the first line. @throws BackupError when the file is no backup */
export async function readHeader(backup: OpenBackup): Promise<{ header: BackupHeader; line: Buffer }> {
  const start = await readBytes(backup, 0, MAX_HEADER_BYTES)
  const line = start.subarray(0, start.indexOf('\n') + 1)
  const header = parseHeader(line.toString())
  if (!header) throw new BackupError('the file is no backup of Wardtrack')
  return { header, line }
}

function parseHeader(line: string): BackupHeader | undefined {
  try {
    const header = JSON.parse(line) as BackupHeader
    return isHeader(header) ? header : undefined
  } catch {
    return undefined
  }
}

function isHeader({ wardtrackBackup: version, createdAt, encryption, origin }: BackupHeader): boolean {
  if (version !== 1 && version !== 2) return false
  if (typeof createdAt !== 'string' || (origin !== undefined && origin !== 'plain')) return false
  if (encryption === undefined) return version === 1
  return typeof encryption.keyId === 'string' && typeof encryption.salt === 'string'
}

/** Verifies the checksum, which detects damage but not forgery. @throws BackupError when it is wrong */
export async function checkSum(backup: OpenBackup): Promise<void> {
  await readHeader(backup)
  const hash = createHash('sha256')
  const end = backup.size - HASH_BYTES
  for (let at = 0; at < end; at += 1024 ** 2)
    hash.update(await readBytes(backup, at, Math.min(1024 ** 2, end - at)))
  if (!hash.digest().equals(await readBytes(backup, Math.max(0, end), HASH_BYTES)))
    throw new BackupError('the file is damaged or cut off: its checksum is wrong')
}

/**
 * Yields every frame in order.
 * @param start position of the first frame
 * @throws BackupError when the last frame is not at the end of the file
 */
export async function* readFrames(backup: OpenBackup, start: number): AsyncGenerator<Frame, void> {
  let at = start
  for (let number = 0; ; number += 1) {
    const { length, isLast } = readLength(await readBytes(backup, at, LENGTH_BYTES))
    yield { body: await readBytes(backup, at + LENGTH_BYTES, length), number, isLast }
    at += LENGTH_BYTES + length
    if (isLast) break
  }
  if (at !== backup.size - HASH_BYTES) throw new BackupError('the file is damaged')
}
