import { isSealed } from '@wardtrack/encryption'
import { mongo, Types } from 'mongoose'
import type { Database } from './open-database.ts'

type Doc = Record<string, unknown>
/** Byte range of a value in its document; the end is exclusive. */
type StoredValue = { type: number; at: number; end: number }

const { BSON, BSONType } = mongo
/** Bytes of the length that a document or text begins with; a text ends with a zero. */
const LENGTH_BYTES = 4
const OBJECT_ID_BYTES = 12
/**
 * Documents in a batch. The driver keeps 2 kB for each; those of larger batches live long enough to burden the
 * garbage collection.
 */
const BATCH_SIZE = 1_000
const IN_LARGER_BYTES = { allowObjectSmallerThanBufferSize: true }

/**
 * A document as received from the store. Members are decoded on request. When only some members of thousands of
 * documents are read, decoding whole documents would take most of the time.
 */
export class StoredDocument {
  private readonly bytes: Buffer
  private readonly at: number
  private readonly open: (doc: Doc) => Doc

  /** Creates the reader of a document. @param open opens sealed values in place @param at start of the document */
  constructor(bytes: Buffer, open: (doc: Doc) => Doc, at = 0) {
    this.bytes = bytes
    this.open = open
    this.at = at
  }

  /** The `_id`, always one created by the driver. */
  get id(): Types.ObjectId {
    return this.value('_id') as Types.ObjectId
  }

  /** Returns the value at a path of names; undefined when absent. */
  value(...path: readonly string[]): unknown {
    const found = this.find(path)
    if (!found) return undefined
    const plain = plainValue(this.bytes, found)
    return plain === undefined || isSealed(plain) ? this.openedValue(path) : plain
  }

  /** Returns a text that is equal exactly for equal stored values; undefined when absent. */
  key(...path: readonly string[]): string | undefined {
    const found = this.find(path)
    return found && this.bytes.toString('latin1', found.at, found.end) + String.fromCharCode(found.type)
  }

  /** Returns the documents of a list, without opening sealed values. */
  items(...path: readonly string[]): StoredDocument[] {
    const found = this.find(path)
    const items: StoredDocument[] = []
    if (found?.type !== BSONType.array) return items
    for (const { type, at } of valuesOf(this.bytes, found.at))
      if (type === BSONType.object) items.push(new StoredDocument(this.bytes, (doc) => doc, at))
    return items
  }

  private openedValue(path: readonly string[]): unknown {
    const whole: unknown = this.open(BSON.deserialize(this.bytes.subarray(this.at), IN_LARGER_BYTES))
    return path.reduce((holder, name) => (holder as Doc | undefined)?.[name], whole)
  }

  private find(path: readonly string[]): StoredValue | undefined {
    let found: StoredValue | undefined
    for (const name of path) {
      if (found && found.type !== BSONType.object) return undefined
      found = memberOf(this.bytes, found?.at ?? this.at, name)
      if (!found) return undefined
    }
    return found
  }
}

/** Query for stored documents and their members; sealed values are opened by type and id of the asset. */
type StoredQuery = {
  filter: Doc
  projection: Doc
  sort?: Record<string, 1 | -1>
  limit?: number
  batchSize?: number
}

/** Reads documents of a collection in batches. A document that the caller keeps also keeps the bytes of its batch. */
export async function* readStored(
  db: Database,
  collection: keyof Database['driver'],
  { filter, batchSize = BATCH_SIZE, ...query }: StoredQuery,
): AsyncGenerator<Iterable<StoredDocument>, void> {
  const open = (doc: Doc): Doc => db.sealing.open(collection, doc)
  // driver: the filter is made from criteria, which a model would cast, and documents are not decoded
  const found = (db.driver[collection] as unknown as mongo.Collection).find(filter, {
    ...query,
    raw: true,
    batchSize,
  })
  const toStored = (bytes: unknown): StoredDocument => new StoredDocument(bytes as Buffer, open)
  try {
    for (let first = await found.next(); first; first = await found.next())
      yield oneByOne([first, ...found.readBufferedDocuments()], toStored)
  } finally {
    await found.close()
  }
}

