import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTerm } from './search-parts.ts'
import { isNameWord, isWordSearch, searchWords } from './search-words.ts'

const named = (AssetName: string) => ({ AssetType: 'Equipment', AssetId: '1', Fields: { AssetName } })

/** Returns the words of all searched texts, without the marked words of the name. */
const wordsOf = (asset: Parameters<typeof searchWords>[0]) =>
  searchWords(asset).filter((word) => !isNameWord(readTerm(word).term))

test('adds the words of the name a second time, with a mark that no text contains', () => {
  const Fields = { AssetName: 'Infusion pump', SerialNo: 'Bed', PrimaryCategory: 'Pump' }
  const marked = searchWords({ AssetType: 'Patient', AssetId: '1', Fields }).map(
    (word) => readTerm(word).term,
  )
  expect(marked.filter(isNameWord).map((word) => word.slice(1))).toEqual(['INFUSION', 'PUMP'])
  expect(
    searchWords({ AssetType: 'Patient', AssetId: 'EQ', Fields: {} }).map((word) => readTerm(word).term),
  ).toEqual(['EQ'])
})

test('takes the runs of letters as words, in upper case and without duplicates', () => {
  const Fields = {
    AssetName: 'Infusion pump 12-b',
    SerialNo: 'SN7pump',
    PrimaryCategory: 'Pump',
    Note: 'none',
  }
  expect(wordsOf({ AssetType: 'Equipment', AssetId: 'EQ-1', Fields })).toEqual([
    'EQ',
    'INFUSION',
    'PUMP',
    'SN',
  ])
  expect(
    wordsOf({ AssetType: 'Equipment', AssetId: '7', Fields: { AssetName: 7, SerialNo: 'Ärzte' } }),
  ).toEqual(['RZTE'])
})

test('marks the words of a patient, and reads them back without the mark', () => {
  const words = wordsOf({ ...named('Zebulon'), AssetType: 'Patient' })
  expect(words).not.toContain('ZEBULON')
  expect(words.map(readTerm)).toEqual([{ term: 'ZEBULON', part: 'patients' }])
  expect(wordsOf(named('Pump')).map(readTerm)).toEqual([{ term: 'PUMP', part: 'others' }])
})

test('an asset contains a text of letters exactly when one of its words does', () => {
  const letter = fc.constantFrom('a', 'b', 'A', 'B')
  const name = fc.string({ unit: fc.oneof(letter, fc.constantFrom(' ', '1', '-', 'ä', 'ſ')), maxLength: 14 })
  const wanted = fc.string({ unit: letter, minLength: 2, maxLength: 3 })
  fc.assert(
    fc.property(name, wanted, (text, search) => {
      const found = wordsOf(named(text)).some((word) => word.includes(search.toUpperCase()))
      expect(found).toBe(new RegExp(search, 'i').test(text))
    }),
    { numRuns: 3_000 },
  )
})

test('splits runs of any length into words that an index accepts, without losing any searchable text', () => {
  const letters = fc.string({
    unit: fc.integer({ min: 65, max: 90 }).map((code) => String.fromCharCode(code)),
    minLength: 380,
    maxLength: 1500,
  })
  fc.assert(
    fc.property(letters, fc.nat(), fc.integer({ min: 2, max: 200 }), (run, from, length) => {
      const at = from % (run.length - length)
      const words = wordsOf(named(run))
      expect(words.some((word) => word.includes(run.slice(at, at + length)))).toBe(true)
      expect(words.every((word) => word.length <= 400)).toBe(true)
    }),
  )
})

test.each([
  ['pump', true],
  ['Pu', true],
  ['p', false],
  ['pump 1', false],
  ['pump-', false],
  ['ärzte', false],
  ['a'.repeat(201), false],
])('words decide a search for %s: %s', (text, decided) => {
  expect(isWordSearch(text)).toBe(decided)
})
