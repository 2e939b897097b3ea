import { randomBytes } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { KeyRing } from '@wardtrack/encryption'
import { BackupError, framesOf, LENGTH_BYTES, openFrame, readLength } from './frames.ts'

/** First line of a sealed file. */
type SealedFileHeader = { wardtrackFile: 1; keyId: string; salt: string }

const MAX_HEADER_BYTES = 1_024

/** Yields the bytes of a sealed file: a line of JSON, then frames of content under a key only for this file. */
export async function* sealFile(
  content: AsyncIterable<Uint8Array>,
  ring: KeyRing,
): AsyncGenerator<Buffer, void> {
  const salt = randomBytes(24).toString('base64url')
  const header: SealedFileHeader = { wardtrackFile: 1, keyId: ring.state().current, salt }
  yield Buffer.from(`${JSON.stringify(header)}\n`)
  yield* framesOf(content, { key: ring.fileKey(salt, header.keyId) })
}

/**
 * Yields the content of a sealed file, each part only after its verification.
 * @throws BackupError when it was changed or cut off; SealedValueError when its key is not in the ring
 */
export async function* openSealedFile(
  bytes: AsyncIterable<Uint8Array>,
  ring: Pick<KeyRing, 'fileKey'>,
): AsyncGenerator<Buffer, void> {
  let waiting = Buffer.alloc(0)
  let key: Buffer | undefined
  let number = 0
  let isEnded = false
  for await (const piece of bytes) {
    waiting = Buffer.concat([waiting, piece])
    if (!key) {
      const end = waiting.indexOf('\n')
      if (end === -1 && waiting.length < MAX_HEADER_BYTES) continue
      key = keyOf(waiting.subarray(0, Math.max(0, end)), ring)
      waiting = waiting.subarray(end + 1)
    }
    while (waiting.length >= LENGTH_BYTES) {
      const { length, isLast } = readLength(waiting)
      if (waiting.length < LENGTH_BYTES + length) break
      if (isEnded) throw new BackupError('the file is damaged')
      yield openFrame(waiting.subarray(LENGTH_BYTES, LENGTH_BYTES + length), number, isLast, { key })
      waiting = waiting.subarray(LENGTH_BYTES + length)
      isEnded = isLast
      number += 1
    }
  }
  if (!isEnded || waiting.length > 0) throw new BackupError('the file is damaged or cut off')
}

/**
 * Reads the key of one sealed file, for a reader that may not have all keys.
 * @throws BackupError when the file is not sealed; SealedValueError when its key is not in the ring
 */
export async function readFileKey(path: string, ring: Pick<KeyRing, 'fileKey'>): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_HEADER_BYTES), 0, MAX_HEADER_BYTES, 0)
    const beginning = buffer.subarray(0, bytesRead)
    return keyOf(beginning.subarray(0, Math.max(0, beginning.indexOf('\n'))), ring)
  } finally {
    await file.close()
  }
}

function keyOf(line: Buffer, ring: Pick<KeyRing, 'fileKey'>): Buffer {
  const header = readHeader(line)
  if (header.wardtrackFile !== 1 || !header.salt || !header.keyId)
    throw new BackupError('the file is no sealed file of Wardtrack')
  return ring.fileKey(header.salt, header.keyId)
}

function readHeader(line: Buffer): Partial<SealedFileHeader> {
  try {
    return JSON.parse(line.toString()) as Partial<SealedFileHeader>
  } catch {
    return {}
  }
}
