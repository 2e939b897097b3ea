import { createHash } from 'node:crypto'
import { GrowingBuffer } from '../bson/growing-buffer.ts'
import { numberAt } from '../bson/number.ts'
import { int32At, longAt, T, type Value, valueEnd } from '../bson/value.ts'

/**
 * A longer component is stored as its beginning and a hash of the whole (LMDB keys have at most 1,978 bytes). Equality stays
 * exact. The order of values with the same beginning is lost, which `truncated` reports.
 */
const COMPONENT_LIMIT = 480
const HASH_BYTES = 16
/** The kept beginning of a cut component. */
export const KEPT_BYTES = COMPONENT_LIMIT - HASH_BYTES

/** Bytes of space that a writer reuses for each key. */
const KEPT_SPACE = 4096

/**
 * First bytes of encoded values, in MongoDB's order of types. Missing sorts below null, and so does an empty array (as
 * undefined). Bytes for types that are not stored are left free.
 */
const RANK_BYTES: readonly (number | undefined)[] = Object.assign([], {
  [T.missing]: 16,
  [T.undefined]: 16,
  [T.null]: 24,
  [T.int]: 32,
  [T.double]: 32,
  [T.long]: 32,
  [T.string]: 40,
  [T.object]: 48,
  [T.array]: 56,
  [T.binary]: 64,
  [T.objectId]: 72,
  [T.bool]: 80,
  [T.date]: 88,
})

/** The first byte of an encoded value; the same for types whose values compare with each other. */
export function rankByte(type: number): number {
  const rank = RANK_BYTES[type]
  if (rank === undefined) throw new Error(`There are no stored values of type ${type}`)
  return rank
}

/**
 * Writes values so that plain byte order is BSON order. Each component is self-delimiting, so components can be
 * joined, and inverted byte by byte for descending fields.
 */
export class KeyWriter extends GrowingBuffer {
  truncated = false

  constructor() {
    super(KEPT_SPACE)
  }

  override reset(): void {
    super.reset()
    this.truncated = false
  }

  uint32(value: number): void {
    this.reserve(4)
    this.length = this.buf.writeUInt32BE(value, this.length)
  }

  /** Order against other encoded values. */
  compare(encoded: Buffer): number {
    return this.buf.compare(encoded, 0, encoded.length, 0, this.length)
  }

  /** Keeps the lesser of the last two components and drops the other. */
  keepLesser(first: number, second: number): void {
    if (this.buf.compare(this.buf, second, this.length, first, second) <= 0) this.length = second
    else {
      this.buf.copyWithin(first, second, this.length)
      this.length -= second - first
    }
  }

  /** One index component: missing counts as null, as in MongoDB's indexes. */
  component(type: number, source: Buffer, at: number, descending: boolean): void {
    const start = this.length
    if (type === T.missing) this.byte(rankByte(T.null))
    else this.encode(type, source, at)
    if (this.length - start > COMPONENT_LIMIT) this.shorten(start)
    if (descending) this.invert(start)
  }

  /** Writes a component of a sort key. It is never cut, because its order must be exact. */
  sortComponent(type: number, source: Buffer, at: number, descending: boolean): void {
    const start = this.length
    this.encode(type, source, at)
    if (descending) this.invert(start)
  }

  private invert(start: number): void {
    for (let i = start; i < this.length; i++) this.buf[i] = this.buf[i]! ^ 0xff
  }

  private shorten(start: number): void {
    const hash = createHash('sha256').update(this.buf.subarray(start, this.length)).digest()
    hash.copy(this.buf, start + KEPT_BYTES, 0, HASH_BYTES)
    this.length = start + COMPONENT_LIMIT
    this.truncated = true
  }

  private encode(type: number, source: Buffer, at: number): void {
    this.byte(rankByte(type))
    this.payload(type, source, at)
  }

  private payload(type: number, source: Buffer, at: number): void {
    switch (type) {
      case T.int:
      case T.double:
      case T.long:
        return this.number(type, source, at)
      case T.string:
        return this.escaped(source, at + 4, at + 3 + int32At(source, at))
      case T.object:
      case T.array:
        return this.nested(source, at, type === T.object)
      case T.binary:
        return this.binary(source, at)
      case T.objectId:
        return this.bytes(source, at, at + 12)
      case T.bool:
        return this.byte(source[at]!)
      case T.date:
        return this.signed64(longAt(source, at))
    }
  }

