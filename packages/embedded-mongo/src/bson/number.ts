import {
  addExact,
  compareExact,
  type DecimalNumber,
  decimalAt,
  decimalValue,
  type Exact,
  exactDouble,
  exactToNumber,
  multiplyExact,
} from './decimal.ts'
import { double, int, long } from './make.ts'
import { doubleAt, int32At, longAt, longNumberAt, T, Value } from './value.ts'

export const isNumberType = (type: number) =>
  type === T.int || type === T.double || type === T.long || type === T.decimal

/** A number as JavaScript number; longs and decimals beyond 2^53 lose digits. */
export function numberAt(type: number, buf: Buffer, at: number): number {
  if (type === T.int) return int32At(buf, at)
  if (type === T.double) return doubleAt(buf, at)
  if (type === T.long) return longNumberAt(buf, at)
  const decimal = decimalAt(buf, at)
  return typeof decimal === 'string' ? Number(decimal) : exactToNumber(decimal)
}

export const numberOf = (value: Value) => numberAt(value.type, value.buf, value.at)

function exactOf(type: number, buf: Buffer, at: number): DecimalNumber {
  if (type === T.decimal) return decimalAt(buf, at)
  if (type === T.long) return { coefficient: longAt(buf, at), exponent: 0 }
  if (type === T.int) return { coefficient: BigInt(int32At(buf, at)), exponent: 0 }
  const value = numberAt(type, buf, at)
  if (Number.isNaN(value)) return 'NaN'
  if (value === Infinity) return 'Infinity'
  if (value === -Infinity) return '-Infinity'
  return exactDouble(value)
}

/** For sums and products with decimals a double counts with its first 15 digits, as in MongoDB. */
function addend(value: Value): DecimalNumber {
  if (value.type !== T.double) return exactOf(value.type, value.buf, value.at)
  const number = numberOf(value)
  if (!Number.isFinite(number)) return exactOf(value.type, value.buf, value.at)
  const [mantissa = '0', exponent = '0'] = number.toExponential(14).split('e')
  return { coefficient: BigInt(mantissa.replace('.', '')), exponent: Number(exponent) - 14 }
}

const order = (a: number | bigint, b: number | bigint) => (a < b ? -1 : a > b ? 1 : 0)

/** Numeric order over all four types, exactly. NaN equals itself and is below every other number. */
export function compareNumbers(
  aType: number,
  aBuf: Buffer,
  aAt: number,
  bType: number,
  bBuf: Buffer,
  bAt: number,
): number {
  if (aType === T.decimal || bType === T.decimal) {
    return compareDecimals(exactOf(aType, aBuf, aAt), exactOf(bType, bBuf, bAt))
  }
  const a = aType === T.long ? longAt(aBuf, aAt) : numberAt(aType, aBuf, aAt)
  const b = bType === T.long ? longAt(bBuf, bAt) : numberAt(bType, bBuf, bAt)
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : -1
  if (Number.isNaN(b)) return 1
  return order(a, b)
}

const SPECIAL_RANK = { NaN: 0, '-Infinity': 1, Infinity: 3 } as const
const rank = (value: DecimalNumber) => (typeof value === 'string' ? SPECIAL_RANK[value] : 2)

function compareDecimals(a: DecimalNumber, b: DecimalNumber): number {
  if (typeof a === 'string' || typeof b === 'string') return order(rank(a), rank(b))
  return compareExact(a, b)
}

const INT_MIN = -2147483648
const INT_MAX = 2147483647
const LONG_MIN = -(2n ** 63n)
const LONG_MAX = 2n ** 63n - 1n

/** An integer result in the narrowest type of at least `type`; undefined when it leaves 64 bits. */
function integer(type: number, value: bigint): Value | undefined {
  if (type === T.int && value >= INT_MIN && value <= INT_MAX) return int(Number(value))
  return value >= LONG_MIN && value <= LONG_MAX ? long(value) : undefined
}

function arithmetic(
  a: Value,
  b: Value,
  onIntegers: (x: bigint, y: bigint) => bigint,
  onDoubles: (x: number, y: number) => number,
  onExact: (x: Exact, y: Exact) => Exact,
): Value | undefined {
  if (a.type === T.decimal || b.type === T.decimal) {
    const x = addend(a)
    const y = addend(b)
    if (typeof x === 'string' || typeof y === 'string') return double(onDoubles(numberOf(a), numberOf(b)))
    return decimalValue(onExact(x, y))
  }
  if (a.type === T.double || b.type === T.double) return double(onDoubles(numberOf(a), numberOf(b)))
  if (a.type === T.int && b.type === T.int) {
    const quick = onDoubles(int32At(a.buf, a.at), int32At(b.buf, b.at))
    if (quick >= INT_MIN && quick <= INT_MAX) return int(quick)
  }
  return integer(a.type === T.int && b.type === T.int ? T.int : T.long, onIntegers(bigintOf(a), bigintOf(b)))
}

/** An int or long as bigint. */
export const bigintOf = (value: Value) =>
  value.type === T.long ? longAt(value.buf, value.at) : BigInt(int32At(value.buf, value.at))

/** Sum in the wider type of both; undefined on 64-bit overflow. */
export const addNumbers = (a: Value, b: Value) =>
  arithmetic(
    a,
    b,
    (x, y) => x + y,
    (x, y) => x + y,
    addExact,
  )

export const multiplyNumbers = (a: Value, b: Value) =>
  arithmetic(
    a,
    b,
    (x, y) => x * y,
    (x, y) => x * y,
    multiplyExact,
  )

export const subtractNumbers = (a: Value, b: Value) =>
  arithmetic(
    a,
    b,
    (x, y) => x - y,
    (x, y) => x - y,
    (x, y) => addExact(x, { coefficient: -y.coefficient, exponent: y.exponent }),
  )

/** A whole JavaScript number as int where it fits, else long. */
export const wholeNumber = (value: number) =>
  value >= INT_MIN && value <= INT_MAX ? int(value) : long(BigInt(value))
