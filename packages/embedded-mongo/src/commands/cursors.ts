import { double, long, string } from '../bson/make.ts'
import { T } from '../bson/value.ts'
import { Writer } from '../bson/writer.ts'
import { StoreError } from '../errors.ts'
import { TimeSlices } from '../query/execute.ts'

/** Where a cursor's documents come from; undefined is a place to yield to other work. */
export type DocumentIterator = Iterator<Buffer | undefined>

type Cursor = {
  id: bigint
  ns: string
  documents: DocumentIterator
  held: Buffer | undefined
  owner: object
  usedAt: number
  /** milliseconds that its batches together may still take */
  timeLeft: number | undefined
}

/** Cursors that nobody reads any more end after this time, as in MongoDB. */
const MAX_IDLE_MS = 10 * 60_000
const FIRST_BATCH = 101
/** Replies stay below the 16 MB that a document may have, with room for the envelope. */
const MAX_REPLY_BYTES = 16 * 1024 * 1024 - 64 * 1024

/**
 * Open cursors. They hold positions, never a read transaction, so a forgotten one costs a few hundred bytes; it
 * ends with its connection or by age.
 */
export class Cursors {
  private readonly cursors = new Map<bigint, Cursor>()
  private last = BigInt(Date.now()) << 20n

  get size(): number {
    return this.cursors.size
  }

  /** The first reply of a reading command; opens a cursor when documents are left. */
  async first(
    ns: string,
    documents: DocumentIterator,
    owner: object,
    options: { batchSize: number | undefined; single: boolean; timeLimit?: number | undefined },
  ): Promise<Buffer> {
    const cursor: Cursor = {
      id: ++this.last,
      ns,
      documents,
      held: undefined,
      owner,
      usedAt: Date.now(),
      timeLeft: options.timeLimit,
    }
    const { batch, done } = await fillBatch(cursor, options.batchSize ?? FIRST_BATCH, 'firstBatch')
    const open = !done && !options.single
    if (open) this.cursors.set(cursor.id, cursor)
    else documents.return?.()
    return batch(open ? cursor.id : 0n, ns)
  }

  async more(id: bigint, ns: string, batchSize: number | undefined): Promise<Buffer> {
    const cursor = this.cursors.get(id)
    if (!cursor) throw new StoreError(43, `cursor id ${id} not found`)
    if (cursor.ns !== ns)
      throw new StoreError(
        13,
        `Requested getMore on namespace '${ns}', but cursor belongs to a different namespace ${cursor.ns}`,
      )
    cursor.usedAt = Date.now()
    try {
      const { batch, done } = await fillBatch(cursor, batchSize || Number.POSITIVE_INFINITY, 'nextBatch')
      if (done) this.cursors.delete(id)
      cursor.usedAt = Date.now()
      return batch(done ? 0n : id, ns)
    } catch (error) {
      this.cursors.delete(id)
      throw error
    }
  }

  kill(id: bigint): boolean {
    this.cursors.get(id)?.documents.return?.()
    return this.cursors.delete(id)
  }

  /** Ends the cursors of a connection that closed. */
  endOwner(owner: object): void {
    for (const cursor of this.cursors.values()) if (cursor.owner === owner) this.kill(cursor.id)
  }

  endIdle(now = Date.now()): void {
    for (const cursor of this.cursors.values()) if (now - cursor.usedAt > MAX_IDLE_MS) this.kill(cursor.id)
  }
}

type Batch = { batch: (id: bigint, ns: string) => Buffer; done: boolean }

async function fillBatch(cursor: Cursor, most: number, name: 'firstBatch' | 'nextBatch'): Promise<Batch> {
  const writer = new Writer(4096)
  const reply = writer.open()
  const body = writer.openField('cursor')
  const list = writer.openField(name, T.array)
  const began = performance.now()
  const slices = new TimeSlices(cursor.timeLeft)
  let count = 0
  let done = false
  while (count < most) {
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
    if (count > 0 && writer.size + document.length > MAX_REPLY_BYTES) {
      cursor.held = document
      break
    }
    writer.element(T.object, String(count++))
    writer.raw(document, 0, document.length)
  }
  writer.close(list)
  if (cursor.timeLeft !== undefined) cursor.timeLeft -= performance.now() - began
  return {
    done,
    batch(id, ns) {
      writer.value('id', long(id))
      writer.value('ns', string(ns))
      writer.close(body)
      writer.value('ok', double(1))
      writer.close(reply)
      return writer.bytes()
    },
  }
}

function nextDocument(cursor: Cursor): Buffer | undefined | 'done' {
  const step = cursor.documents.next()
  return step.done ? 'done' : step.value
}
