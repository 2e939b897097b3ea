import { describe, expect, test } from 'vitest'
import { assetFilter, type FilterScope, filterInOrderOfTypes } from './asset-filter.ts'
import type { ReadCriteria } from './read-criteria.ts'
import { patternContaining } from './text-pattern.ts'

const criteria = (conditions: ReadCriteria['conditions'], search?: string): ReadCriteria => ({
  conditions,
  sort: [],
  searches: search === undefined ? [] : [search],
})
const scope = (more: Partial<FilterScope> = {}): FilterScope => ({
  patientDataAccess: true,
  activeByDefault: false,
  matchingPlaces: new Map(),
  ...more,
})
const type = (wanted: Record<string, unknown>) => criteria([{ path: 'AssetType', test: wanted }])

describe('an asset filter', () => {
  test('leaves out inactive assets for calls about the present, unless the criteria name a status', () => {
    expect(assetFilter(criteria([]), scope({ activeByDefault: true }))).toEqual({ AssetStatus: 'active' })
    const named = criteria([{ path: 'AssetStatus', test: { $eq: 'inactive' } }])
    expect(assetFilter(named, scope({ activeByDefault: true }))).toEqual({ AssetStatus: 'inactive' })
    expect(assetFilter(criteria([]), scope())).toEqual({})
  })

  test('filters only by type for a list in the order of types, unless the criteria name a status or another field', () => {
    const types = ['Equipment', 'Clinician']
    const all = assetFilter(criteria([]), scope({ types }))
    expect(all).toEqual({ AssetStatus: { $in: ['active', 'inactive'] }, AssetType: { $in: types } })
    expect(filterInOrderOfTypes(all)).toEqual({ AssetType: { $in: types } })
    const named = criteria([{ path: 'AssetStatus', test: { $in: ['active', 'inactive'] } }])
    for (const narrowed of [
      assetFilter(criteria([]), scope({ types, activeByDefault: true })),
      assetFilter(named, scope({ types })),
      assetFilter(criteria([{ path: 'CustomTags', test: { $eq: 'loan' } }]), scope({ types })),
    ])
      expect(filterInOrderOfTypes(narrowed)).toBe(narrowed)
  })

  test('excludes patients without the flag, from the named types if any', () => {
    const restricted = scope({ patientDataAccess: false })
    expect(assetFilter(criteria([]), restricted)).toEqual({ AssetType: { $ne: 'Patient' } })
    expect(assetFilter(type({ $eq: 'Equipment' }), restricted)).toEqual({ AssetType: 'Equipment' })
    expect(assetFilter(type({ $in: ['Patient', 'Clinician', 'Equipment'] }), restricted)).toEqual({
      AssetType: { $in: ['Clinician', 'Equipment'] },
    })
    for (const patientCondition of [{ $eq: 'Patient' }, { $in: ['Patient'] }])
      expect(assetFilter(type(patientCondition), restricted)).toEqual({ _id: { $in: [] } })
  })

  test('adds the patient restriction to a pattern on the type as a separate clause', () => {
    const pattern = { $regex: patternContaining('pat') }
    const filter = assetFilter(type(pattern), scope({ patientDataAccess: false }))
    expect(filter).toEqual({ $and: [{ AssetType: pattern }, { AssetType: { $ne: 'Patient' } }] })
  })

  test('names every type and status where the types are known, so that an index applies', () => {
    const types = ['Equipment', 'Clinician', 'Patient']
    expect(assetFilter(criteria([]), scope({ types, patientDataAccess: false }))).toEqual({
      AssetType: { $in: ['Equipment', 'Clinician'] },
      AssetStatus: { $in: ['active', 'inactive'] },
    })
    expect(assetFilter(type({ $eq: 'Equipment' }), scope({ types, activeByDefault: true }))).toEqual({
      AssetType: 'Equipment',
      AssetStatus: 'active',
    })
  })

  test('keeps two conditions on one field apart', () => {
    const twice = criteria([
      { path: 'AssetId', test: { $eq: 'a' } },
      { path: 'AssetId', test: { $in: ['a', 'b'] } },
    ])
    expect(assetFilter(twice, scope())).toEqual({
      $and: [{ AssetId: 'a' }, { AssetId: { $in: ['a', 'b'] } }],
    })
  })

  test('keeps a list condition that includes missing values', () => {
    const missing = criteria([{ path: 'Fields.SerialNo', test: { $in: [null] } }])
    expect(assetFilter(missing, scope())).toEqual({ 'Fields.SerialNo': { $in: [null] } })
  })

  test('searches the asset, or the matching places, always with the other conditions', () => {
    const onAsset = { SearchGrams: { $all: ['PUM', 'UMP'] }, $or: expect.any(Array) }
    const ofPatients = { SearchGrams: { $all: ['\u0002PUM', '\u0002UMP'] }, $or: expect.any(Array) }
    expect(assetFilter(criteria([], 'pump'), scope())).toEqual({ $or: [onAsset, ofPatients] })
    expect(assetFilter(criteria([], 'pump'), scope({ patientDataAccess: false }))).toEqual({
      AssetType: { $ne: 'Patient' },
      ...onAsset,
    })
    const patients = { ...type({ $eq: 'Patient' }), searches: ['pump'] }
    expect(assetFilter(patients, scope())).toEqual({ AssetType: 'Patient', ...ofPatients })
    const both = assetFilter(
      { ...type({ $eq: 'Equipment' }), searches: ['pump'] },
      scope({ matchingPlaces: new Map([['pump', ['h1']]]), patientDataAccess: false }),
    )
    expect(both).toEqual({
      AssetType: 'Equipment',
      $or: [onAsset, { 'CurrentLocation.hierarchyId': { $in: ['h1'] } }],
    })
  })

  test('requires every search text', () => {
    const filter = assetFilter(
      { ...criteria([]), searches: ['pump', 'tower'] },
      scope({ matchingPlaces: new Map([['tower', ['h1']]]), patientDataAccess: false }),
    )
    const contains = (...grams: string[]) => ({ SearchGrams: { $all: grams }, $or: expect.any(Array) })
    expect(filter).toEqual({
      $and: [
        { AssetType: { $ne: 'Patient' } },
        contains('PUM', 'UMP'),
        {
          $or: [contains('TOW', 'OWE', 'WER'), { 'CurrentLocation.hierarchyId': { $in: ['h1'] } }],
        },
      ],
    })
  })
})
