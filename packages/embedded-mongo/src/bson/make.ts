import { deserialize, ObjectId, serialize } from 'bson'
import { documentValue, fieldValue, T, Value } from './value.ts'
import { buildDocument } from './writer.ts'

const EMPTY = Buffer.alloc(0)
const V = Buffer.from('v')

export const NULL = new Value(T.null, EMPTY, 0, 0)
export const MISSING = new Value(T.missing, EMPTY, 0, 0)
export const bool = (value: boolean) => new Value(T.bool, Buffer.from([Number(value)]), 0, 1)

function written(type: number, size: number, write: (buf: Buffer) => void): Value {
  const buf = Buffer.allocUnsafe(size)
  write(buf)
  return new Value(type, buf, 0, size)
}

export const int = (value: number) => written(T.int, 4, (buf) => buf.writeInt32LE(value))
export const double = (value: number) => written(T.double, 8, (buf) => buf.writeDoubleLE(value))
export const long = (value: bigint) => written(T.long, 8, (buf) => buf.writeBigInt64LE(value))
export const objectId = () => new Value(T.objectId, Buffer.from(new ObjectId().id), 0, 12)

/** Any JavaScript value that js-bson knows, as a BSON value. Not for hot paths. */
export function fromJs(value: unknown): Value {
  if (value === undefined) return MISSING
  const buf = Buffer.from(serialize({ v: value }, { ignoreUndefined: true }))
  return fieldValue(buf, 0, V)!
}

export function documentBytes(document: Record<string, unknown>): Buffer {
  return Buffer.from(serialize(document, { ignoreUndefined: true }))
}

/** A BSON value as plain JavaScript (numbers promoted). For options and messages, never for stored documents. */
export function toJs(value: Value): unknown {
  if (value.type === T.missing) return undefined
  return deserialize(buildDocument([['v', value]]).buf)['v']
}

export const emptyDocument = documentValue(Buffer.from([5, 0, 0, 0, 0]))
