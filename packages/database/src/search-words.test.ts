import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTerm } from './search-parts.ts'
import { isNameWord, isWordSearch, searchWords } from './search-words.ts'

const named = (AssetName: string) => ({ AssetType: 'Equipment', AssetId: '1', Fields: { AssetName } })

/** Words of everything an asset is searched by, without those that stand for its name once more. */
const wordsOf = (asset: Parameters<typeof searchWords>[0]) =>
  searchWords(asset).filter((word) => !isNameWord(readTerm(word).term))

test('the words of its name stand among them once more, with a mark that no text holds', () => {
  const Fields = { AssetName: 'Infusion pump', SerialNo: 'Bed', PrimaryCategory: 'Pump' }
  const marked = searchWords({ AssetType: 'Patient', AssetId: '1', Fields }).map(
    (word) => readTerm(word).term,
  )
  expect(marked.filter(isNameWord).map((word) => word.slice(1))).toEqual(['INFUSION', 'PUMP'])
  expect(
    searchWords({ AssetType: 'Patient', AssetId: 'EQ', Fields: {} }).map((word) => readTerm(word).term),
  ).toEqual(['EQ'])
})

test('the words of an asset are its runs of letters, upper case, each once', () => {
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

test('the words of a patient are marked, and read back without the mark', () => {
  const words = wordsOf({ ...named('Zebulon'), AssetType: 'Patient' })
  expect(words).not.toContain('ZEBULON')
  expect(words.map(readTerm)).toEqual([{ term: 'ZEBULON', part: 'patients' }])
  expect(wordsOf(named('Pump')).map(readTerm)).toEqual([{ term: 'PUMP', part: 'others' }])
})

test('a text of letters is in an asset exactly when it is in one of its words', () => {
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

test('a run of any length keeps every text that can be searched for, in words that an index takes', () => {
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
