import type { ImportEncoding } from '@wardtrack/contracts/import-operations'
import { messages } from '@wardtrack/contracts/messages'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { importRefusal } from './import-refusal.ts'

/** Levels of elements above the cells: a root, and its records. */
const RECORD_DEPTH = 2
/** Characters in which a wrapper around the records is noticed. */
const HEAD = 64 * 1024
/** Maximum number of characters between two tags. */
const MAX_TEXT = 1024 * 1024
const ENCODINGS = /^(?:utf-8|utf8|utf-16|utf-16le|utf-16be|us-ascii|ascii)$/i
/** Text of a cell without a value. */
const NOT_AVAILABLE = 'NA'
/** Attribute of a cell that names its column. */
const COLUMN = 'name'

/** Cells of a record by column. */
export type XmlRecord = Map<string, string>

/**
 * Reads the records of an XML file: every child of the root is a record, and its children and attributes are its cells.
 * A cell's column is its element name, or its attribute `name` for columns that are no valid element names. The records
 * may be in one more element; then elements without cells, such as those of a header, are no records. A document type
 * is refused, so no entity is resolved or expanded.
 * @param encoding encoding in which the text was decoded
 * @throws ApiError 400 naming the invalid line
 */
export async function* readXml(
  text: AsyncIterable<string>,
  encoding: ImportEncoding,
): AsyncGenerator<XmlRecord, void> {
  const chunks = text[Symbol.asyncIterator]()
  let head = ''
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    head += next.value
    if (head.length >= HEAD) break
  }
  const reader = new XmlReader(recordDepthOf(head), encoding)
  reader.write(head)
  yield* reader.records.splice(0)
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    reader.write(next.value)
    yield* reader.records.splice(0)
  }
  reader.end()
  yield* reader.records.splice(0)
}

/** Returns the level of the records: one deeper than usual if an element of the beginning has cells there. */
function recordDepthOf(head: string): number {
  const parser = new SaxesParser()
  let depth = 0
  let deepest = 0
  // The reader reports errors, with their lines.
  parser.on('error', () => undefined)
  parser.on('opentag', ({ attributes }) => {
    depth += 1
    const isRecord = depth === RECORD_DEPTH + 1 && Object.keys(attributes).some((name) => name !== COLUMN)
    deepest = Math.max(deepest, isRecord ? depth + 1 : depth)
  })
  parser.on('closetag', () => {
    depth -= 1
  })
  parser.write(head)
  return deepest > RECORD_DEPTH + 1 ? RECORD_DEPTH + 1 : RECORD_DEPTH
}

class XmlReader {
  readonly records: XmlRecord[] = []
  private readonly parser = new SaxesParser()
  private readonly recordDepth: number
  private depth = 0
  private record: XmlRecord = new Map()
  private column = ''
  private cell: string[] = []
  private sinceTag = 0

  constructor(recordDepth: number, decodedAs: ImportEncoding) {
    this.recordDepth = recordDepth
    const refuse = (message: string): never => {
      throw importRefusal(message, this.parser.line)
    }
    this.parser.on('error', () => refuse(messages.importInvalidXml))
    this.parser.on('doctype', () => refuse(messages.importDoctype))
    this.parser.on('xmldecl', ({ encoding }) => {
      const isRead =
        encoding === undefined || ENCODINGS.test(encoding) || encoding.toLowerCase() === decodedAs
      if (!isRead) refuse(messages.importEncoding)
    })
    this.parser.on('opentag', (tag) => {
      this.sinceTag = 0
      this.depth += 1
      if (this.depth > this.recordDepth + 1) refuse(messages.importTooDeep)
      this.open(tag)
    })
    this.parser.on('text', (text) => this.addText(text))
    this.parser.on('cdata', (text) => this.addText(text))
    this.parser.on('closetag', () => {
      this.sinceTag = 0
      this.close()
      this.depth -= 1
    })
  }

  write(chunk: string): void {
    this.sinceTag += chunk.length
    this.parser.write(chunk)
    if (this.sinceTag > MAX_TEXT) throw importRefusal(messages.importRowTooLong, this.parser.line)
  }

  end(): void {
    this.parser.close()
  }

  private open({ name, attributes }: SaxesTagPlain): void {
    if (this.depth === this.recordDepth)
      this.record = new Map(Object.entries(attributes).map(([column, text]) => [column, cellOf(text)]))
    if (this.depth !== this.recordDepth + 1) return
    this.column = attributes[COLUMN] ?? name
    this.cell = []
  }

  private addText(text: string): void {
    if (this.depth === this.recordDepth + 1) this.cell.push(text)
    else if (text.trim() !== '' && !this.isBesideRecords())
      throw importRefusal(messages.importInvalidXml, this.parser.line)
  }

  private close(): void {
    if (this.depth === this.recordDepth && !(this.isWrapped && this.record.size === 0))
      this.records.push(this.record)
    if (this.depth !== this.recordDepth + 1) return
    // The first value of a repeated element counts.
    if (!this.record.has(this.column)) this.record.set(this.column, cellOf(this.cell.join('')))
  }

  private get isWrapped(): boolean {
    return this.recordDepth > RECORD_DEPTH
  }

  /** Returns true in an element of a header: the records are in another element. */
  private isBesideRecords(): boolean {
    const isWrapper = this.depth === RECORD_DEPTH
    return this.isWrapped && (isWrapper || (this.depth === this.recordDepth && this.record.size === 0))
  }
}

const cellOf = (text: string): string => text.trim() || NOT_AVAILABLE
