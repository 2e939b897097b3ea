import { double, int, long } from './make.ts'
import { doubleAt, int32At, longAt, longNumberAt, T, type Value } from './value.ts'

export const isNumberType = (type: number) => type === T.int || type === T.double || type === T.long

/** A number as JavaScript number; longs beyond 2^53 lose digits. */
export function numberAt(type: number, buf: Buffer, at: number): number {
  if (type === T.int) return int32At(buf, at)
  return type === T.double ? doubleAt(buf, at) : longNumberAt(buf, at)
}

export const numberOf = (value: Value) => numberAt(value.type, value.buf, value.at)

const INT_MIN = -2147483648
const INT_MAX = 2147483647

/** Sum in the wider type of both; undefined on 64-bit overflow. */
export function addNumbers(a: Value, b: Value): Value | undefined {
  if (a.type === T.double || b.type === T.double) return double(numberOf(a) + numberOf(b))
  const sum = exactInteger(a) + exactInteger(b)
  if (a.type === T.int && b.type === T.int && sum >= INT_MIN && sum <= INT_MAX) return int(Number(sum))
  return BigInt.asIntN(64, sum) === sum ? long(sum) : undefined
}

const exactInteger = (value: Value) =>
  value.type === T.long ? longAt(value.buf, value.at) : BigInt(int32At(value.buf, value.at))

/** A whole JavaScript number as int where it fits, else long. */
export const wholeNumber = (value: number) =>
  value >= INT_MIN && value <= INT_MAX ? int(value) : long(BigInt(value))

/** Reports if a value is a whole number of at least `least`. */
export const isWholeNumber = (value: Value, least = Number.NEGATIVE_INFINITY) =>
  isNumberType(value.type) && Number.isInteger(numberOf(value)) && numberOf(value) >= least
