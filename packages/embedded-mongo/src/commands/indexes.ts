import { setImmediate as nextTurn } from 'node:timers/promises'
import { documentBytes, toJs } from '../bson/make.ts'
import type { Value } from '../bson/value.ts'
import { failedToParse, notImplemented, StoreError } from '../errors.ts'
import { copyDocument } from '../query/scan.ts'
import {
  type Collection,
  type Index,
  type IndexRecord,
  namespaceOf,
  openIndex,
} from '../storage/catalogue.ts'
import { documentKey, numberKey } from '../storage/record-keys.ts'
import { RecordWriter, readCounters } from '../storage/records.ts'
import type { Engine } from './engine.ts'
import type { Request } from './request.ts'

type Wanted = Omit<IndexRecord, 'number' | 'arrayPaths'>
/** A description as it was sent. */
type Description = Record<keyof Wanted, unknown>
const PORTION = 1000
const MAX_INDEXES = 64

/** Reads the description of an index. @throws StoreError when it is invalid or has an unsupported option */
function readIndex(description: Value): Wanted {
  const { key, name, unique, sparse, expireAfterSeconds, ...others } = toJs(description) as Description
  for (const option of Object.keys(others)) throw notImplemented(`the index option '${option}'`)
  if (typeof name !== 'string' || typeof key !== 'object' || key === null)
    throw failedToParse("The 'key' and 'name' fields are required properties of an index specification")
  const parts = Object.entries(key).map(([path, direction]) => readKeyPart(path, direction))
  if (parts.length === 0) throw cannotCreate('Index keys cannot be an empty document')
  const wanted: Wanted = { name, key: parts }
  if (unique) wanted.unique = true
  if (sparse) wanted.sparse = true
  if (expireAfterSeconds === undefined) return wanted
  if (typeof expireAfterSeconds !== 'number' || expireAfterSeconds < 0)
    throw cannotCreate("TTL index 'expireAfterSeconds' option must be a number of at least 0")
  if (parts.length > 1)
    throw cannotCreate('TTL indexes are single-field indexes, compound indexes do not support TTL')
  return { ...wanted, expireAfterSeconds }
}

function readKeyPart(path: string, direction: unknown): [path: string, direction: 1 | -1] {
  const names = path.split('.')
  if (names.some((part) => part === '' || part.startsWith('$')))
    throw cannotCreate(`Index key contains an illegal field name: '${path}'`)
  if (names.some((part) => /^\d+$/.test(part))) throw notImplemented('indexes on positions in arrays')
  if (direction !== 1 && direction !== -1)
    throw cannotCreate('The embedded store has ascending and descending indexes only')
  return [path, direction]
}

const cannotCreate = (reason: string) => new StoreError(67, reason)

const sameKey = (a: Wanted, b: Wanted) => JSON.stringify(a.key) === JSON.stringify(b.key)
const sameOptions = (a: Wanted, b: Wanted) =>
  a.unique === b.unique && a.sparse === b.sparse && a.expireAfterSeconds === b.expireAfterSeconds

/** Reports if the index exists already. Refuses the same name or key with other properties. */
function indexExists(collection: Collection, wanted: Wanted): boolean {
  for (const { record } of collection.indexes) {
    const key = sameKey(record, wanted)
    if (key && record.name === '_id_') return true
    if (record.name === wanted.name) {
      if (key && sameOptions(record, wanted)) return true
      throw new StoreError(86, `An existing index has the same name as the requested index: ${wanted.name}`)
    }
    if (key) throw new StoreError(85, `Index already exists with a different name: ${record.name}`)
  }
  return false
}

export async function createIndexes(engine: Engine, request: Request): Promise<Buffer> {
  const wanted = request.documents('indexes').map(readIndex)
  const collection = await engine.ensure(request.db, request.collection())
  return engine.exclusive(async () => {
    const before = collection.indexes.length
    for (const index of wanted) {
      if (indexExists(collection, index)) continue
      if (collection.indexes.length >= MAX_INDEXES)
        throw cannotCreate(`add index fails, too many indexes for ${namespaceOf(collection)}`)
      await buildIndex(engine, collection, index)
    }
    return documentBytes({ numIndexesBefore: before, numIndexesAfter: collection.indexes.length, ok: 1 })
  })
}

/** Registers the index, so that writes maintain it from now on. Then fills it in portions. */
async function buildIndex(engine: Engine, collection: Collection, wanted: Wanted): Promise<void> {
  const { store, catalogue } = engine
  const index = await store.write((): Index => {
    const empty = readCounters(store, collection).count === 0
    const opened = openIndex({
      ...wanted,
      number: catalogue.nextNumber('entries'),
      arrayPaths: [],
      ...(empty ? {} : { building: true }),
    })
    collection.indexes = [...collection.indexes, opened]
    catalogue.save(collection)
    return opened
  })
  if (!index.record.building) return
  try {
    await fillIndex(engine, collection, index)
    await store.write(() => {
      const built = collection.indexes.find(({ record }) => record.number === index.record.number)
      delete built?.record.building
      catalogue.save(collection)
    })
  } catch (error) {
    await store.write(() => catalogue.dropIndex(collection, index))
    throw error
  }
}

async function fillIndex(engine: Engine, collection: Collection, index: Index): Promise<void> {
  const { store, catalogue } = engine
  const end = numberKey(collection.number + 1)
  let start: Buffer | undefined = numberKey(collection.number)
  for (let exclusiveStart = false; start; exclusiveStart = true) {
    const from: Buffer = start
    start = await store.write(() => {
      if (collection.dropped) return undefined
      const writer = new RecordWriter(store, catalogue, collection)
      const { found, last, seen } = store.lmdb.scanDocuments(
        { start: from, end, exclusiveStart },
        PORTION,
        copyDocument,
      )
      for (const { rid, bytes } of found) writer.fill(index, rid, bytes)
      return seen < PORTION ? undefined : documentKey(collection.number, last)
    })
    await nextTurn()
  }
}

export function describeIndex(index: Index): Record<string, unknown> {
  const { record } = index
  return {
    v: 2,
    key: Object.fromEntries(record.key),
    name: record.name,
    ...(record.unique && record.name !== '_id_' ? { unique: true } : {}),
    ...(record.sparse ? { sparse: true } : {}),
    ...(record.expireAfterSeconds === undefined ? {} : { expireAfterSeconds: record.expireAfterSeconds }),
  }
}

export async function listIndexes(engine: Engine, request: Request, owner: object): Promise<Buffer> {
  const collection = engine.catalogue.find(request.db, request.collection())
  if (!collection) throw new StoreError(26, `ns does not exist: ${request.db}.${request.collection()}`)
  const documents = collection.indexes.map((index) => documentBytes(describeIndex(index)))
  return engine.cursors.first(namespaceOf(collection), documents, owner)
}
