import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutValue, joinValue, PIECE_WEIGHT, type ValuePiece, weightOf } from './value-pieces.ts'

async function* copied(pieces: Iterable<ValuePiece>): AsyncGenerator<ValuePiece, void> {
  for (const piece of pieces) yield structuredClone(piece)
}

const large = {
  header: ['a', 'b'],
  '': { '': [[]] },
  rows: Array.from({ length: 9_000 }, (_, n) => ({ n, texts: ['x'.repeat(n % 200), null, { deep: [n] }] })),
  '0': Array.from({ length: 50_000 }, (_, n) => n),
}

test('transfers a large value unchanged in light pieces', async () => {
  const pieces = [...cutValue(large)]
  expect(pieces.length).toBeGreaterThan(5)
  for (const piece of pieces) expect(weightOf(piece, 10 * PIECE_WEIGHT)).toBeLessThan(5 * PIECE_WEIGHT)
  expect(await joinValue(copied(pieces))).toEqual(large)
})

test('transfers any value of JSON unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (value) => {
      const heavy = [value, Array.from({ length: PIECE_WEIGHT }, () => value), { value }]
      for (const sent of [value, heavy]) expect(await joinValue(copied(cutValue(sent)))).toEqual(sent)
    }),
    { numRuns: 5 },
  )
})

test('changes no prototype for a member called __proto__', async () => {
  const sent: unknown = JSON.parse('{"__proto__":{"a":1}}')
  const heavy = { sent, rows: large.rows }
  const joined = (await joinValue(copied(cutValue(heavy)))) as typeof heavy
  expect(Object.getPrototypeOf(joined.sent)).toBe(Object.prototype)
  expect(Object.keys(joined.sent as object)).toEqual(['__proto__'])
})
