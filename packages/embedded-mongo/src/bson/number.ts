import { double, int, long } from './make.ts'
import { doubleAt, int32At, longAt, longNumberAt, T, type Value } from './value.ts'

export const isNumberType = (type: number) => type === T.int || type === T.double || type === T.long

/** A number as JavaScript number; longs beyond 2^53 lose digits. */
export function numberAt(type: number, buf: Buffer, at: number): number {
  if (type === T.int) return int32At(buf, at)
  return type === T.double ? doubleAt(buf, at) : longNumberAt(buf, at)
}

export const numberOf = (value: Value) => numberAt(value.type, value.buf, value.at)

/** Numeric order over all types, exactly. NaN equals itself and is below every other number. */
export function compareNumbers(
  aType: number,
  aBuf: Buffer,
  aAt: number,
  bType: number,
  bBuf: Buffer,
  bAt: number,
): number {
  const a = aType === T.long ? longAt(aBuf, aAt) : numberAt(aType, aBuf, aAt)
  const b = bType === T.long ? longAt(bBuf, bAt) : numberAt(bType, bBuf, bAt)
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : -1
  if (Number.isNaN(b)) return 1
  return a < b ? -1 : a > b ? 1 : 0
}

const INT_MIN = -2147483648
const INT_MAX = 2147483647
const LONG_MIN = -(2n ** 63n)
const LONG_MAX = 2n ** 63n - 1n

function arithmetic(
  a: Value,
  b: Value,
  onIntegers: (x: bigint, y: bigint) => bigint,
  onDoubles: (x: number, y: number) => number,
): Value | undefined {
  if (a.type === T.double || b.type === T.double) return double(onDoubles(numberOf(a), numberOf(b)))
  const narrow = a.type === T.int && b.type === T.int
  if (narrow) {
    const quick = onDoubles(int32At(a.buf, a.at), int32At(b.buf, b.at))
    if (quick >= INT_MIN && quick <= INT_MAX) return int(quick)
  }
  const exact = onIntegers(bigintOf(a), bigintOf(b))
  return exact >= LONG_MIN && exact <= LONG_MAX ? long(exact) : undefined
}

/** An int or long as bigint. */
const bigintOf = (value: Value) =>
  value.type === T.long ? longAt(value.buf, value.at) : BigInt(int32At(value.buf, value.at))

/** Sum in the wider type of both; undefined on 64-bit overflow. */
export const addNumbers = (a: Value, b: Value) =>
  arithmetic(
    a,
    b,
    (x, y) => x + y,
    (x, y) => x + y,
  )

export const subtractNumbers = (a: Value, b: Value) =>
  arithmetic(
    a,
    b,
    (x, y) => x - y,
    (x, y) => x - y,
  )

export const multiplyNumbers = (a: Value, b: Value) =>
  arithmetic(
    a,
    b,
    (x, y) => x * y,
    (x, y) => x * y,
  )

/** A whole JavaScript number as int where it fits, else long. */
export const wholeNumber = (value: number) =>
  value >= INT_MIN && value <= INT_MAX ? int(value) : long(BigInt(value))

/** Whether a value is a whole number of at least `least`. */
export const isWholeNumber = (value: Value, least = Number.NEGATIVE_INFINITY) =>
  isNumberType(value.type) && Number.isInteger(numberOf(value)) && numberOf(value) >= least
