import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'

/** A file in a backup that a test forges. */
type ForgedEntry = { name: unknown; bytes: Buffer; size?: unknown }

const LAST = 0x8000_0000

/**
 * Writes a plain backup like earlier versions, with a valid checksum. Anyone can make such a file.
 * @param header members of the first line besides the version
 */
export async function writePlainBackup(
  path: string,
  entries: readonly ForgedEntry[],
  header: object = {},
): Promise<void> {
  const content = Buffer.concat(
    entries.flatMap(({ name, bytes, size = bytes.length }) => [
      Buffer.from(`${JSON.stringify({ name, size })}\n`),
      bytes,
    ]),
  )
  const line = { wardtrackBackup: 1, createdAt: '2026-01-02T03:04:05.000Z', ...header }
  const body = Buffer.concat([Buffer.from(`${JSON.stringify(line)}\n`), ...plainFrames(content)])
  await writeFile(path, withRightChecksum(body))
}

/** Appends the valid checksum of the bytes. */
export const withRightChecksum = (body: Buffer): Buffer =>
  Buffer.concat([body, createHash('sha256').update(body).digest()])

function plainFrames(content: Buffer): Buffer[] {
  const size = 256 * 1024
  const count = Math.max(1, Math.ceil(content.length / size))
  return Array.from({ length: count }, (_, index) => {
    const part = content.subarray(index * size, (index + 1) * size)
    const length = Buffer.alloc(4)
    length.writeUInt32BE((part.length | (index === count - 1 ? LAST : 0)) >>> 0)
    return Buffer.concat([length, part])
  })
}
