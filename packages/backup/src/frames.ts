import { createCipheriv, createDecipheriv } from 'node:crypto'

/** Error for a backup that cannot be written or restored; the message is one line for the user. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/**
 * First line of a backup. Version 2 is always encrypted, and each frame authenticates this line. Version 1 was plain,
 * unless a field was encrypted.
 */
export type BackupHeader = {
  wardtrackBackup: 1 | 2
  createdAt: string
  /** id of the key, and salt of the backup's own key; absent in a plain backup */
  encryption?: { keyId: string; salt: string }
  /** set when a plain backup was encrypted later: its content was not authenticated before */
  origin?: 'plain'
}

/** Key of one file, and additional bytes that each of its frames authenticates. */
export type FrameKey = { key: Buffer; boundData?: Buffer }

/** Bytes of content in a frame. */
export const FRAME_BYTES = 256 * 1024
const TAG_BYTES = 16
/** Bytes of a frame's length, whose highest bit marks the last frame. */
export const LENGTH_BYTES = 4
const LAST = 0x8000_0000

/**
 * Returns the nonce of a frame, which contains its number and the mark of the last frame. No frame can therefore be
 * left out, repeated or moved.
 */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 4, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Encrypts one frame and prepends its length. @param key key of this file only */
export function sealFrame(content: Buffer, number: number, isLast: boolean, key: FrameKey): Buffer {
  const body = encrypted(content, nonceOf(number, isLast), key)
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE((body.length | (isLast ? LAST : 0)) >>> 0)
  return Buffer.concat([length, body])
}

/** Splits content into frames, all full except the last one. @param key key of this file only */
export async function* framesOf(
  content: AsyncIterable<Uint8Array>,
  key: FrameKey,
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

function encrypted(content: Buffer, nonce: Buffer, { key, boundData }: FrameKey): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  if (boundData) cipher.setAAD(boundData)
  return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()])
}

/**
 * Reads the length of a frame's body, and the mark of the last frame.
 * @throws BackupError when it is cut off or too long
 */
export function readLength(bytes: Buffer): { length: number; isLast: boolean } {
  if (bytes.length < LENGTH_BYTES) throw new BackupError('the file is damaged or cut off')
  const word = bytes.readUInt32BE(0)
  const length = (word & ~LAST) >>> 0
  if (length > FRAME_BYTES + TAG_BYTES) throw new BackupError('the file is damaged')
  return { length, isLast: word >= LAST }
}

/** Decrypts the content of a frame. @throws BackupError when it was changed or the key is wrong */
export function openFrame(body: Buffer, number: number, isLast: boolean, frameKey: FrameKey): Buffer {
  const { key, boundData } = frameKey
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast), {
      authTagLength: TAG_BYTES,
    })
    if (boundData) decipher.setAAD(boundData)
    decipher.setAuthTag(body.subarray(body.length - TAG_BYTES))
    return Buffer.concat([decipher.update(body.subarray(0, body.length - TAG_BYTES)), decipher.final()])
  } catch {
    throw new BackupError('the file cannot be decrypted: it was changed, or the key is another')
  }
}
