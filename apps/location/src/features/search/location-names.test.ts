import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rankNames } from './location-names.ts'

const named = (name: string, surroundings = '') => ({ hit: name, name, surroundings })
const find = (names: readonly string[], text: string, limit = 20) =>
  rankNames(names.map((name) => named(name))).find(text, limit)

test('ranks the exact name first, then names that begin with the text, contain it, or contain its words', () => {
  const names = ['4 Ward', 'Old ward 4', 'Ward 44', 'ward 4', 'Warden']
  expect(find(names, ' WARD  4 ')).toEqual({
    hits: ['ward 4', 'Ward 44', 'Old ward 4', '4 Ward'],
    more: false,
  })
})

test('finds words in the surroundings if at least one is in the name', () => {
  const { find: findIn } = rankNames([
    named('Room 1', 'Tower>ICU'),
    named('Room 1', 'Annex'),
    named('ICU', 'Tower'),
  ])
  expect(findIn('icu room', 5).hits).toEqual(['Room 1'])
  expect(findIn('tower > icu', 5).hits).toEqual(['ICU'])
  expect(findIn('tower', 5).hits).toEqual([])
})

test('returns the first of equally ranked hits and reports that more exist', () => {
  const names = Array.from({ length: 8 }, (_, n) => `Bay ${n}`)
  expect(find(names, 'bay', 3)).toEqual({ hits: ['Bay 0', 'Bay 1', 'Bay 2'], more: true })
  expect(find(names, 'bay', 8).more).toBe(false)
})

test('finds every name that contains the text, and no name without its words', () => {
  const word = fc.string({ minLength: 1, maxLength: 5, unit: fc.constantFrom('a', 'b', '.', '*', 'ß', 'é') })
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), word, (names, text) => {
      const expected = names.filter((name) => name.toUpperCase().includes(text.toUpperCase()))
      expect([...find(names, text).hits].sort()).toEqual(expected.sort())
    }),
  )
})
