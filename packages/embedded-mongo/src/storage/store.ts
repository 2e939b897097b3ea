import { mkdirSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, open, type RootDatabase } from 'lmdb'
import { StoreError } from '../errors.ts'

/** Bytes of a record number at the end of a non-unique index entry, and as the value of a unique one. */
export const RID_BYTES = 6
/** Address space, not disk: the file grows with its content. Windows would allocate it, so it grows by itself there. */
const MAP_SIZE = 256 * 1024 ** 3

/** Looks at document bytes that are valid only during the call; what it returns is what the scan keeps. */
export type DocumentSink = (bytes: Buffer, size: number) => Buffer | undefined

const copyOf: DocumentSink = (bytes, size) => Buffer.from(bytes.subarray(0, size))
let sink: DocumentSink = copyOf

const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Scans hand every document to the present sink in place, so that documents that do not match are never copied. */
const documentCodec = {
  encode: (bytes: Buffer) => bytes,
  decode: (bytes: Uint8Array, size?: number) =>
    sink(asBuffer(bytes), typeof size === 'number' ? size : bytes.length),
}

/** While set, scans bring out the record number at the end of a key instead of the key: no allocation per entry. */
let ridsOnly = false

const binaryKeys = {
  writeKey(key: Buffer, target: Buffer, position: number): number {
    target.set(key, position)
    return position + key.length
  },
  readKey(target: Buffer, start: number, end: number): Buffer | number {
    if (ridsOnly) return ridAt(target, end - RID_BYTES)
    const key = Buffer.allocUnsafe(end - start)
    for (let i = start; i < end; i++) key[i - start] = target[i]!
    return key
  },
}

const ridAt = (bytes: Uint8Array, at: number): number =>
  (bytes[at]! * 256 + bytes[at + 1]!) * 2 ** 32 +
  (bytes[at + 2]! * 2 ** 24 + ((bytes[at + 3]! << 16) | (bytes[at + 4]! << 8) | bytes[at + 5]!))

/** A record number from the value of a unique index entry. */
export const asRid = (bytes: Uint8Array) => ridAt(bytes, 0)

/** The LMDB environment: four tables, and writes grouped into shared durable commits. */
export class Store {
  readonly root: RootDatabase
  /** collection number (4) + record number (6) → BSON */
  readonly documents: Database<Buffer | undefined, Buffer>
  /** index number (4) + components [+ record number] → record number (unique) or nothing */
  readonly entries: Database<Buffer, Buffer>
  /** collection number (4) → document count and last record number, two doubles */
  readonly counters: Database<Buffer, Buffer>
  /** namespaces and numbering, JSON */
  readonly catalogue: Database<unknown, string>
  private closing = false
  /** Set by lmdb between a commit that failed and the next transaction. */
  private commitFailed = false
  private readonly directory: string
  /** Called inside the next transaction after a commit that failed: what was kept in memory of it is to be read anew. */
  onFailedCommit: () => void = () => undefined

  constructor(directory: string, sync: boolean) {
    mkdirSync(directory, { recursive: true })
    this.directory = directory
    this.root = open({
      path: join(directory, 'store.mdb'),
      maxDbs: 8,
      noMemInit: false,
      ...(process.platform === 'win32' ? {} : { mapSize: MAP_SIZE }),
      ...(sync ? {} : { noSync: true }),
    })
    // Of a commit that failed there is no transaction number.
    this.root.on('aftercommit', ({ txnId }: { txnId?: number }) => {
      if (txnId === undefined) this.commitFailed = true
    })
    const keys = { keyEncoder: binaryKeys }
    // lmdb takes an encoder for any table, though its types name the option for the root alone.
    const documentOptions = { ...keys, encoder: documentCodec, compression: false }
    this.documents = this.root.openDB('documents', documentOptions)
    this.entries = this.root.openDB('entries', { ...keys, encoding: 'binary' })
    this.counters = this.root.openDB('counters', { ...keys, encoding: 'binary' })
    this.catalogue = this.root.openDB('catalogue', { encoding: 'json' })
  }

