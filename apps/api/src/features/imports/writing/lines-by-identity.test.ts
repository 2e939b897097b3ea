import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LinesByIdentity } from './lines-by-identity.ts'

test('returns the previous line of an identity, as a map does', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 2, unit: fc.constantFrom('a', 'b', 'é', ' ') })), (texts) => {
      const lines = new LinesByIdentity(texts.length)
      const model = new Map<string, number>()
      for (const [index, text] of texts.entries()) {
        expect(lines.note(text, index + 2)).toBe(model.get(text))
        model.set(text, index + 2)
      }
    }),
    { numRuns: 200 },
  )
})

test('remembers no more identities than rows were announced', () => {
  const lines = new LinesByIdentity(2)
  for (const [index, text] of ['a', 'b', 'c', 'd', 'e'].entries())
    expect(lines.note(text, index + 2)).toBeUndefined()
  expect(['a', 'b', 'c'].map((text) => lines.note(text, 9))).toEqual([2, 3, undefined])
})
