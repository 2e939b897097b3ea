import { double, int, long, NULL } from '../bson/make.ts'
import { isNumberType, numberOf } from '../bson/number.ts'
import { detached, isNullish, longAt, T, type Value } from '../bson/value.ts'
import { buildArray } from '../bson/writer.ts'
import { StoreError } from '../errors.ts'
import { compareValues, KeyWriter } from '../keys/key-writer.ts'

const writer = new KeyWriter()

/** A value as text by which equal values are equal (1 and 1.0 too). */
export function equalityKey(value: Value): string {
  if (value.type === T.missing) return 'missing'
  // No encoded key begins with this letter: ranks are multiples of eight.
  if (value.type === T.string) return `s${value.buf.toString('latin1', value.at, value.end)}`
  writer.reset()
  writer.sortComponent(value.type, value.buf, value.at, false)
  return writer.view().toString('latin1')
}

/** Gathers the values of one group. */
export type Accumulator = { add(value: Value): void; result(): Value }

const MAX_LIST_BYTES = 100 * 1024 * 1024

/** The value as it may be held: without the document that it was read from. */
export const detachedFromDocument = (value: Value) =>
  value.end - value.at < value.buf.length ? detached(value) : value

/**
 * A sum of doubles and integers that keeps beside it what its roundings lost (Knuth's two-sum), as MongoDB sums:
 * 0.1 + 0.2 + 0.3 is 0.6 in every order, and integers stay exact.
 */
class CompensatedSum {
  private sum = 0
  private lost = 0
  /** The plain sum: where infinities are summed, what is lost is no number. */
  private plain = 0

  addDouble(value: number): void {
    this.plain += value
    const total = this.sum + value
    const added = total - this.sum
    this.lost += this.sum - (total - added) + (value - added)
    this.sum = total
  }

  addLong(value: bigint): void {
    const low = value % 4294967296n
    this.addDouble(Number(low))
    this.addDouble(Number(value - low))
  }

  asDouble(): number {
    const total = this.sum + this.lost
    return Number.isNaN(total) ? this.plain : total
  }

  /** The exact sum of integers. */
  asInteger(): bigint {
    return BigInt(this.sum) + BigInt(this.lost)
  }
}

/** The sum in the widest type of what was added; what does not fit a long becomes a double. */
function sum(): Accumulator {
  const total = new CompensatedSum()
  let widest: number = T.int
  return {
    add(value) {
      if (!isNumberType(value.type)) return
      if (value.type === T.double || widest === T.int) widest = value.type
      if (value.type === T.long) total.addLong(longAt(value.buf, value.at))
      else total.addDouble(numberOf(value))
    },
    result() {
      if (widest === T.double) return double(total.asDouble())
      const exact = total.asInteger()
      if (widest === T.int && BigInt.asIntN(32, exact) === exact) return int(Number(exact))
      return BigInt.asIntN(64, exact) === exact ? long(exact) : double(total.asDouble())
    },
  }
}

function average(): Accumulator {
  const total = new CompensatedSum()
  let count = 0
  return {
    add(value) {
      if (!isNumberType(value.type)) return
      count++
      if (value.type === T.long) total.addLong(longAt(value.buf, value.at))
      else total.addDouble(numberOf(value))
    },
    result: () => (count === 0 ? NULL : double(total.asDouble() / count)),
  }
}

const extreme = (direction: 1 | -1) => (): Accumulator => {
  let best: Value | undefined
  return {
    add(value) {
      if (isNullish(value)) return
      if (!best || compareValues(value, best) * direction > 0) best = detachedFromDocument(value)
    },
    result: () => best ?? NULL,
  }
}

const firstOrLast = (first: boolean) => (): Accumulator => {
  let chosen: Value | undefined
  return {
    add(value) {
      if (!chosen || !first) chosen = detachedFromDocument(value)
    },
    result: () => (chosen === undefined || chosen.type === T.missing ? NULL : chosen),
  }
}

const list = (distinct: boolean) => (): Accumulator => {
  const items: Value[] = []
  const seen = new Set<string>()
  let bytes = 0
  return {
    add(value) {
      if (value.type === T.missing) return
      if (distinct) {
        const key = equalityKey(value)
        if (seen.has(key)) return
        seen.add(key)
      }
      items.push(detachedFromDocument(value))
      bytes += value.end - value.at
      if (bytes > MAX_LIST_BYTES)
        throw new StoreError(146, '$push used too much memory and the embedded store does not spill to disk')
    },
    result: () => buildArray(items),
  }
}

export const ACCUMULATORS: Readonly<Record<string, () => Accumulator>> = {
  $sum: sum,
  $avg: average,
  $min: extreme(-1),
  $max: extreme(1),
  $first: firstOrLast(true),
  $last: firstOrLast(false),
  $push: list(false),
  $addToSet: list(true),
}
