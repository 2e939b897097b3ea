import { messages } from '@wardtrack/contracts/messages'
import { importRefusal } from './import-refusal.ts'

/** Maximum number of characters in a row, and in a document that is not a list. */
const MAX_ROW = 1024 * 1024
const MAX_DOCUMENT = 8 * 1024 * 1024
const MAX_DEPTH = 16

/** Part of a JSON file: an element of its list, a document of JSON lines, or the whole document. */
export type JsonPart = { kind: 'row' | 'document'; value: unknown }

/**
 * Reads a JSON file while holding at most one row in memory. Its rows are the elements of a list, or the documents of
 * JSON lines. They are split by their brackets and parsed separately.
 * @throws ApiError 400
 */
export async function* readJson(text: AsyncIterable<string>): AsyncGenerator<JsonPart, void> {
  const cutter = new JsonCutter()
  for await (const chunk of text) yield* cutter.take(chunk)
  cutter.end()
  if (cutter.document !== undefined) yield { kind: 'document', value: parseJson(cutter.document, undefined) }
}

function parseJson(text: string, line: number | undefined): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw importRefusal(messages.importInvalidJson, line)
  }
}

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])
const [LIST_BEGIN, LIST_END, COMMA, QUOTE, BACKSLASH] = [0x5b, 0x5d, 0x2c, 0x22, 0x5c]

/** Splitter of a text into the elements of its list, or into its documents. */
class JsonCutter {
  private kind: 'begin' | 'list' | 'document' | 'lines' | 'end' = 'begin'
  private depth = 0
  private isText = false
  private isEscaped = false
  private parts: string[] = []
  private length = 0
  private rows = 0
  /** whole text when the file is not a list */
  document: string | undefined;

  *take(chunk: string): Generator<JsonPart, void> {
    let from = 0
    for (let at = 0; at < chunk.length; at += 1) {
      const code = chunk.charCodeAt(at)
      if (this.isText) this.passText(code)
      else if (this.kind === 'begin' || this.kind === 'end') from = this.passOutside(code, at, from)
      else if (code === QUOTE) this.isText = true
      else if (OPENING.has(code)) {
        if (this.kind === 'document' && this.depth === 0) {
          // A second document begins: the text is JSON lines.
          this.kind = 'lines'
          yield this.row(this.cut(chunk.slice(from, at)))
          from = at
        }
        this.open()
      } else if (this.depth === 1 && this.kind === 'list' && (code === COMMA || code === LIST_END)) {
        const element = this.cut(chunk.slice(from, at))
        from = at + 1
        if (code === LIST_END) this.closeList()
        if (element !== '' || code === COMMA || this.rows > 0) yield this.row(element)
      } else if (CLOSING.has(code)) {
        this.depth -= 1
        if (this.kind !== 'lines' || this.depth > 0) continue
        yield this.row(this.cut(chunk.slice(from, at + 1)))
        from = at + 1
      }
    }
    if (this.kind !== 'begin' && this.kind !== 'end') this.keep(chunk.slice(from))
  }

  end(): void {
    if (this.kind === 'document' && this.depth === 0) this.document = this.cut('')
    else if (this.kind === 'lines' && this.depth === 0 && this.cut('') === '') return
    else if (this.kind !== 'end') throw importRefusal(messages.importInvalidJson, this.rows + 2)
  }

  private passText(code: number): void {
    if (this.isEscaped) this.isEscaped = false
    else if (code === BACKSLASH) this.isEscaped = true
    else if (code === QUOTE) this.isText = false
  }

  /** Skips text before and after the list. */
  private passOutside(code: number, at: number, from: number): number {
    if (isSpace(code)) return from
    if (this.kind === 'end') throw importRefusal(messages.importInvalidJson, this.rows + 1)
    this.depth = 1
    if (code === LIST_BEGIN) {
      this.kind = 'list'
      return at + 1
    }
    this.kind = 'document'
    return at
  }

  private open(): void {
    this.depth += 1
    if (this.depth > MAX_DEPTH) throw importRefusal(messages.importTooDeep, this.rows + 2)
  }

  private closeList(): void {
    this.depth = 0
    this.kind = 'end'
  }

  private keep(text: string): void {
    this.length += text.length
    if (this.length > (this.kind === 'document' ? MAX_DOCUMENT : MAX_ROW))
      throw importRefusal(messages.importRowTooLong, this.rows + 2)
    this.parts.push(text)
  }

  private cut(tail: string): string {
    this.keep(tail)
    const text = this.parts.join('').trim()
    this.parts = []
    this.length = 0
    return text
  }

  private row(element: string): JsonPart {
    this.rows += 1
    return { kind: 'row', value: parseJson(element, this.rows + 1) }
  }
}
