import { expect, test } from 'vitest'
import type { AssetChange, FieldValue } from './asset-change.ts'
import { toUpsertBatches } from './upsert-batches.ts'

type Values = Record<string, FieldValue | null>

function change(AssetId: string, values: Values, tagIds?: readonly string[]): AssetChange {
  const entries = Object.entries(values).map(([name, value]) => [`Fields.${name}`, { name, value }] as const)
  const LocationTags = tagIds?.map((TagId) => ({ Provider: 'x', TagId, IsPrimary: false }))
  return {
    AssetType: 'Equipment',
    AssetId,
    values: new Map(entries),
    ...(LocationTags ? { LocationTags } : {}),
  }
}

const summary = (changes: readonly AssetChange[]) =>
  toUpsertBatches(changes).map((batch) =>
    batch.map(({ AssetId, values, LocationTags, claims }) => ({
      AssetId,
      values: Object.fromEntries([...values.values()].map(({ name, value }) => [name, value])),
      tags: LocationTags?.map(({ TagId }) => TagId),
      claims: [...claims],
    })),
  )

test('joins items of one asset into one write with the last value of each member', () => {
  const items = [change('A', { n: 1, a: 'x' }), change('B', { n: 9 }), change('A', { n: 2, a: null })]
  expect(summary(items)).toEqual([
    [
      { AssetId: 'A', values: { n: 2, a: null }, tags: undefined, claims: [] },
      { AssetId: 'B', values: { n: 9 }, tags: undefined, claims: [] },
    ],
  ])
})

test('keeps the last list of tags, and counts tags removed again as claimed', () => {
  const items = [change('A', {}, ['t']), change('A', {}, ['u']), change('A', { n: 1 })]
  expect(summary(items)).toEqual([[{ AssetId: 'A', values: { n: 1 }, tags: ['u'], claims: ['x|t', 'x|u'] }]])
})

test('starts a new batch for a tag that another asset claims later', () => {
  const items = [change('A', {}, ['t']), change('B', {}, ['t']), change('A', { n: 1 })]
  expect(summary(items)).toEqual([
    [{ AssetId: 'A', values: {}, tags: ['t'], claims: ['x|t'] }],
    [
      { AssetId: 'B', values: {}, tags: ['t'], claims: ['x|t'] },
      { AssetId: 'A', values: { n: 1 }, tags: undefined, claims: [] },
    ],
  ])
})

test('splits a value and a part of it, and too many values, into two writes', () => {
  expect(summary([change('A', { 'b.c': 1 }), change('A', { b: 2 })])).toHaveLength(2)
  const names = Array.from({ length: 501 }, (_, index) => `n${index}`)
  const items = names.map((name) => change('A', { [name]: 1 }))
  expect(summary(items).map(([upsert]) => Object.keys(upsert?.values ?? {}).length)).toEqual([500, 1])
})
