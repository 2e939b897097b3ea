import { StoreError } from '../errors.ts'
import { type IndexField, splitPath } from '../keys/index-keys.ts'
import { boundaryKey, putBoundary } from './boundary.ts'
import { numberKey } from './record-keys.ts'
import type { Store } from './store.ts'

/** An index as it is stored in the catalogue. */
export type IndexRecord = {
  number: number
  name: string
  /** Path and direction, in order. */
  key: [string, 1 | -1][]
  unique?: boolean
  sparse?: boolean
  expireAfterSeconds?: number
  /** Paths at which a document had an array. */
  arrayPaths: string[]
  /** A key had to be cut: order is not exact. */
  truncated?: boolean
  /** Still being filled; maintained by writes, not used by queries. */
  building?: boolean
}

type CollectionRecord = { number: number; indexes: IndexRecord[] }

/** An index in memory: its record and the fields derived from it. */
export type Index = { record: IndexRecord; fields: readonly IndexField[] }

export type Collection = {
  db: string
  name: string
  number: number
  indexes: Index[]
  dropped: boolean
}

export const namespaceOf = (collection: Collection) => `${collection.db}.${collection.name}`

export function openIndex(record: IndexRecord): Index {
  const fields = record.key.map(([path, direction]) => ({
    path,
    parts: splitPath(path),
    descending: direction === -1,
  }))
  return { record, fields }
}

/** The tables in which each collection or index has a number. */
type NumberedTable = 'documents' | 'entries'

const PREFIX = 'c/'
const NEXT = 'next'
const GARBAGE = 'g/'

/** The namespaces, in memory and in the store. Changing methods run inside a write transaction. */
export class Catalogue {
  private readonly collections = new Map<string, Collection>()
  private readonly store: Store

  constructor(store: Store) {
    this.store = store
    store.onRebuilt = () => this.reload()
    this.reload()
  }

  /** Reads the namespaces from the store. Collections that are in use stay the same objects. */
  private reload(): void {
    const before = new Map(this.collections)
    this.collections.clear()
    for (const { key, value } of this.store.lmdb.catalogue.getRange({ start: PREFIX, end: 'c0' })) {
      const namespace = key.slice(PREFIX.length)
      const [db = '', ...names] = namespace.split('.')
      const { number, indexes } = value as CollectionRecord
      const known = before.get(namespace)
      const isKnown = known?.number === number
      if (isKnown) before.delete(namespace)
      const collection = isKnown ? known : { db, name: names.join('.'), number, indexes: [], dropped: false }
      collection.indexes = indexes.map(openIndex)
      this.collections.set(namespace, collection)
    }
    for (const collection of before.values()) collection.dropped = true
  }

  find(db: string, name: string): Collection | undefined {
    return this.collections.get(`${db}.${name}`)
  }

  all(): Collection[] {
    return [...this.collections.values()]
  }

  /** Reports if a collection was ever created. */
  hasHeldContent(): boolean {
    return this.collections.size > 0 || this.store.lmdb.catalogue.get(NEXT) !== undefined
  }

  /** Reserves a number for a collection (`documents`) or an index (`entries`). The next number is reserved for its boundary. */
  nextNumber(table: NumberedTable): number {
    const number = ((this.store.lmdb.catalogue.get(NEXT) as number | undefined) ?? 0) + 1
    this.put(NEXT, number + 1)
    putBoundary(
      number,
      (key, value) => this.store.changes.put(table, key, value),
      (key) => this.store.changes.remove(table, key),
    )
    return number
  }

  create(db: string, name: string): Collection {
    checkNamespace(db, name)
    const idIndex: IndexRecord = {
      number: this.nextNumber('entries'),
      name: '_id_',
      key: [['_id', 1]],
      unique: true,
      arrayPaths: [],
    }
    const collection = {
      db,
      name,
      number: this.nextNumber('documents'),
      indexes: [openIndex(idIndex)],
      dropped: false,
    }
    this.collections.set(`${db}.${name}`, collection)
    this.save(collection)
    return collection
  }

  save(collection: Collection): void {
    const record: CollectionRecord = {
      number: collection.number,
      indexes: collection.indexes.map((index) => index.record),
    }
    this.put(PREFIX + namespaceOf(collection), record)
  }

  /** Removes an index immediately; `sweep` removes its entries later. */
  dropIndex(collection: Collection, index: Index): void {
    collection.indexes = collection.indexes.filter(({ record }) => record.number !== index.record.number)
    const { number } = index.record
    this.put(`${GARBAGE}entries/${number}`, { table: 'entries', number })
    this.save(collection)
  }

  private put(key: string, value: unknown): void {
    this.store.changes.put('catalogue', Buffer.from(key), Buffer.from(JSON.stringify(value)))
  }

  private remove(key: string): void {
    this.store.changes.remove('catalogue', Buffer.from(key))
  }

  /** Removes up to `limit` rows of removed collections and indexes. */
  sweep(limit: number): void {
    let remaining = limit
    for (const { key, value } of this.store.lmdb.catalogue.getRange({
      start: GARBAGE,
      end: 'g0',
      limit: 50,
    })) {
      const { table, number } = value as { table: NumberedTable; number: number }
      const range = { start: numberKey(number), end: numberKey(number + 1), limit: remaining }
      const keys = [...this.store.lmdb[table].getKeys(range)]
      for (const row of keys) this.store.changes.remove(table, row)
      remaining -= keys.length
      if (remaining <= 0) return
      this.store.changes.remove(table, boundaryKey(number))
      this.remove(key)
    }
  }

  hasGarbage(): boolean {
    for (const _ of this.store.lmdb.catalogue.getKeys({ start: GARBAGE, end: 'g0', limit: 1 })) return true
    return false
  }
}

function checkNamespace(db: string, name: string): void {
  if (db === '' || /[\0/\\ "$.]/.test(db)) throw new StoreError(73, `Invalid database name: '${db}'`)
  if (name === '' || /[\0$]|^\.|^system\./.test(name))
    throw new StoreError(73, `Invalid collection name: ${name}`)
  if (Buffer.byteLength(`${db}.${name}`) > 255)
    throw new StoreError(73, 'Fully qualified namespace is too long')
}
