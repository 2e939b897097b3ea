import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GRAM_END, gramCondition, gramsOf, searchGrams } from './search-grams.ts'

/** What an index would do with the condition. */
function meets(grams: readonly string[], condition: Record<string, unknown>): boolean {
  const { $all, $elemMatch } = condition['SearchGrams'] as {
    $all?: string[]
    $elemMatch?: { $gte: string; $lt: string }
  }
  if ($elemMatch) return grams.some((gram) => gram >= $elemMatch.$gte && gram < $elemMatch.$lt)
  return ($all ?? []).every((wanted) => grams.includes(wanted))
}

test('a text is cut into pieces of three, the last two characters closed', () => {
  expect(gramsOf('Pump')).toEqual(['PUM', 'UMP', `MP${GRAM_END}`])
  expect(gramsOf('ab')).toEqual([`AB${GRAM_END}`])
  expect(gramsOf('a')).toEqual([])
})

test('an asset is searched by id, name, serial number and category, each piece once', () => {
  const grams = searchGrams({
    AssetType: 'Equipment',
    AssetId: 'AB1',
    Fields: { AssetName: 'AB1', SerialNo: 7, Note: 'XYZ' },
  })
  expect(grams).toEqual(['AB1', `B1${GRAM_END}`])
})

test('whatever contains a text of two or more characters meets its condition', () => {
  const text = fc.string({ maxLength: 12 })
  fc.assert(
    fc.property(text, fc.string({ minLength: 2, maxLength: 6 }), text, (before, wanted, after) => {
      expect(meets(gramsOf(before + wanted + after), gramCondition(wanted.toLowerCase()))).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('a text that shares no piece does not meet it', () => {
  expect(meets(gramsOf('Infusion pump'), gramCondition('bed'))).toBe(false)
  expect(meets(gramsOf('Infusion pump'), gramCondition('xq'))).toBe(false)
})

test('the pieces of a patient are of no use to a search that does not ask for patients, and the other way round', () => {
  const text = fc.string({ minLength: 2, maxLength: 8 })
  const gramsAs = (AssetType: string, AssetName: string) =>
    searchGrams({ AssetType, AssetId: '', Fields: { AssetName } })
  fc.assert(
    fc.property(text, (wanted) => {
      expect(meets(gramsAs('Patient', wanted), gramCondition(wanted, 'patients'))).toBe(true)
      expect(meets(gramsAs('Patient', wanted), gramCondition(wanted, 'others'))).toBe(false)
      expect(meets(gramsAs('Equipment', wanted), gramCondition(wanted, 'patients'))).toBe(false)
    }),
    { numRuns: 1_000 },
  )
})
