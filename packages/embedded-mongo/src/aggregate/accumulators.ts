import { double, int, long } from '../bson/make.ts'
import { isNumberType, isWholeNumber, numberOf } from '../bson/number.ts'
import { longAt, T, type Value } from '../bson/value.ts'
import { notImplemented } from '../errors.ts'

/** Accumulates the values of one group. */
export type Accumulator = { add(value: Value): void; result(): Value }

/**
 * Creates a sum in the widest type of the added numbers. A sum beyond the range of a long becomes a double. Whole numbers are
 * added exactly. Fractions are refused, because their sum depends on rounding.
 */
function sum(): Accumulator {
  let total = 0n
  let widest: number = T.int
  return {
    add(value) {
      if (!isNumberType(value.type)) return
      if (!isWholeNumber(value)) throw notImplemented('sums of anything but whole numbers')
      if (value.type === T.double || widest === T.int) widest = value.type
      total += value.type === T.long ? longAt(value.buf, value.at) : BigInt(numberOf(value))
    },
    result() {
      if (widest === T.double) return double(Number(total))
      if (widest === T.int && BigInt.asIntN(32, total) === total) return int(Number(total))
      return BigInt.asIntN(64, total) === total ? long(total) : double(Number(total))
    },
  }
}

/** Supported accumulators. */
export const ACCUMULATORS: Readonly<Record<string, () => Accumulator>> = { $sum: sum }
