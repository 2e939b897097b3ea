import { createCipheriv, createDecipheriv } from 'node:crypto'

/** A backup that cannot be written or restored; the message is one line for the person who asked. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/** What a backup says of itself in its first line. */
export type BackupHeader = {
  wardtrackBackup: 1
  createdAt: string
  /** there when the content is encrypted: id of the key, and what its own key is derived with */
  encryption?: { keyId: string; salt: string }
}

/** Bytes of content in a frame. */
export const FRAME_BYTES = 256 * 1024
const TAG_BYTES = 16
/** Length of a frame; its highest bit marks the last one. */
export const LENGTH_BYTES = 4
const LAST = 0x8000_0000

/** A nonce for each frame: its number, so that none can be left out, repeated or moved; the last one is marked. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 4, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** One frame with its length. @param key of this backup alone; without one the content stays as it is */
export function sealFrame(content: Buffer, number: number, isLast: boolean, key: Buffer | undefined): Buffer {
  const body = key ? encrypted(content, nonceOf(number, isLast), key) : content
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE((body.length | (isLast ? LAST : 0)) >>> 0)
  return Buffer.concat([length, body])
}

/** Content in frames, each but the last one full. @param key as of {@link sealFrame} */
export async function* framesOf(
  content: AsyncIterable<Uint8Array>,
  key: Buffer | undefined,
): AsyncGenerator<Buffer, void> {
  let number = 0
  let waiting = Buffer.alloc(0)
  for await (const piece of content) {
    waiting = Buffer.concat([waiting, piece])
    for (; waiting.length > FRAME_BYTES; waiting = waiting.subarray(FRAME_BYTES)) {
      yield sealFrame(waiting.subarray(0, FRAME_BYTES), number, false, key)
      number += 1
    }
  }
  yield sealFrame(waiting, number, true, key)
}

function encrypted(content: Buffer, nonce: Buffer, key: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()])
}

/** The length of a frame's body, and whether it is the last. */
export function readLength(bytes: Buffer): { length: number; isLast: boolean } {
  const word = bytes.readUInt32BE(0)
  const length = (word & ~LAST) >>> 0
  if (length > FRAME_BYTES + TAG_BYTES) throw new BackupError('the file is damaged')
  return { length, isLast: word >= LAST }
}

/** The content of a frame. @throws BackupError when it was changed or the key is another */
export function openFrame(body: Buffer, number: number, isLast: boolean, key: Buffer | undefined): Buffer {
  if (!key) return body
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAuthTag(body.subarray(body.length - TAG_BYTES))
    return Buffer.concat([decipher.update(body.subarray(0, body.length - TAG_BYTES)), decipher.final()])
  } catch {
    throw new BackupError('the file cannot be decrypted: it was changed, or the key is another')
  }
}
