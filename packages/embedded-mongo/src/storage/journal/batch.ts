import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'
import type { ChangeBuffer } from './change.ts'

/**
 * A batch holds the changes that one sync of the disk makes durable, of all commands that waited for it. Each batch begins
 * at a block, so that a write never touches a block of an acknowledged batch. Numbers are little-endian. A journal may hold
 * batches of both versions.
 *
 * Byte 0: `WTJB`, the format's version (2), the length of this head (2).
 * Byte 8: identity of the store (8).
 * Byte 16: number of the batch (6): one more than the previous batch has.
 * Byte 24: length of the changes (4), their count (4).
 * Byte 32: CRC-32 of bytes 0 to 31 and the changes (4), zeros (4).
 * Byte 40: the changes, see `change.ts`, in version 2 deflated (RFC 1951); zeros up to the end of the block.
 */
export const BLOCK = 4096
export const BATCH_HEAD = 40
export const STORE_ID_BYTES = 8
const MAGIC = 0x424a5457
const PLAIN_VERSION = 1
const DEFLATED_VERSION = 2
const CRC_AT = 32
/** Compression level. Few batches are deflated, and saving some blocks is worth a tenth of a millisecond. */
const DEFLATE = { level: 6 }
/** Maximum bytes of changes to deflate; longer changes would block other commands. */
const MAX_DEFLATED = 32 * 1024

/** A batch read from a file. */
export type FoundBatch = {
  number: number
  offset: number
  blocks: number
  /** as they were recorded, see `change.ts` */
  changes: () => Buffer
}

export const blocksOf = (bytes: number): number => Math.ceil(bytes / BLOCK)

/**
 * Returns a batch as whole blocks: its head, the changes, and zeros.
 * @param head `deflate`: true to deflate the changes if that saves blocks
 */
export function sealBatch(
  changes: ChangeBuffer,
  { storeId, number, deflate }: { storeId: Buffer; number: number; deflate: boolean },
): Buffer {
  const deflated = deflate ? deflatedChanges(changes) : undefined
  const end = deflated ? BATCH_HEAD + deflated.length : changes.length
  const sealed = changes.space(blocksOf(end) * BLOCK)
  deflated?.copy(sealed, BATCH_HEAD)
  sealed.writeUInt32LE(MAGIC, 0)
  sealed.writeUInt16LE(deflated ? DEFLATED_VERSION : PLAIN_VERSION, 4)
  sealed.writeUInt16LE(BATCH_HEAD, 6)
  storeId.copy(sealed, 8)
  sealed.writeUIntLE(number, 16, 6)
  sealed.writeUInt16LE(0, 22)
  sealed.writeUInt32LE(end - BATCH_HEAD, 24)
  sealed.writeUInt32LE(changes.count, 28)
  sealed.writeUInt32LE(checksum(sealed, end), CRC_AT)
  sealed.writeUInt32LE(0, CRC_AT + 4)
  sealed.fill(0, end)
  return sealed
}

/** Returns the deflated changes; undefined if deflating saves no block. */
function deflatedChanges(changes: ChangeBuffer): Buffer | undefined {
  const blocks = blocksOf(changes.length)
  if (blocks === 1 || changes.length > MAX_DEFLATED) return undefined
  const deflated = deflateRawSync(changes.view().subarray(BATCH_HEAD), DEFLATE)
  return blocksOf(BATCH_HEAD + deflated.length) < blocks ? deflated : undefined
}

const checksum = (bytes: Buffer, end: number): number =>
  crc32(bytes.subarray(BATCH_HEAD, end), crc32(bytes.subarray(0, CRC_AT)))

/**
 * Returns the undamaged batch of this store at `offset`, if its number is above `behind`.
 * @throws Error when the batch was written by a later version of the format
 */
export function readBatch(
  bytes: Buffer,
  offset: number,
  storeId: Buffer,
  behind = 0,
): FoundBatch | undefined {
  if (bytes.length - offset < BLOCK || bytes.readUInt32LE(offset) !== MAGIC) return undefined
  if (bytes.readUIntLE(offset + 16, 6) <= behind) return undefined
  const at = bytes.subarray(offset)
  if (!at.subarray(8, 8 + STORE_ID_BYTES).equals(storeId)) return undefined
  const end = BATCH_HEAD + at.readUInt32LE(24)
  if (end > at.length || checksum(at, end) !== at.readUInt32LE(CRC_AT)) return undefined
  const version = at.readUInt16LE(4)
  if (version !== PLAIN_VERSION && version !== DEFLATED_VERSION)
    throw new Error(`The journal has version ${version}, of which this program knows 1 and 2`)
  const changes = at.subarray(BATCH_HEAD, end)
  return {
    number: at.readUIntLE(16, 6),
    offset,
    blocks: blocksOf(end),
    changes: () => (version === PLAIN_VERSION ? changes : inflateRawSync(changes)),
  }
}
