import { double, int, long } from '../bson/make.ts'
import { isNumberType, isWholeNumber, numberOf } from '../bson/number.ts'
import { longAt, T, type Value } from '../bson/value.ts'
import { notImplemented } from '../errors.ts'

/** Gathers the values of one group. */
export type Accumulator = { add(value: Value): void; result(): Value }

/**
 * The sum in the widest type of what was added; what does not fit a long becomes a double. Whole numbers are summed
 * exactly; fractions, whose sum depends on how roundings are made up for, are refused.
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

/** Accumulators that are carried out. */
export const ACCUMULATORS: Readonly<Record<string, () => Accumulator>> = { $sum: sum }
