import { StoreError } from '../errors.ts'
import { type ExtractedKeys, extractKeys, isSameField } from '../keys/index-keys.ts'
import type { AffectedIndex } from './affected-indexes.ts'
import { type Catalogue, type Collection, type Index, namespaceOf } from './catalogue.ts'
import { asRid, documentKey, keyWithRid, numberKey, RID_BYTES } from './record-keys.ts'
import type { Store } from './store.ts'

/** The largest document MongoDB takes. */
export const MAX_DOCUMENT = 16 * 1024 * 1024
const NO_VALUE = Buffer.alloc(0)

type Change = { index: Index; removed: Buffer[]; added: Buffer[] }

/** Reads the document count and last record number of a collection in the current transaction. */
export function readCounters(store: Store, collection: Collection): { count: number; lastRid: number } {
  const bytes = store.lmdb.counters.get(numberKey(collection.number))
  return bytes ? { count: bytes.readDoubleBE(0), lastRid: bytes.readDoubleBE(8) } : { count: 0, lastRid: 0 }
}

/** The keys of a document for an index; none when a sparse index leaves it out. */
export function indexKeys(index: Index, buf: Buffer): Buffer[] {
  return extract(index, buf)?.keys ?? []
}

function extract(index: Index, buf: Buffer): ExtractedKeys | undefined {
  const extracted = extractKeys(buf, 0, index.fields, index.record.number)
  return index.record.sparse && extracted.allMissing ? undefined : extracted
}

export const entryKey = (index: Index, key: Buffer, rid: number): Buffer =>
  index.record.unique ? key : keyWithRid(key, rid)

function ridBytes(rid: number): Buffer {
  const bytes = Buffer.allocUnsafe(RID_BYTES)
  bytes.writeUIntBE(rid, 0, RID_BYTES)
  return bytes
}

/**
 * Writes documents of one collection with all their index entries, inside one write transaction. All checks precede
 * the first put of a document, so a refused document leaves no entries. `finish` stores the counts.
 */
export class RecordWriter {
  private count: number
  private lastRid: number
  private changed = false
  readonly collection: Collection
  private readonly store: Store
  private readonly catalogue: Catalogue

  constructor(store: Store, catalogue: Catalogue, collection: Collection) {
    this.store = store
    this.catalogue = catalogue
    this.collection = collection
    const counters = readCounters(store, collection)
    this.count = counters.count
    this.lastRid = counters.lastRid
  }

  insert(buf: Buffer): number {
    checkSize(buf)
    const rid = this.lastRid + 1
    const changes = this.collection.indexes.map((index) => ({
      index,
      removed: [],
      added: this.keys(index, buf),
    }))
    this.change(changes, rid, true)
    this.store.changes.add('documents', documentKey(this.collection.number, rid), buf)
    this.lastRid = rid
    this.count++
    this.changed = true
    return rid
  }

  /** Replaces the document of `rid`, whose current bytes are `before`. Writes only entries with changed keys. */
  replace(rid: number, before: Buffer, after: Buffer, affected: readonly AffectedIndex[]): void {
    checkSize(after)
    const changes: Change[] = []
    for (const { index, fields } of affected) {
      if (fields.every((field) => isSameField(field, before, after))) continue
      const old = indexKeys(index, before)
      const now = this.keys(index, after)
      if (old.length === 1 && now.length === 1 && old[0]!.equals(now[0]!)) continue
      const removed = difference(old, now)
      const added = difference(now, old)
      if (removed.length > 0 || added.length > 0) changes.push({ index, removed, added })
    }
    this.change(changes, rid)
    this.store.changes.replace('documents', documentKey(this.collection.number, rid), before, after)
  }

  remove(rid: number, buf: Buffer): void {
    const changes = this.collection.indexes.map((index) => ({
      index,
      removed: indexKeys(index, buf),
      added: [],
    }))
    this.change(changes, rid)
    this.store.changes.remove('documents', documentKey(this.collection.number, rid))
    this.count--
    this.changed = true
  }

  /** Adds the entries of an index that is being built. */
  fill(index: Index, rid: number, buf: Buffer): void {
    this.change([{ index, removed: [], added: this.keys(index, buf) }], rid)
  }

  finish(): void {
    if (!this.changed) return
    const bytes = Buffer.allocUnsafe(16)
    bytes.writeDoubleBE(this.count, 0)
    bytes.writeDoubleBE(this.lastRid, 8)
    this.store.changes.put('counters', numberKey(this.collection.number), bytes)
  }

  private keys(index: Index, buf: Buffer): Buffer[] {
    const extracted = extract(index, buf)
    if (!extracted) return []
    const record = index.record
    const arrays = extracted.arrayPaths.filter((path) => !record.arrayPaths.includes(path))
    if (arrays.length > 0 || (extracted.truncated && !record.truncated)) {
      record.arrayPaths = [...record.arrayPaths, ...arrays]
      if (extracted.truncated) record.truncated = true
      this.catalogue.save(this.collection)
    }
    return extracted.keys
  }

  /** Changes index entries. @throws StoreError before anything is changed when a unique key is taken */
  private change(changes: readonly Change[], rid: number, isNew = false): void {
    for (const { index, added } of changes) {
      const holders = index.record.unique ? added.map((key) => this.store.lmdb.entries.get(key)) : []
      if (holders.some((holder) => holder && asRid(holder) !== rid))
        throw duplicateKey(this.collection, index)
    }
    for (const { index, removed, added } of changes) {
      const value = index.record.unique ? ridBytes(rid) : NO_VALUE
      for (const key of removed) this.store.changes.remove('entries', entryKey(index, key, rid))
      // A new record has no entries yet; the loop above looked up its unique keys.
      for (const key of added)
        if (isNew) this.store.changes.add('entries', entryKey(index, key, rid), value)
        else this.store.changes.put('entries', entryKey(index, key, rid), value)
    }
  }
}

function difference(keys: Buffer[], others: Buffer[]): Buffer[] {
  if (others.length === 0) return keys
  if (keys.length * others.length <= 64)
    return keys.filter((key) => !others.some((other) => other.equals(key)))
  const known = new Set(others.map((key) => key.toString('latin1')))
  return keys.filter((key) => !known.has(key.toString('latin1')))
}

function checkSize({ length }: Buffer): void {
  if (length > MAX_DOCUMENT)
    throw new StoreError(
      10334,
      `BSONObj size: ${length} is invalid. Size must be between 0 and ${MAX_DOCUMENT}`,
    )
}

/** Creates an error that names the index but no values: errors are logged, and values may be about patients. */
const duplicateKey = (collection: Collection, { record }: Index): StoreError =>
  new StoreError(
    11000,
    `E11000 duplicate key error collection: ${namespaceOf(collection)} index: ${record.name}`,
  )