  /**
   * Runs `work` in a transaction of its own inside the next grouped commit and resolves when that commit is on
   * disk. A throw undoes what `work` wrote and nothing else. When the disk refuses the commit (full, broken), none of
   * the group is written; the next write finds memory as the file is, and succeeds as soon as the disk takes it.
   */
  async write<R>(work: () => R): Promise<R> {
    if (this.closing) throw new StoreError(11600, 'The store is closing')
    let committed = false
    let early = false
    const commit = this.root.childTransaction(() => {
      this.forgetFailedCommit()
      return work()
    })
    // Taken now, it is the flush of this very group; taken after the commit it would be that of the next one.
    const flush = this.root.flushed.then(() => {
      early = !committed
    })
    // A failed commit rejects this too. It is reported below.
    flush.catch(() => undefined)
    const result = await commit.catch((thrown: unknown) => this.failed(thrown))
    committed = true
    await flush
    if (early) await this.root.flushed
    return result
  }

  /** Calls the listener when the last commit failed, before anything else is written. */
  private forgetFailedCommit(): void {
    if (!this.commitFailed) return
    this.commitFailed = false
    this.onFailedCommit()
  }

  /** Tells why a commit failed. A throw of the work itself is passed on and changes nothing. */
  private async failed(thrown: unknown): Promise<never> {
    if (!(thrown instanceof Error) || !('commitError' in thrown)) throw thrown
    this.forgetFailedCommit()
    let reason = 'the disk refused it'
    try {
      // lmdb tells the reason by rejecting this promise.
      await thrown.commitError
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error)
    }
    if (isFull(this.directory))
      throw new StoreError(14031, `The disk is full, nothing was written: ${reason}`)
    throw new StoreError(1, `The commit failed, nothing was written: ${reason}`)
  }

  /** Bytes of a document, valid only until the next read; undefined when there is none. */
  peek(key: Buffer): Buffer | undefined {
    const bytes = this.documents.getBinaryFast(key)
    return bytes === undefined ? undefined : asBuffer(bytes)
  }

  /**
   * Reads up to `limit` documents of a key range, showing each to `visitor` in place; those it copies are returned
   * with the last record number read and the number of documents seen.
   */
  scanDocuments(
    range: {
      start: Buffer
      end: Buffer
      reverse?: boolean
      exclusiveStart?: boolean
      inclusiveEnd?: boolean
    },
    limit: number,
    visitor: DocumentSink,
  ): { found: { rid: number; bytes: Buffer }[]; last: number; seen: number } {
    const found: { rid: number; bytes: Buffer }[] = []
    let last = 0
    let seen = 0
    sink = visitor
    ridsOnly = true
    try {
      for (const { key, value } of this.documents.getRange({ ...range, limit })) {
        last = key as unknown as number
        seen++
        if (value !== undefined) found.push({ rid: last, bytes: value })
      }
    } finally {
      sink = copyOf
      ridsOnly = false
    }
    return { found, last, seen }
  }

  /** Record numbers at the end of up to `limit` non-unique index entries from `start` (exclusive or not) to `end`. */
  scanRids(start: Buffer, end: Buffer, exclusiveStart: boolean, limit: number): number[] {
    const rids: number[] = []
    ridsOnly = true
    try {
      for (const rid of this.entries.getKeys({ start, end, exclusiveStart, limit }))
        rids.push(rid as unknown as number)
    } finally {
      ridsOnly = false
    }
    return rids
  }

  async close(): Promise<void> {
    this.closing = true
    await this.root.committed
    await this.root.flushed
    await this.root.close()
  }
}

/** Less than this is left on a disk that is full: a commit may need a few pages. */
const LEAST_SPACE = 1024 ** 2

function isFull(directory: string): boolean {
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize < LEAST_SPACE
}

export function documentKey(collection: number, rid: number): Buffer {
  const key = Buffer.allocUnsafe(4 + RID_BYTES)
  key.writeUInt32BE(collection, 0)
  key.writeUIntBE(rid, 4, RID_BYTES)
  return key
}

export const ridOfKey = (key: Buffer) => key.readUIntBE(key.length - RID_BYTES, RID_BYTES)

export function numberKey(number: number): Buffer {
  const key = Buffer.allocUnsafe(4)
  key.writeUInt32BE(number, 0)
  return key
}
