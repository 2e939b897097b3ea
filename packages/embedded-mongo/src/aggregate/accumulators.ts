import { double, int, long } from '../bson/make.ts'
import { isNumberType, isWholeNumber, numberOf } from '../bson/number.ts'
import { detached, longAt, T, type Value } from '../bson/value.ts'
import { buildArray } from '../bson/writer.ts'
import { notImplemented, StoreError } from '../errors.ts'

/** Gathers the values of one group. */
export type Accumulator = { add(value: Value): void; result(): Value }

const MAX_LIST_BYTES = 100 * 1024 * 1024

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

/** The values as a list, in their order. */
function push(): Accumulator {
  const items: Value[] = []
  let bytes = 0
  return {
    add(value) {
      if (value.type === T.missing) return
      items.push(detached(value))
      bytes += value.end - value.at
      if (bytes > MAX_LIST_BYTES)
        throw new StoreError(146, '$push used too much memory and the embedded store does not spill to disk')
    },
    result: () => buildArray(items),
  }
}

/** Accumulators that are carried out. */
export const ACCUMULATORS: Readonly<Record<string, () => Accumulator>> = { $sum: sum, $push: push }
