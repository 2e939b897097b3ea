import { Binary, Double, Int32, Long, ObjectId } from 'bson'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromJs } from '../bson/make.ts'
import { compareValues, KeyWriter } from './key-writer.ts'
import { compareByValue } from './testing/bson-order.ts'

const hard = fc.constantFrom<unknown>(
  new Double(Number.NaN),
  new Double(-0),
  new Double(Number.POSITIVE_INFINITY),
  new Double(Number.NEGATIVE_INFINITY),
  Long.fromString('9007199254740993'),
  Long.fromString('9223372036854775807'),
  Long.fromString('-9223372036854775808'),
  new Double(9007199254740992),
  new Double(0.1),
  '',
  'a\0b',
  'a\0',
  'a',
  'é',
  '😀',
)

const scalar = fc.oneof(
  { weight: 2, arbitrary: hard },
  fc.integer().map((n) => new Int32(n)),
  fc.double().map((n) => new Double(n)),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((n) => Long.fromBigInt(n)),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.boolean(),
  fc.constant(null),
  fc.date({ noInvalidDate: true }),
  fc.uint8Array({ minLength: 12, maxLength: 12 }).map((bytes) => new ObjectId(bytes)),
  fc.uint8Array({ maxLength: 4 }).map((bytes) => new Binary(bytes)),
)

const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'ab', ''), tie('value'), { maxKeys: 3 }),
  ),
})).value

function keyOf(writer: KeyWriter, descending: boolean, ...values: unknown[]): Buffer {
  writer.reset()
  for (const item of values) {
    const { type, buf, at } = fromJs(item)
    writer.component(type, buf, at, descending)
  }
  return writer.copy()
}

const sign = (order: number) => (order < 0 ? -1 : order > 0 ? 1 : 0)

describe('index keys', () => {
  it('lie in the order of BSON comparison, and the other way round when descending', () => {
    const writer = new KeyWriter()
    fc.assert(
      fc.property(value, value, (a, b) => {
        const order = sign(compareByValue(fromJs(a), fromJs(b)))
        expect(sign(compareValues(fromJs(a), fromJs(b)))).toBe(order)
        expect(sign(Buffer.compare(keyOf(writer, false, a), keyOf(writer, false, b)))).toBe(order)
        expect(sign(Buffer.compare(keyOf(writer, true, a), keyOf(writer, true, b)))).toBe(
          order === 0 ? 0 : -order,
        )
      }),
      { numRuns: 4000 },
    )
  })

  it('of several fields compare field by field', () => {
    const writer = new KeyWriter()
    fc.assert(
      fc.property(scalar, scalar, scalar, scalar, (a, b, c, d) => {
        const first = compareByValue(fromJs(a), fromJs(c))
        const order = sign(first === 0 ? compareByValue(fromJs(b), fromJs(d)) : first)
        expect(sign(Buffer.compare(keyOf(writer, false, a, b), keyOf(writer, false, c, d)))).toBe(order)
      }),
      { numRuns: 2000 },
    )
  })
})
