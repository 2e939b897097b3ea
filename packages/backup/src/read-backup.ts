import { createHash } from 'node:crypto'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { BackupError, type BackupHeader, LENGTH_BYTES, readLength } from './frames.ts'

const MAX_HEADER_BYTES = 4_096
const HASH_BYTES = 32

/** A backup that is open for reading; `size` in bytes. */
export type OpenBackup = { file: FileHandle; size: number }

/** A frame as it stands in the file. */
export type Frame = { body: Buffer; number: number; isLast: boolean }

/** What a backup says of itself. @throws BackupError when the file is none */
export async function readBackupHeader(path: string): Promise<BackupHeader> {
  return (await withBackup(path, readHeader)).header
}

/** Works on an open file and closes it. @throws BackupError when it cannot be read */
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

/** The first line, and how many bytes it takes. @throws BackupError when the file is no backup */
export async function readHeader(backup: OpenBackup): Promise<{ header: BackupHeader; bytes: number }> {
  const start = await readBytes(backup, 0, MAX_HEADER_BYTES)
  const end = start.indexOf('\n')
  try {
    const header = JSON.parse(start.subarray(0, end).toString()) as BackupHeader
    if (end > 0 && header.wardtrackBackup === 1) return { header, bytes: end + 1 }
  } catch {
    // No JSON: no backup.
  }
  throw new BackupError('the file is no backup of Wardtrack')
}

/** @throws BackupError when the file is not as it was written */
export async function checkSum(backup: OpenBackup): Promise<void> {
  await readHeader(backup)
  const hash = createHash('sha256')
  const end = backup.size - HASH_BYTES
  for (let at = 0; at < end; at += 1024 ** 2)
    hash.update(await readBytes(backup, at, Math.min(1024 ** 2, end - at)))
  if (!hash.digest().equals(await readBytes(backup, Math.max(0, end), HASH_BYTES)))
    throw new BackupError('the file is damaged or cut off: its checksum is wrong')
}

/** Every frame, in order. @param start where the first one begins @throws BackupError when they do not end where the file does */
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
