import { setImmediate as nextTurn } from 'node:timers/promises'
import { documentBytes } from '../bson/make.ts'
import { isNumberType, numberOf } from '../bson/number.ts'
import { asString, fieldList, T, type Value } from '../bson/value.ts'
import { failedToParse, notImplemented, StoreError } from '../errors.ts'
import { isTrue } from '../query/parse.ts'
import {
  type Collection,
  type Index,
  type IndexRecord,
  namespaceOf,
  openIndex,
} from '../storage/catalogue.ts'
import { RecordWriter, readCounters } from '../storage/records.ts'
import { documentKey, numberKey } from '../storage/store.ts'
import type { Engine } from './engine.ts'
import type { Request } from './request.ts'

type Wanted = Omit<IndexRecord, 'number' | 'arrayPaths'>
const PORTION = 1000
const MAX_INDEXES = 64

function parseIndex(spec: Value): Wanted {
  const fields = new Map(fieldList(spec))
  const key = fields.get('key')
  if (key?.type !== T.object)
    throw failedToParse("The 'key' field is a required property of an index specification")
  const parts = fieldList(key).map(([path, direction]) => readKeyPart(path, direction))
  if (parts.length === 0) throw new StoreError(67, 'Index keys cannot be an empty document')
  const wanted: Wanted = {
    name: fields.has('name')
      ? asString(fields.get('name')!)
      : parts.map(([path, direction]) => `${path}_${direction}`).join('_'),
    key: parts,
  }
  for (const [name, value] of fields) readOption(wanted, name, value)
  return wanted
}

function readKeyPart(path: string, direction: Value): [path: string, direction: 1 | -1] {
  const names = path.split('.')
  if (names.some((name) => name === '' || name.startsWith('$')))
    throw new StoreError(67, `Index key contains an illegal field name: '${path}'`)
  if (names.some((name) => /^\d+$/.test(name))) throw notImplemented('indexes on positions in arrays')
  const order = isNumberType(direction.type) ? numberOf(direction) : 0
  if (order === 0 || Number.isNaN(order))
    throw new StoreError(67, 'The embedded store has ascending and descending indexes only')
  return [path, order > 0 ? 1 : -1]
}

function readOption(wanted: Wanted, name: string, value: Value): void {
  switch (name) {
    case 'key':
    case 'name':
    case 'v':
    case 'ns':
    case 'background':
      return
    case 'unique':
      if (isTrue(value)) wanted.unique = true
      return
    case 'sparse':
      if (isTrue(value)) wanted.sparse = true
      return
    case 'expireAfterSeconds':
      if (!isNumberType(value.type) || numberOf(value) < 0)
        throw new StoreError(67, "TTL index 'expireAfterSeconds' option must be a number of at least 0")
      if (wanted.key.length > 1)
        throw new StoreError(67, 'TTL indexes are single-field indexes, compound indexes do not support TTL')
      wanted.expireAfterSeconds = numberOf(value)
      return
    default:
      throw notImplemented(`the index option '${name}'`)
  }
}

const sameKey = (a: Wanted, b: Wanted) => JSON.stringify(a.key) === JSON.stringify(b.key)
const sameOptions = (a: Wanted, b: Wanted) =>
  Boolean(a.unique) === Boolean(b.unique) &&
  Boolean(a.sparse) === Boolean(b.sparse) &&
  a.expireAfterSeconds === b.expireAfterSeconds

/** Whether the index exists already; the same name or key with other properties is refused. */
function indexExists(collection: Collection, wanted: Wanted): boolean {
  for (const { record } of collection.indexes) {
    if (record.name === '_id_' && wanted.key.length === 1 && wanted.key[0]![0] === '_id') return true
    const key = sameKey(record, wanted)
    if (record.name === wanted.name) {
      if (key && sameOptions(record, wanted)) return true
      throw new StoreError(
        86,
        `An existing index has the same name as the requested index. Requested index: ${JSON.stringify(wanted)}`,
      )
    }
    if (key) throw new StoreError(85, `Index already exists with a different name: ${record.name}`)
  }
  return false
}

export async function createIndexes(engine: Engine, request: Request): Promise<Buffer> {
  const wanted = request.documents('indexes').map(parseIndex)
  const created = engine.catalogue.find(request.db, request.collection()) === undefined
  const collection = await engine.ensure(request.db, request.collection())
  return engine.exclusive(async () => {
    const before = collection.indexes.length
    for (const index of wanted) {
      if (indexExists(collection, index)) continue
      if (collection.indexes.length >= MAX_INDEXES)
        throw new StoreError(67, `add index fails, too many indexes for ${namespaceOf(collection)}`)
      await buildIndex(engine, collection, index)
    }
    const after = collection.indexes.length
    return documentBytes({
      numIndexesBefore: before,
      numIndexesAfter: after,
      createdCollectionAutomatically: created,
      ...(before === after ? { note: 'all indexes already exist' } : {}),
      ok: 1,
    })
  })
}

/** Registers the index first, so that writes keep it from now on, then fills it in portions. */
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
  const copy = (bytes: Buffer, size: number) => Buffer.from(bytes.subarray(0, size))
  let start: Buffer | undefined = numberKey(collection.number)
  for (let exclusiveStart = false; start; exclusiveStart = true) {
    const from: Buffer = start
    start = await store.write(() => {
      if (collection.dropped) return undefined
      const writer = new RecordWriter(store, catalogue, collection)
      const { found, last, seen } = store.scanDocuments({ start: from, end, exclusiveStart }, PORTION, copy)
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
  return engine.cursors.first(namespaceOf(collection), documents.values(), owner)
}

export async function dropIndexes(engine: Engine, request: Request): Promise<Buffer> {
  const collection = engine.catalogue.find(request.db, request.collection())
  if (!collection) throw new StoreError(26, `ns not found ${request.db}.${request.collection()}`)
  const name = request.get('index')
  return engine.exclusive(async () => {
    const nIndexesWas = collection.indexes.length
    const dropped = chosenIndexes(collection, name)
    await engine.store.write(() => {
      for (const index of dropped) engine.catalogue.dropIndex(collection, index)
    })
    return documentBytes({ nIndexesWas, ok: 1 })
  })
}

function chosenIndexes(collection: Collection, value: Value | undefined): Index[] {
  if (value?.type !== T.string) throw notImplemented('the removal of indexes by anything but a name')
  const name = asString(value)
  if (name === '_id_') throw new StoreError(72, 'cannot drop _id index')
  const chosen = collection.indexes.filter(({ record }) =>
    name === '*' ? record.name !== '_id_' : record.name === name,
  )
  if (chosen.length === 0 && name !== '*') throw new StoreError(27, `index not found with name [${name}]`)
  return chosen
}