  private bytes(source: Buffer, at: number, end: number): void {
    this.reserve(end - at)
    for (let i = at; i < end; i++) this.buf[this.length++] = source[i]!
  }

  /** NUL becomes 00 FF, the end is 00 00: no encoded text is a beginning of another. */
  private escaped(source: Buffer, at: number, end: number): void {
    this.reserve((end - at) * 2 + 2)
    for (let i = at; i < end; i++) {
      const byte = source[i]!
      this.buf[this.length++] = byte
      if (byte === 0) this.buf[this.length++] = 0xff
    }
    this.buf[this.length++] = 0
    this.buf[this.length++] = 0
  }

  private signed64(value: bigint): void {
    this.reserve(8)
    this.length = this.buf.writeBigUInt64BE(BigInt.asUintN(64, value ^ (-1n << 63n)), this.length)
  }

  private ordered(value: number): void {
    this.reserve(8)
    const start = this.length
    this.length = this.buf.writeDoubleBE(value === 0 ? 0 : value, start)
    if (this.buf[start]! & 0x80) this.invert(start)
    else this.buf[start] = this.buf[start]! | 0x80
  }

  /** Writes the nearest double and then the difference, so that ints, doubles and longs are exact over their whole range. */
  private number(type: number, source: Buffer, at: number): void {
    const nearest = numberAt(type, source, at)
    if (Number.isNaN(nearest)) {
      this.reserve(9)
      this.buf.fill(0, this.length, this.length + 8)
      this.length += 8
      return this.byte(0x80)
    }
    this.ordered(nearest)
    const remaining = remainder(type, source, at, nearest)
    this.byte(remaining < 0 ? 0x7f : remaining > 0 ? 0x81 : 0x80)
    if (remaining !== 0) this.ordered(remaining)
  }

  private nested(source: Buffer, at: number, names: boolean): void {
    let el = at + 4
    for (;;) {
      const type = source[el]!
      if (type === 0) break
      let nameEnd = el + 1
      while (source[nameEnd] !== 0) nameEnd++
      this.byte(rankByte(type))
      if (names) this.bytes(source, el + 1, nameEnd + 1)
      this.payload(type, source, nameEnd + 1)
      el = valueEnd(type, source, nameEnd + 1)
    }
    this.byte(0)
  }

  private binary(source: Buffer, at: number): void {
    const length = int32At(source, at)
    this.uint32(length)
    this.bytes(source, at + 4, at + 5 + length)
  }
}

function remainder(type: number, source: Buffer, at: number, nearest: number): number {
  if (type !== T.long || Math.abs(nearest) < 2 ** 53) return 0
  return Number(longAt(source, at) - BigInt(nearest))
}

/** The smallest byte string above every string that begins with `bytes`. */
export function successor(bytes: Buffer): Buffer {
  let length = bytes.length
  while (length > 0 && bytes[length - 1] === 0xff) length--
  const next = Buffer.from(bytes.subarray(0, length))
  if (length > 0) next[length - 1] = next[length - 1]! + 1
  return next
}

export function inverted(bytes: Buffer): Buffer {
  const result = Buffer.allocUnsafe(bytes.length)
  for (let i = 0; i < bytes.length; i++) result[i] = bytes[i]! ^ 0xff
  return result
}

const shared = new KeyWriter()
/** Encodes a value as an ascending component, and reports if it was cut. */
export function encodeComponent(
  type: number,
  source: Buffer,
  at: number,
): { bytes: Buffer; truncated: boolean } {
  shared.reset()
  shared.component(type, source, at, false)
  return { bytes: shared.copy(), truncated: shared.truncated }
}

/** A value as a component of a sort key. */
export function encodeWhole(type: number, source: Buffer, at: number): Buffer {
  shared.reset()
  shared.sortComponent(type, source, at, false)
  return shared.copy()
}

/** Returns a text that is the same for equal values (1 and 1.0 too). */
export const equalityKey = ({ type, buf, at }: Value): string => encodeWhole(type, buf, at).toString('latin1')

/** BSON comparison of two values. */
export function compareValues(a: Value, b: Value): number {
  const other = encodeWhole(b.type, b.buf, b.at)
  shared.reset()
  shared.sortComponent(a.type, a.buf, a.at, false)
  return shared.compare(other)
}
