import { deserialize, ObjectId, serialize } from 'bson'
import { documentValue, fieldValue, T, Value } from './value.ts'

const EMPTY = Buffer.alloc(0)
const V = Buffer.from('v')

export const NULL = new Value(T.null, EMPTY, 0, 0)
export const MISSING = new Value(T.missing, EMPTY, 0, 0)
export const TRUE = new Value(T.bool, Buffer.from([1]), 0, 1)
export const FALSE = new Value(T.bool, Buffer.from([0]), 0, 1)

export const bool = (value: boolean) => (value ? TRUE : FALSE)

export function int(value: number): Value {
  const buf = Buffer.allocUnsafe(4)
  buf.writeInt32LE(value)
  return new Value(T.int, buf, 0, 4)
}

export function double(value: number): Value {
  const buf = Buffer.allocUnsafe(8)
  buf.writeDoubleLE(value)
  return new Value(T.double, buf, 0, 8)
}

export function long(value: bigint): Value {
  const buf = Buffer.allocUnsafe(8)
  buf.writeBigInt64LE(value)
  return new Value(T.long, buf, 0, 8)
}

/** A date from milliseconds since the epoch. */
export function date(milliseconds: number): Value {
  const buf = Buffer.allocUnsafe(8)
  buf.writeBigInt64LE(BigInt(Math.trunc(milliseconds)))
  return new Value(T.date, buf, 0, 8)
}

export function string(value: string): Value {
  const length = Buffer.byteLength(value)
  const buf = Buffer.allocUnsafe(length + 5)
  buf.writeInt32LE(length + 1)
  buf.write(value, 4, 'utf8')
  buf[length + 4] = 0
  return new Value(T.string, buf, 0, length + 5)
}

export function objectId(): Value {
  return new Value(T.objectId, Buffer.from(new ObjectId().id), 0, 12)
}

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
  const size = value.end - value.at
  const buf = Buffer.allocUnsafe(size + 8)
  buf.writeInt32LE(size + 8, 0)
  buf[4] = value.type
  buf.write('v\0', 5)
  value.buf.copy(buf, 7, value.at, value.end)
  buf[size + 7] = 0
  return deserialize(buf, { useBigInt64: false })['v']
}

export const emptyDocument = documentValue(Buffer.from([5, 0, 0, 0, 0]))
