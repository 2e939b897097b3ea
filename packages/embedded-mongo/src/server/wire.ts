import { emptyDocument } from '../bson/make.ts'
import { validateDocument } from '../bson/validate.ts'
import { documentValue, int32At, type Value } from '../bson/value.ts'
import { StoreError } from '../errors.ts'

const OP_REPLY = 1
const OP_QUERY = 2004
const OP_MSG = 2013
const HEADER = 16
/** The largest message that hello announces. */
export const MAX_MESSAGE_BYTES = 48_000_000 + 1024

const CHECKSUM_PRESENT = 1
const MORE_TO_COME = 2
/** Codes for well-formed documents that are refused: nested too deeply (15), or with unsupported values (238). */
const REFUSED_CODES = new Set([15, 238])

/** A message with one command. `wantsReply` is false for fire-and-forget writes. */
export type Message = {
  requestId: number
  legacy: boolean
  wantsReply: boolean
  body: Value
  sequences: Map<string, Value[]>
  /** reason for refusing the command without reading it */
  refusal?: StoreError
}

/** Splits a byte stream into messages. */
export class MessageSplitter {
  private chunks: Buffer[] = []
  private size = 0
  private readonly maxBytes: () => number

  /** @param maxBytes returns the current maximum length of a message */
  constructor(maxBytes: () => number = () => MAX_MESSAGE_BYTES) {
    this.maxBytes = maxBytes
  }

  *push(chunk: Buffer): Generator<Buffer> {
    this.chunks.push(chunk)
    this.size += chunk.length
    while (this.size >= 4) {
      if (this.chunks[0]!.length < 4) this.join()
      const wanted = this.chunks[0]!.readInt32LE(0)
      if (wanted < HEADER || wanted > this.maxBytes())
        throw new StoreError(10334, `message length ${wanted} is not allowed`)
      if (this.size < wanted) return
      if (this.chunks[0]!.length < wanted) this.join()
      const first = this.chunks[0]!
      this.size -= wanted
      if (first.length === wanted) this.chunks.shift()
      else this.chunks[0] = first.subarray(wanted)
      yield first.subarray(0, wanted)
    }
  }

  private join(): void {
    this.chunks = [Buffer.concat(this.chunks)]
  }
}

export function parseMessage(bytes: Buffer): Message {
  const requestId = bytes.readInt32LE(4)
  const opcode = bytes.readInt32LE(12)
  if (opcode === OP_MSG) return parseMsg(bytes, requestId)
  if (opcode === OP_QUERY) return parseQuery(bytes, requestId)
  throw new StoreError(59, `opcode ${opcode} is not supported`)
}

function parseMsg(bytes: Buffer, requestId: number): Message {
  const flags = bytes.readUInt32LE(16)
  const end = bytes.length - (flags & CHECKSUM_PRESENT ? 4 : 0)
  const message = { requestId, legacy: false, wantsReply: (flags & MORE_TO_COME) === 0, sequences: new Map() }
  let at = HEADER + 4
  let body: Value | undefined
  try {
    while (at < end) {
      const kind = bytes[at++]
      if (kind === 1) at = readSequence(bytes, at, end, message.sequences)
      else if (kind === 0) {
        body = documentValue(bytes, at)
        at = validateDocument(bytes, at, end)
      } else throw new StoreError(22, `unknown section kind ${kind}`)
    }
  } catch (error) {
    // The sender gets this error, and the connection stays open.
    if (!(error instanceof StoreError) || !REFUSED_CODES.has(error.code)) throw error
    return { ...message, body: emptyDocument, refusal: error }
  }
  if (!body) throw new StoreError(22, 'OP_MSG without a body')
  return { ...message, body }
}

function readSequence(bytes: Buffer, from: number, end: number, sequences: Map<string, Value[]>): number {
  const last = from + bytes.readInt32LE(from)
  const nameEnd = bytes.indexOf(0, from + 4)
  if (last > end || last < from + 5 || nameEnd < 0 || nameEnd >= last)
    throw new StoreError(22, 'bad document sequence')
  const documents: Value[] = []
  let at = nameEnd + 1
  while (at < last) {
    const next = validateDocument(bytes, at, last)
    documents.push(documentValue(bytes, at))
    at = next
  }
  sequences.set(bytes.toString('utf8', from + 4, nameEnd), documents)
  return last
}

/** Parses the older form of a message, in which drivers send only the first isMaster. */
function parseQuery(bytes: Buffer, requestId: number): Message {
  const nameEnd = bytes.indexOf(0, HEADER + 4)
  const at = nameEnd + 9
  validateDocument(bytes, at, bytes.length)
  return { requestId, legacy: true, wantsReply: true, body: documentValue(bytes, at), sequences: new Map() }
}

let nextId = 1

/** The header and section bytes that go before a reply document. */
export function replyHead(message: Pick<Message, 'requestId' | 'legacy'>, body: Buffer): Buffer {
  const head = Buffer.alloc(message.legacy ? 36 : 21)
  head.writeInt32LE(head.length + int32At(body, 0), 0)
  head.writeInt32LE(nextId++ & 0x7fffffff, 4)
  head.writeInt32LE(message.requestId, 8)
  head.writeInt32LE(message.legacy ? OP_REPLY : OP_MSG, 12)
  if (message.legacy) {
    head.writeInt32LE(8, 16)
    head.writeInt32LE(1, 32)
  }
  return head
}
