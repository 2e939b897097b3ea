import { LRUCache } from 'lru-cache'
import { double, fromJs, long } from '../bson/make.ts'
import { T } from '../bson/value.ts'
import { Writer } from '../bson/writer.ts'
import { StoreError } from '../errors.ts'
import { TimeSlices } from '../query/turns.ts'

/** Source of a cursor's documents; undefined is a point to yield to other work. */
export type Documents = Iterable<Buffer | undefined>

type Cursor = {
  ns: string
  documents: Iterator<Buffer | undefined>
  held: Buffer | undefined
  owner: object
}

/** Idle cursors end after this time, as in MongoDB. */
const MAX_IDLE_MS = 10 * 60_000
const MAX_OPEN = 100_000
const FIRST_BATCH = 101
/** Replies stay below the 16 MB that a document may have, with room for the envelope. */
const MAX_REPLY_BYTES = 16 * 1024 * 1024 - 64 * 1024

/**
 * Open cursors. They hold positions, never a read transaction. A cursor ends with its connection or after idle time. Above
 * the limit, the least recently read cursor ends.
 */
export class Cursors {
  private readonly cursors: LRUCache<bigint, Cursor>
  private last = BigInt(Date.now()) << 20n

  /** @param maxOpen cursors that are open at a time */
  constructor(maxOpen: number) {
    this.cursors = new LRUCache({
      // The cache allocates memory for `max` entries when it is created.
      max: Math.min(maxOpen, MAX_OPEN),
      ttl: MAX_IDLE_MS,
      updateAgeOnGet: true,
      dispose: ({ documents }) => documents.return?.(),
    })
  }

  /** The first reply of a reading command; opens a cursor when documents are left. */
  async first(
    ns: string,
    found: Documents,
    owner: object,
    options: { batchSize?: number | undefined; single?: boolean } = {},
  ): Promise<Buffer> {
    const documents = found[Symbol.iterator]()
    const cursor: Cursor = { ns, documents, held: undefined, owner }
    const { batch, done } = await fillBatch(cursor, options.batchSize ?? FIRST_BATCH, 'firstBatch')
    const open = !done && !options.single
    const id = open ? ++this.last : 0n
    if (open) this.cursors.set(id, cursor)
    else documents.return?.()
    return batch(id, ns)
  }

  async more(id: bigint, ns: string, batchSize: number | undefined): Promise<Buffer> {
    const cursor = this.cursors.get(id)
    if (cursor?.ns !== ns) throw notFound(id)
    try {
      const { batch, done } = await fillBatch(cursor, batchSize || Number.POSITIVE_INFINITY, 'nextBatch')
      // A cursor that was ended meanwhile yields no more documents, but it is not exhausted.
      if (!this.cursors.has(id)) throw notFound(id)
      if (done) this.cursors.delete(id)
      return batch(done ? 0n : id, ns)
    } catch (error) {
      this.cursors.delete(id)
      throw error
    }
  }

  kill(id: bigint): boolean {
    return this.cursors.delete(id)
  }

  /** Ends the cursors of a connection that closed. */
  endOwner(owner: object): void {
    const owned = Array.from(this.cursors).filter(([, cursor]) => cursor.owner === owner)
    for (const [id] of owned) this.kill(id)
  }

  endIdle(): void {
    this.cursors.purgeStale()
  }
}

const notFound = (id: bigint) => new StoreError(43, `cursor id ${id} not found`)

type Batch = { batch: (id: bigint, ns: string) => Buffer; done: boolean }

async function fillBatch(
  cursor: Cursor,
  maxDocuments: number,
  name: 'firstBatch' | 'nextBatch',
): Promise<Batch> {
  const writer = new Writer(4096)
  const reply = writer.open()
  const body = writer.openField('cursor')
  const list = writer.openField(name, T.array)
  const slices = new TimeSlices()
  let count = 0
  let done = false
  while (count < maxDocuments) {
    const document = cursor.held ?? nextDocument(cursor)
    cursor.held = undefined
    if (document === 'done') {
      done = true
      break
    }
    if (document === undefined) {
      await slices.yieldIfDue()
      continue
    }
    if (count > 0 && writer.length + document.length > MAX_REPLY_BYTES) {
      cursor.held = document
      break
    }
    writer.element(T.object, String(count++))
    writer.raw(document, 0, document.length)
  }
  writer.close(list)
  return {
    done,
    batch(id, ns) {
      writer.value('id', long(id))
      writer.value('ns', fromJs(ns))
      writer.close(body)
      writer.value('ok', double(1))
      writer.close(reply)
      return writer.view()
    },
  }
}

function nextDocument(cursor: Cursor): Buffer | undefined | 'done' {
  const step = cursor.documents.next()
  return step.done ? 'done' : step.value
}
