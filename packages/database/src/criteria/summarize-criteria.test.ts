import { expect, test } from 'vitest'
import { summarizeCriteria } from './summarize-criteria.ts'
import { patternContaining } from './text-pattern.ts'

const TYPES = ['Equipment', 'Patient']

test('a summary names fields, comparisons, known types and statuses', () => {
  const conditions = [
    { path: 'AssetType', test: { $in: ['Equipment', 'Patient'] } },
    { path: 'AssetStatus', test: { $eq: 'active' } },
    { path: 'createdAt', test: { $gte: new Date(0), $lt: new Date(1) } },
    { path: 'Fields.BatteryLevel.Level', test: { $in: ['LEVEL_1', 'LEVEL_2', null] } },
  ]
  const sort = [{ sortField: 'Fields.SerialNo', sortDirection: -1 as const }]
  expect(summarizeCriteria({ conditions, sort, searches: ['zebulon', 'pump'] }, TYPES)).toEqual([
    'AssetType $in Equipment,Patient',
    'AssetStatus $eq active',
    'createdAt $gte $lt',
    'Fields.BatteryLevel.Level $in (3)',
    'search of 7 characters',
    'search of 4 characters',
    'sort Fields.SerialNo -1',
  ])
})

test('a summary holds no typed text, not even as a type', () => {
  const conditions = [
    { path: 'AssetType', test: { $eq: 'Zebulon Miller' } },
    { path: 'AssetType', test: { $in: ['Patient', 'Zebulon Miller'] } },
    { path: 'Fields.AssetName', test: { $regex: patternContaining('zebulon') } },
    { path: 'AssetId', test: { $eq: 'zebulon-1' } },
  ]
  const summary = summarizeCriteria({ conditions, sort: [], searches: ['Zebulon'] }, TYPES)
  expect(summary).toEqual([
    'AssetType $eq',
    'AssetType $in (2)',
    'Fields.AssetName $regex',
    'AssetId $eq',
    'search of 7 characters',
  ])
})
