import { statSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Database, open, type RootDatabase } from 'lmdb'
import { int32At } from '../bson/value.ts'
import { DICTIONARY, DocumentCompression } from './document-compression.ts'
import type { Table, Tables } from './journal/change.ts'
import { readPart } from './read-part.ts'
import { RID_BYTES, ridAt } from './record-keys.ts'

/** Address space, not disk: the file grows with its content. Windows would allocate it, so it grows by itself there. */
const MAP_SIZE = 256 * 1024 ** 3
/** LMDB's first two pages point to its newest two states. */
const META_PAGES = 2
const THROUGH = 'journal'

/** Reads document bytes, which are valid only during the call. The scan keeps the returned bytes. */
export type DocumentSink = (bytes: Buffer, size: number) => Buffer | undefined

const copyOf: DocumentSink = (bytes, size) => Buffer.from(bytes.subarray(0, size))
let sink: DocumentSink = copyOf

const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Passes every scanned document to the current sink in place, so that only matching documents are copied. */
const documentCodec = {
  encode: (bytes: Buffer) => bytes,
  decode: (bytes: Uint8Array, size?: number) =>
    sink(asBuffer(bytes), typeof size === 'number' ? size : bytes.length),
}

/** While true, scans read the record number at the end of a key instead of the key, without an allocation per entry. */
let ridsOnly = false
/** Number of keys until the next one that is copied although only record numbers are read, so that a scan can continue after it. */
let keysUntilCopy = 0
let copiedKey: Buffer | undefined

function copyKey(target: Buffer, start: number, end: number): Buffer {
  const key = Buffer.allocUnsafe(end - start)
  for (let i = start; i < end; i++) key[i - start] = target[i]!
  return key
}

const binaryKeys = {
  writeKey(key: Buffer, target: Buffer, position: number): number {
    target.set(key, position)
    return position + key.length
  },
  readKey(target: Buffer, start: number, end: number): Buffer | number {
    if (!ridsOnly) return copyKey(target, start, end)
    if (--keysUntilCopy === 0) copiedKey = copyKey(target, start, end)
    return ridAt(target, end - RID_BYTES)
  },
}

type DocumentRange = { start: Buffer; end: Buffer; exclusiveStart?: boolean }

/** Stores with an open transaction. It is aborted at the end of the process, because lmdb would wait for it forever. */
const openRoots = new Set<RootDatabase>()
process.on('exit', () => {
  for (const root of openRoots) (root as unknown as { env: { abortTxn(): void } }).env.abortTxn()
})

/** A state of the LMDB file. */
export type LmdbState = {
  /** LMDB's first two pages of that state */
  metaPages: Buffer
  /** length of the file, which only grows */
  fileBytes: number
}

type OpenTransaction = { commit: () => void; abort: (reason: Error) => void; ended: Promise<void> }

/**
 * The LMDB file with its four tables, and one write transaction that is always open. Reads go through it, so they see
 * every change; the file does not, until the transaction is committed. LMDB never waits for the disk. The caller of a
 * commit makes the file durable, and identifies the state by its meta pages.
 */
export class Environment {
  readonly root: RootDatabase
  /** collection number (4) + record number (6) → BSON, compressed or not */
  readonly documents: Database<Buffer | undefined, Buffer>
  /** index number (4) + components [+ record number] → record number (unique) or nothing */
  readonly entries: Database<Buffer, Buffer>
  /** collection number (4) → document count and last record number, two doubles */
  readonly counters: Database<Buffer, Buffer>
  /** namespaces and numbering, JSON */
  readonly catalogue: Database<unknown, string>
  /** The tables as the journal sees them. */
  readonly tables: Tables
  readonly compression = new DocumentCompression()
  private transaction: OpenTransaction | undefined
  /** path of the LMDB file; changes when the file is renamed */
  path: string
  private readonly pageSize: number

  constructor(path: string) {
    this.path = path
    this.root = open({ ...fileOptions(path), noSync: true })
    this.pageSize = (this.root.getStats() as { pageSize: number }).pageSize
    const keys = { keyEncoder: binaryKeys }
    // lmdb takes an encoder for any table, though its types name the option for the root alone.
    const documentOptions = { ...keys, encoder: documentCodec, compression: this.compression.options }
    this.documents = this.root.openDB('documents', documentOptions)
    this.entries = this.root.openDB('entries', { ...keys, encoding: 'binary' })
    this.counters = this.root.openDB('counters', { ...keys, encoding: 'binary' })
    this.catalogue = this.root.openDB('catalogue', { encoding: 'json' })
    this.tables = {
      documents: {
        get: (key) => {
          const bytes = this.peek(key)
          // LMDB's bytes may be longer than the document.
          return bytes && Buffer.from(bytes.subarray(0, int32At(bytes, 0)))
        },
        put: (key, value, isNew = false) => this.compression.put(this.documents, key, value, isNew),
        remove: (key) => void this.documents.removeSync(key),
      },
      entries: bytesTable(this.entries),
      counters: bytesTable(this.counters),
      catalogue: jsonTable(this.catalogue),
    }
    this.loadDictionary()
  }

