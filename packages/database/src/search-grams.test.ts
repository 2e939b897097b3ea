import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GRAM_END, gramCondition, gramsOf, searchGrams } from './search-grams.ts'

/** Evaluates the condition like an index. */
function meets(grams: readonly string[], condition: Record<string, unknown>): boolean {
  const { $all, $elemMatch } = condition['SearchGrams'] as {
    $all?: string[]
    $elemMatch?: { $gte: string; $lt: string }
  }
  if ($elemMatch) return grams.some((gram) => gram >= $elemMatch.$gte && gram < $elemMatch.$lt)
  return ($all ?? []).every((wanted) => grams.includes(wanted))
}

test('cuts a text into pieces of three characters, and closes the last two', () => {
  expect(gramsOf('Pump')).toEqual(['PUM', 'UMP', `MP${GRAM_END}`])
  expect(gramsOf('ab')).toEqual([`AB${GRAM_END}`])
  expect(gramsOf('a')).toEqual([])
})

test('searches an asset by id, name, serial number and category, without duplicate pieces', () => {
  const grams = searchGrams({
    AssetType: 'Equipment',
    AssetId: 'AB1',
    Fields: { AssetName: 'AB1', SerialNo: 7, Note: 'XYZ' },
  })
  expect(grams).toEqual(['AB1', `B1${GRAM_END}`])
})

test("every value that contains a text of two or more characters meets the text's condition", () => {
  const text = fc.string({ maxLength: 12 })
  fc.assert(
    fc.property(text, fc.string({ minLength: 2, maxLength: 6 }), text, (before, wanted, after) => {
      expect(meets(gramsOf(before + wanted + after), gramCondition(wanted.toLowerCase()))).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('a text without common pieces does not meet the condition', () => {
  expect(meets(gramsOf('Infusion pump'), gramCondition('bed'))).toBe(false)
  expect(meets(gramsOf('Infusion pump'), gramCondition('xq'))).toBe(false)
})

test("patients' pieces match only searches for patients, and other pieces only other searches", () => {
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
