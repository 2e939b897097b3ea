import fc from 'fast-check'
import { expect, it } from 'vitest'
import { documentBytes } from '../bson/make.ts'
import { extractKeys, type IndexField, isSameField, splitPath } from './index-keys.ts'

const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<unknown>(1, 2, '', 'x', null, true),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b', '0'), tie('value'), { maxKeys: 3 }),
  ),
})).value
const document = fc.dictionary(fc.constantFrom('a', 'b', 'c'), value, { maxKeys: 3 })
const fieldList = fc.uniqueArray(fc.constantFrom('a', 'b', 'a.b', 'a.0', 'b.a', 'a.b.a'), {
  minLength: 1,
  maxLength: 3,
})

/** The keys of a document, or why it has none. */
function keysOf(doc: Record<string, unknown>, fields: readonly IndexField[]): unknown {
  try {
    const { keys, arrayPaths, allMissing } = extractKeys(documentBytes(doc), 0, fields, 1)
    return { keys: keys.map((key) => key.toString('hex')), arrayPaths, allMissing }
  } catch (error) {
    return String(error)
  }
}

it('documents with the same indexed fields have the same keys, whatever other fields they have', () => {
  let compared = 0
  fc.assert(
    fc.property(document, document, fieldList, fc.boolean(), (first, other, paths, isMixed) => {
      const second = isMixed ? { c: 'else', ...other, ...first } : other
      const fields = paths.map((path) => ({ path, parts: splitPath(path), descending: false }))
      const [a, b] = [documentBytes(first), documentBytes(second)]
      if (!fields.every((field) => isSameField(field, a, b))) return
      compared += 1
      expect(keysOf(second, fields)).toEqual(keysOf(first, fields))
    }),
    { numRuns: 3000 },
  )
  expect(compared).toBeGreaterThan(300)
})

it('a field differs if its value, type or depth differs, or if one document lacks it', () => {
  const field = { path: 'a.b', parts: splitPath('a.b'), descending: false }
  const documents = [
    {},
    { a: null },
    { a: { b: 1 } },
    { a: { b: '1' } },
    { a: { b: [1] } },
    { a: [{ b: 1 }] },
    { a: { b: [] } },
  ]
  // A member of a value that is not a document counts as missing.
  const areSame = (i: number, j: number): boolean => i === j || Math.max(i, j) === 1
  for (const [i, first] of documents.entries())
    for (const [j, second] of documents.entries())
      expect(isSameField(field, documentBytes(first), documentBytes(second))).toBe(areSame(i, j))
})