  /** Loads the catalogue's dictionary, if it has one. The dictionary never changes. */
  loadDictionary(): void {
    const text = this.catalogue.get(DICTIONARY) as string | undefined
    this.compression.use(text === undefined ? undefined : Buffer.from(text, 'base64'))
  }

  /** Opens the transaction. */
  begin(): void {
    let commit: () => void = () => undefined
    let abort: (reason: Error) => void = () => undefined
    const ended = this.root.transactionSync(
      () =>
        new Promise<void>((resolve, reject) => {
          commit = resolve
          abort = reject
        }),
    )
    ended.catch(() => undefined)
    this.transaction = { commit, abort, ended }
    openRoots.add(this.root)
  }

  /** Writes the transaction to the file, which is not synced, and opens the next one. @throws when the disk refuses it */
  async commit(through: number): Promise<void> {
    const { transaction } = this
    if (!transaction) return
    this.catalogue.putSync(THROUGH, through)
    await this.end(transaction.commit)
  }

  /** Aborts the transaction and opens the next one. */
  async abort(): Promise<void> {
    await this.end(() => this.transaction?.abort(new Error('The transaction is given up'))).catch(
      () => undefined,
    )
  }

  /** Ends a transaction and begins the next in one turn, so that no read runs between them. */
  private async end(finish: () => void): Promise<void> {
    await nextTurn()
    finish()
    try {
      await this.ended()
    } finally {
      this.begin()
    }
  }

  /** Number of the last journal batch in it. */
  get through(): number {
    return (this.catalogue.get(THROUGH) as number | undefined) ?? 0
  }

  /** Returns the meta pages and the file length of the last commit. */
  lastState(): LmdbState {
    const metaPages = readPart(this.path, 0, META_PAGES * this.pageSize)
    if (metaPages.length < META_PAGES * this.pageSize) throw new Error(`${this.path} is cut off`)
    return { metaPages, fileBytes: statSync(this.path).size }
  }

  /** Bytes of a document, valid only until the next read; undefined when there is none. */
  peek(key: Buffer): Buffer | undefined {
    const bytes = this.documents.getBinaryFast(key)
    return bytes === undefined ? undefined : asBuffer(bytes)
  }

  /**
   * Reads up to `limit` documents of a key range and passes each to `visitor` in place. Returns the documents that `visitor`
   * copies, the last record number and the number of documents read.
   */
  scanDocuments(
    range: DocumentRange,
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

  /**
   * Returns the record numbers of up to `limit` non-unique index entries from `start` (exclusive or not) to `end`. The member
   * `last` is the last key when there may be more.
   */
  scanRids(
    start: Buffer,
    end: Buffer,
    exclusiveStart: boolean,
    limit: number,
  ): { rids: number[]; last: Buffer | undefined } {
    const rids: number[] = []
    ridsOnly = true
    keysUntilCopy = limit
    copiedKey = undefined
    try {
      for (const rid of this.entries.getKeys({ start, end, exclusiveStart, limit }))
        rids.push(rid as unknown as number)
    } finally {
      ridsOnly = false
    }
    return { rids, last: rids.length < limit ? undefined : copiedKey }
  }

  /** Aborts the transaction and closes the file. */
  async close(): Promise<void> {
    this.transaction?.abort(new Error('The store is closing'))
    await this.ended().catch(() => undefined)
    await this.root.close()
  }

  private async ended(): Promise<void> {
    const ended = this.transaction?.ended
    this.transaction = undefined
    openRoots.delete(this.root)
    await ended
  }
}

const fileOptions = (path: string) => ({
  path,
  maxDbs: 8,
  noMemInit: false,
  ...(process.platform === 'win32' ? {} : { mapSize: MAP_SIZE }),
})

/**
 * Opens and closes a file that was synced by lmdb. After a power cut this restores the last synced state, which the file's
 * meta pages alone do not identify.
 */
export async function settleOldFile(path: string): Promise<void> {
  await open(fileOptions(path)).close()
}

function bytesTable(table: Database<Buffer, Buffer>): Table {
  return {
    get: (key) => table.get(key),
    put: (key, value) => table.putSync(key, value),
    remove: (key) => void table.removeSync(key),
  }
}

function jsonTable(table: Database<unknown, string>): Table {
  return {
    get: (key) => {
      const value = table.get(key.toString())
      return value === undefined ? undefined : Buffer.from(JSON.stringify(value))
    },
    put: (key, value) => table.putSync(key.toString(), JSON.parse(value.toString())),
    remove: (key) => void table.removeSync(key.toString()),
  }
}
