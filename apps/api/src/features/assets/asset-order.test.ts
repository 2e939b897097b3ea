import { Types } from '@wardtrack/database'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'
import { createComparer, storeSort } from './asset-order.ts'

let api: ApiTest
beforeAll(async () => {
  api = await openApiTest()
})
afterAll(() => api.close())

test("sorts ties by type and id in the list's direction, and leaves out a type that the filter fixes", () => {
  const byName = [{ sortField: 'Fields.AssetName', sortDirection: -1 as const }]
  expect(storeSort(byName, { AssetType: { $in: ['a', 'b'] } })).toEqual({
    'Fields.AssetName': -1,
    AssetType: -1,
    AssetId: -1,
  })
  expect(storeSort(byName, { AssetType: 'a' })).toEqual({ 'Fields.AssetName': -1, AssetId: -1 })
  expect(storeSort([{ sortField: 'AssetId', sortDirection: 1 }], {})).toEqual({ AssetId: 1, AssetType: 1 })
})

test('sorts any values like the store', async () => {
  const value = fc.oneof(
    fc.constant(undefined),
    fc.constant(null),
    fc.double({ noNaN: true }),
    fc.string({ maxLength: 5, unit: 'grapheme' }).map((text) => text.replaceAll('\0', '')),
    fc.boolean(),
    fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }),
  )
  const collection = api.parts.db.connection.collection<{ _id: Types.ObjectId; v?: unknown; n: number }>(
    'sorted',
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(value, { minLength: 2, maxLength: 25 }),
      fc.constantFrom<1 | -1>(1, -1),
      async (values, direction) => {
        const docs = values.map((v, n) => ({
          _id: new Types.ObjectId(),
          n,
          ...(v === undefined ? {} : { v }),
        }))
        await collection.deleteMany({})
        await collection.insertMany(docs)
        const sort = { v: direction, n: 1 as const }
        const stored = await collection.find().sort(sort).toArray()
        const sorted = [...docs].sort(createComparer(sort))
        expect(sorted.map(({ n }) => n)).toEqual(stored.map(({ n }) => n))
      },
    ),
    { numRuns: 40 },
  )
})
