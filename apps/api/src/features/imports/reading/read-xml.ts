import { messages } from '@wardtrack/contracts/messages'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { importRefusal } from './import-refusal.ts'

/** Levels of elements: a root, its records, their cells. */
const MAX_DEPTH = 3
/** Maximum number of characters between two tags. */
const MAX_TEXT = 1024 * 1024
const ENCODINGS = /^(?:utf-8|utf8|utf-16|utf-16le|utf-16be|us-ascii|ascii)$/i
/** Text of a cell without a value. */
const NOT_AVAILABLE = 'NA'

/** Cells of a record by column. */
export type XmlRecord = Map<string, string>

/**
 * Reads the records of an XML file: every child of the root is a record, and its children are its cells. A cell's
 * column is its element name, or its attribute `name` for columns that are no valid element names. A document type is
 * refused, so no entity is resolved or expanded.
 * @throws ApiError 400 naming the invalid line
 */
export async function* readXml(text: AsyncIterable<string>): AsyncGenerator<XmlRecord, void> {
  const reader = new XmlReader()
  for await (const chunk of text) {
    reader.write(chunk)
    yield* reader.records.splice(0)
  }
  reader.end()
  yield* reader.records.splice(0)
}

class XmlReader {
  readonly records: XmlRecord[] = []
  private readonly parser = new SaxesParser()
  private depth = 0
  private record: XmlRecord = new Map()
  private column = ''
  private cell: string[] = []
  private sinceTag = 0

  constructor() {
    const refuse = (message: string): never => {
      throw importRefusal(message, this.parser.line)
    }
    this.parser.on('error', () => refuse(messages.importInvalidXml))
    this.parser.on('doctype', () => refuse(messages.importDoctype))
    this.parser.on('xmldecl', ({ encoding }) => {
      if (encoding !== undefined && !ENCODINGS.test(encoding)) refuse(messages.importEncoding)
    })
    this.parser.on('opentag', (tag) => {
      this.sinceTag = 0
      this.depth += 1
      if (this.depth > MAX_DEPTH) refuse(messages.importTooDeep)
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
    if (this.depth === 2) this.record = new Map()
    if (this.depth !== 3) return
    this.column = attributes['name'] ?? name
    this.cell = []
  }

  private addText(text: string): void {
    if (this.depth === 3) this.cell.push(text)
    else if (text.trim() !== '') throw importRefusal(messages.importInvalidXml, this.parser.line)
  }

  private close(): void {
    if (this.depth === 2) this.records.push(this.record)
    if (this.depth !== 3) return
    const text = this.cell.join('').trim()
    // The first value of a repeated element counts.
    if (!this.record.has(this.column)) this.record.set(this.column, text === '' ? NOT_AVAILABLE : text)
  }
}
