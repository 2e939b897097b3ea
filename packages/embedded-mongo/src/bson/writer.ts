import { GrowingBuffer } from './growing-buffer.ts'
import { T, Value } from './value.ts'

/** Builds BSON in one growing buffer. Names and values are appended in order; documents nest by open/close. */
export class Writer extends GrowingBuffer {
  constructor(keptBytes = 256) {
    super(keptBytes)
  }

  /** Starts a document; returns its place for `close`. */
  open(): number {
    this.reserve(4)
    const start = this.length
    this.length += 4
    return start
  }

  close(start: number): void {
    this.byte(0)
    this.buf.writeInt32LE(this.length - start, start)
  }

  /** Type byte and name of the next element; its value bytes must follow. */
  element(type: number, name: string): void {
    const bytes = Buffer.byteLength(name)
    this.reserve(bytes + 2)
    this.buf[this.length++] = type
    this.length += this.buf.write(name, this.length, 'utf8')
    this.buf[this.length++] = 0
  }

  /** Bytes copied as they are. */
  raw(source: Buffer, at: number, end: number): void {
    this.reserve(end - at)
    source.copy(this.buf, this.length, at, end)
    this.length += end - at
  }

  value(name: string, value: Value): void {
    this.element(value.type, name)
    this.raw(value.buf, value.at, value.end)
  }

  openField(name: string, type: number = T.object): number {
    this.element(type, name)
    return this.open()
  }
}

/** One document from its fields, in order. */
export function buildDocument(fields: Iterable<readonly [string, Value]>, type: number = T.object): Value {
  const writer = new Writer()
  const start = writer.open()
  for (const [name, value] of fields) writer.value(name, value)
  writer.close(start)
  const buf = writer.view()
  return new Value(type, buf, 0, buf.length)
}

export function buildArray(items: readonly Value[]): Value {
  return buildDocument(
    items.map((item, index) => [String(index), item] as const),
    T.array,
  )
}
