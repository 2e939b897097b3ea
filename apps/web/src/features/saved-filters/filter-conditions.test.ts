import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conditionsOf, isSameFilter, valuesOf } from './filter-conditions.ts'

const text = fc
  .string({ minLength: 1, maxLength: 9 })
  .filter((value) => value.trim() === value && value !== '')
const texts = fc.array(text, { minLength: 1, maxLength: 3 })
const times = fc.constant({ from: '2026-01-01T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z' })

describe('conversion between filters and saved conditions', () => {
  it('restores the same filters', () => {
    const values = fc.record(
      {
        AssetType: texts,
        'Fields.AssetName': text,
        'Fields.PrimaryCategory': texts,
        'CurrentLocation.fullPath': texts,
        createdAt: times,
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(values, (chosen) => {
        expect(valuesOf({ criteria: conditionsOf(chosen) })).toEqual(chosen)
      }),
    )
  })

  it("adds the page's default type, and removes it again", () => {
    const criteria = conditionsOf({ 'Fields.SerialNo': 'SN' }, 'Equipment')
    expect(criteria).toEqual([{ AssetType: ['Equipment'] }, { 'Fields.SerialNo': { $regex: 'SN' } }])
    expect(valuesOf({ criteria }, 'Equipment')).toEqual({ 'Fields.SerialNo': 'SN' })
    expect(valuesOf({ criteria: [{ AssetType: 'Patient' }] }, 'Equipment')).toEqual({
      AssetType: ['Patient'],
    })
  })

  it('leaves out a period that ends now', () => {
    const last = { preset: 'last-6-hours' } as const
    expect(conditionsOf({ createdAt: last, 'Fields.SerialNo': 'SN' })).toEqual([
      { 'Fields.SerialNo': { $regex: 'SN' } },
    ])
  })

  it('leaves out conditions without a control: a gap among the levels, half a period, a sort order', () => {
    const criteria = [
      { 'CurrentLocation.fullPath.Level_1': 'Site', 'CurrentLocation.fullPath.Level_3': 'Ward' },
      { createdAt: { $gte: '2026-01-01T00:00:00.000Z' } },
      { sort: [{ sortField: 'AssetId', sortDirection: 1 }] },
      { search: 'pump' },
    ]
    expect(valuesOf({ criteria })).toEqual({ 'CurrentLocation.fullPath': ['Site'] })
  })

  it('ignores the order of conditions', () => {
    const [first, second] = [
      { a: 'x', b: ['y'] },
      { b: ['y'], a: 'x' },
    ]
    expect(isSameFilter(first, second)).toBe(true)
    expect(isSameFilter(first, { ...second, a: 'z' })).toBe(false)
    expect(isSameFilter({}, { a: '  ' })).toBe(true)
  })
})
