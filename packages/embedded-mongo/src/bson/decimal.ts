import { Decimal128 } from 'bson'
import { T, Value } from './value.ts'

/** An exact number: coefficient × 10^exponent. */
export type Exact = { coefficient: bigint; exponent: number }
export type DecimalNumber = Exact | 'NaN' | 'Infinity' | '-Infinity'

const COEFFICIENT_BITS = 113n

/** Decimal128 (binary integer decimal) at `at`. Non-canonical coefficients count as zero, as the standard says. */
export function decimalAt(buf: Buffer, at: number): DecimalNumber {
  const low = BigInt.asUintN(64, readLong(buf, at))
  const high = BigInt.asUintN(64, readLong(buf, at + 8))
  const negative = high >> 63n === 1n
  const combination = Number((high >> 58n) & 0x1fn)
  if (combination === 0x1f) return 'NaN'
  if (combination === 0x1e) return negative ? '-Infinity' : 'Infinity'
  if (combination >= 0x18) return { coefficient: 0n, exponent: Number((high >> 47n) & 0x3fffn) - 6176 }
  const exponent = Number((high >> 49n) & 0x3fffn) - 6176
  const coefficient = ((high & ((1n << (COEFFICIENT_BITS - 64n)) - 1n)) << 64n) | low
  return { coefficient: negative ? -coefficient : coefficient, exponent }
}

function readLong(buf: Buffer, at: number): bigint {
  let value = 0n
  for (let i = 7; i >= 0; i--) value = (value << 8n) | BigInt(buf[at + i]!)
  return value
}

/** A finite double exactly, as a decimal (every binary fraction has one). */
export function exactDouble(value: number): Exact {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value)
  const bits = view.getBigUint64(0)
  const biased = Number((bits >> 52n) & 0x7ffn)
  let mantissa = bits & 0xfffffffffffffn
  if (biased !== 0) mantissa |= 1n << 52n
  if (bits >> 63n) mantissa = -mantissa
  const power = (biased === 0 ? 1 : biased) - 1075
  if (power >= 0) return { coefficient: mantissa << BigInt(power), exponent: 0 }
  return { coefficient: mantissa * 5n ** BigInt(-power), exponent: power }
}

function aligned(a: Exact, b: Exact): [bigint, bigint, number] {
  const exponent = Math.min(a.exponent, b.exponent)
  return [
    a.coefficient * 10n ** BigInt(a.exponent - exponent),
    b.coefficient * 10n ** BigInt(b.exponent - exponent),
    exponent,
  ]
}

export function compareExact(a: Exact, b: Exact): number {
  if (a.coefficient === 0n || b.coefficient === 0n || a.coefficient > 0n !== b.coefficient > 0n) {
    return a.coefficient < b.coefficient ? -1 : a.coefficient > b.coefficient ? 1 : 0
  }
  const magnitude = (value: Exact) => String(value.coefficient).length + value.exponent
  if (Math.abs(magnitude(a) - magnitude(b)) > 2) {
    const larger = magnitude(a) > magnitude(b)
    return larger === a.coefficient > 0n ? 1 : -1
  }
  const [x, y] = aligned(a, b)
  return x < y ? -1 : x > y ? 1 : 0
}

export function addExact(a: Exact, b: Exact): Exact {
  const [x, y, exponent] = aligned(a, b)
  return { coefficient: x + y, exponent }
}

export const multiplyExact = (a: Exact, b: Exact): Exact => ({
  coefficient: a.coefficient * b.coefficient,
  exponent: a.exponent + b.exponent,
})

export const exactToNumber = (value: Exact) => Number(`${value.coefficient}e${value.exponent}`)

/** The exact number as Decimal128, rounded to its 34 digits. */
export function decimalValue(value: Exact): Value {
  const text = `${value.coefficient}E${value.exponent}`
  const bytes = Buffer.from(Decimal128.fromStringWithRounding(text).bytes)
  return new Value(T.decimal, bytes, 0, 16)
}