/** Yields one item at a time: items that are created together live long enough to burden the garbage collection. */
function* oneByOne<Item>(items: readonly unknown[], make: (item: unknown) => Item): Generator<Item, void> {
  for (const item of items) yield make(item)
}

/**
 * Calls `visit` with each document of a filter. A document that the caller keeps also keeps the bytes of its batch.
 */
export async function visitStored(
  db: Database,
  collection: keyof Database['driver'],
  query: StoredQuery,
  visit: (doc: StoredDocument) => void,
): Promise<void> {
  for await (const docs of readStored(db, collection, query)) for (const doc of docs) visit(doc)
}

/** Creates an object once for equal stored values: thousands of assets share few categories and places. */
export function madeOnce<Made>(
  make: (value: unknown) => Made,
): (doc: StoredDocument, ...path: readonly string[]) => Made | undefined {
  const made = new Map<string, Made>()
  return (doc, ...path) => {
    const key = doc.key(...path)
    if (key === undefined) return undefined
    const known = made.get(key)
    if (known !== undefined) return known
    const value = make(doc.value(...path))
    made.set(key, value)
    return value
  }
}

const lengthAt = (bytes: Buffer, at: number): number =>
  (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24)

/**
 * Finds the member of a document that begins at an offset. It allocates nothing for other members, as thousands are
 * skipped.
 */
function memberOf(bytes: Buffer, docAt: number, name: string): StoredValue | undefined {
  let at = docAt + LENGTH_BYTES
  for (let type = bytes[at] ?? 0; type !== 0; type = bytes[at] ?? 0) {
    const nameEnd = zeroAfter(bytes, at + 1)
    const end = endOf(bytes, type, nameEnd + 1)
    if (isName(bytes, at + 1, nameEnd, name)) return { type, at: nameEnd + 1, end }
    at = end
  }
  return undefined
}

function* valuesOf(bytes: Buffer, docAt: number): Generator<StoredValue> {
  let end = docAt + LENGTH_BYTES
  for (let type = bytes[end] ?? 0; type !== 0; type = bytes[end] ?? 0) {
    const at = zeroAfter(bytes, end + 1) + 1
    end = endOf(bytes, type, at)
    yield { type, at, end }
  }
}

function zeroAfter(bytes: Buffer, at: number): number {
  let end = at
  while (bytes[end] !== 0) end += 1
  return end
}

function isName(bytes: Buffer, at: number, end: number, name: string): boolean {
  if (end - at !== name.length) return false
  for (let index = 0; index < name.length; index += 1)
    if (bytes[at + index] !== name.charCodeAt(index)) return false
  return true
}

/** Returns the end of a value. @throws for a type that the product does not store */
function endOf(bytes: Buffer, type: number, at: number): number {
  switch (type) {
    case BSONType.string:
      return at + LENGTH_BYTES + lengthAt(bytes, at)
    case BSONType.object:
    case BSONType.array:
      return at + lengthAt(bytes, at)
    case BSONType.date:
    case BSONType.double:
    case BSONType.long:
      return at + 8
    case BSONType.int:
      return at + 4
    case BSONType.objectId:
      return at + OBJECT_ID_BYTES
    case BSONType.bool:
      return at + 1
    case BSONType.null:
    case BSONType.undefined:
      return at
    case BSONType.binData:
      return at + LENGTH_BYTES + 1 + lengthAt(bytes, at)
    default:
      throw new Error(`a stored value has the BSON type ${type}, which no model has`)
  }
}

/** Decodes a simple value; undefined for types that the library decodes. */
function plainValue(bytes: Buffer, { type, at, end }: StoredValue): unknown {
  switch (type) {
    case BSONType.string:
      return bytes.toString('utf8', at + LENGTH_BYTES, end - 1)
    case BSONType.date:
      return new Date(Number(bytes.readBigInt64LE(at)))
    case BSONType.bool:
      return bytes[at] === 1
    case BSONType.objectId:
      return new Types.ObjectId(bytes.subarray(at, end))
    default:
      return undefined
  }
}
