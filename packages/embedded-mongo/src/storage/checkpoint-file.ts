import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Disk, DurableFile } from './disk.ts'
import type { LmdbState } from './environment.ts'
import { STORE_ID_BYTES } from './journal/batch.ts'

/** A durable state of the LMDB file. Without meta pages, the store's creation has not finished. */
export type Checkpoint = LmdbState & {
  /** number of the last journal batch in it */
  through: number
}

/**
 * Layout of a slot. Two slots are written in turn, so that a write which is cut short leaves the other one.
 *
 * Byte 0: `WTCK`, version (2), zeros (2).
 * Byte 8: identity of the store (8).
 * Byte 16: number of the checkpoint (6), zeros (2).
 * Byte 24: number of the last journal batch in it (6), zeros (2).
 * Byte 32: length of the meta pages (4).
 * Byte 36: CRC-32 of bytes 0 to 35 and from 40 on (4).
 * Byte 40: length of the LMDB file (6), zeros (2).
 * Byte 48: meta pages.
 */
const MAGIC = 0x4b435457
/** 2: documents of the LMDB file may be compressed. Version 1 is the same without compressed documents. */
const VERSION = 2
const HEAD = 48
const CRC_AT = 36
const SLOT = 256 * 1024

const NO_STATE: LmdbState = { metaPages: Buffer.alloc(0), fileBytes: 0 }

type Slot = Checkpoint & { number: number; storeId: Buffer }

/** Holds the last durable state of the LMDB file. A start restores this state and applies the journal. */
export class CheckpointFile {
  readonly storeId: Buffer
  latest: Checkpoint
  private number: number
  private readonly file: DurableFile

  private constructor(file: DurableFile, slot: Slot) {
    this.file = file
    this.storeId = slot.storeId
    this.number = slot.number
    this.latest = slot
  }

  /** @throws Error when neither slot is readable */
  static async open(path: string, disk: Disk): Promise<CheckpointFile> {
    const bytes = readFileSync(path)
    const slots = [0, 1].flatMap((slot) => readSlot(bytes.subarray(slot * SLOT, (slot + 1) * SLOT)) ?? [])
    const newest = slots.sort((a, b) => b.number - a.number)[0]
    if (!newest)
      throw new Error(
        `${path} is damaged: the state of the store is unknown. Restore a backup of the data directory.`,
      )
    return new CheckpointFile(await disk.open(path), newest)
  }

  /** Creates the file and syncs it. @param state state of an LMDB file that exists already */
  static async create(path: string, disk: Disk, state: LmdbState = NO_STATE): Promise<CheckpointFile> {
    const slot = { ...state, through: 0, number: 0, storeId: randomBytes(STORE_ID_BYTES) }
    const made = `${path}.new`
    await disk.create(made, 2 * SLOT)
    const file = await disk.open(made)
    await file.write(slotBytes(slot), 0)
    await file.close()
    renameSync(made, path)
    await disk.syncDirectory(dirname(path))
    return new CheckpointFile(await disk.open(path), slot)
  }

  async write(checkpoint: Checkpoint): Promise<void> {
    const number = this.number + 1
    await this.file.write(slotBytes({ ...checkpoint, number, storeId: this.storeId }), (number % 2) * SLOT)
    this.number = number
    this.latest = checkpoint
  }

  close(): Promise<void> {
    return this.file.close()
  }
}

function slotBytes({ metaPages, fileBytes, through, number, storeId }: Slot): Buffer {
  const bytes = Buffer.alloc(HEAD + metaPages.length)
  bytes.writeUInt32LE(MAGIC, 0)
  bytes.writeUInt16LE(VERSION, 4)
  storeId.copy(bytes, 8)
  bytes.writeUIntLE(number, 16, 6)
  bytes.writeUIntLE(through, 24, 6)
  bytes.writeUInt32LE(metaPages.length, 32)
  bytes.writeUIntLE(fileBytes, 40, 6)
  metaPages.copy(bytes, HEAD)
  bytes.writeUInt32LE(checksum(bytes), CRC_AT)
  return bytes
}

const checksum = (bytes: Buffer): number =>
  crc32(bytes.subarray(CRC_AT + 4), crc32(bytes.subarray(0, CRC_AT)))

function readSlot(bytes: Buffer): Slot | undefined {
  if (bytes.length < HEAD || bytes.readUInt32LE(0) !== MAGIC) return undefined
  const end = HEAD + bytes.readUInt32LE(32)
  if (end > bytes.length || checksum(bytes.subarray(0, end)) !== bytes.readUInt32LE(CRC_AT)) return undefined
  const version = bytes.readUInt16LE(4)
  if (version === 0 || version > VERSION)
    throw new Error(`The checkpoint has version ${version}, of which this program knows up to ${VERSION}`)
  return {
    metaPages: Buffer.from(bytes.subarray(HEAD, end)),
    fileBytes: bytes.readUIntLE(40, 6),
    through: bytes.readUIntLE(24, 6),
    number: bytes.readUIntLE(16, 6),
    storeId: Buffer.from(bytes.subarray(8, 8 + STORE_ID_BYTES)),
  }
}
