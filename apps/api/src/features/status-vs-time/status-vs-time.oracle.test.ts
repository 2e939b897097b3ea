import { type ChartPoint, STATE_FAMILIES } from '@wardtrack/contracts'
import type { Types } from '@wardtrack/database'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiTest } from '../../testing/api-test.ts'
import { openListTest } from '../../testing/list-test.ts'
import { COUNTED, countedBefore, type Report, storeReports } from '../../testing/reported-states.ts'
import { chartBuckets } from './chart-reader.ts'

const DAY = 86_400_000
const SEEDS = 50
/** Start long enough ago that no range reaches the present. */
const BEGIN = Date.UTC(2026, 2, 1)
/** The span includes two changes of daylight saving time: the chart uses absolute times only. */
const SPAN = 240 * DAY

let api: ApiTest
let assets: { _id: Types.ObjectId; AssetId: string; Fields: { PrimaryCategory?: string } }[]
beforeAll(async () => {
  api = await openListTest()
  assets = (await api.parts.db.driver.assets
    .find({ AssetType: 'Equipment' })
    .sort({ AssetId: 1 })
    .toArray()) as typeof assets
})
afterAll(() => api.close())

const unknownValues = Object.values(STATE_FAMILIES).map(({ field }) => ({ field, value: 'SOMETHING_ELSE' }))
const reports = fc.array(
  fc.record({
    asset: fc.nat({ max: 4 }),
    state: fc.constantFrom(...COUNTED, ...unknownValues),
    // Many at the same time, some a millisecond beside the end of a bucket.
    time: fc.oneof(
      fc.nat({ max: SPAN }),
      fc.integer({ min: 0, max: 60 }).map((day) => day * DAY),
      fc.integer({ min: 1, max: 60 }).map((day) => day * DAY - 1),
    ),
  }),
  { maxLength: 120 },
)
const range = fc.tuple(fc.nat({ max: 60 }), fc.integer({ min: 1, max: 3_000 }), fc.constantFrom(0, 0, 1, 777))
const criteria = fc.constantFrom<{ body: object; category?: string }>(
  { body: {} },
  { body: { 'Fields.PrimaryCategory': 'Pump' }, category: 'Pump' },
  { body: { 'Fields.PrimaryCategory': ['Bed'] }, category: 'Bed' },
)

test('every point matches a plain count of the same reports', async () => {
  const property = fc.asyncProperty(
    reports,
    range,
    criteria,
    async (made, [day, minutes, odd], chosenCriteria) => {
      const reportedStates: Report[] = made.flatMap(({ asset, state: { field, value }, time }) => {
        const named = assets[asset]?._id
        return named ? [{ asset: named, field, value, time: BEGIN + time }] : []
      })
      // Two reports of one field at the same moment have no order.
      const distinct = [...new Map(reportedStates.map((report) => [keyOf(report), report])).values()]
      await storeReports(api.parts.db, distinct)
      const start = BEGIN + day * DAY + odd
      const end = start + minutes * 60_000
      const createdAt = { $gte: new Date(start).toISOString(), $lt: new Date(end).toISOString() }
      const answer = await api.post('/api/report.getStatusVsTimeReport', {
        ...chosenCriteria.body,
        createdAt,
      })
      expect(answer.status).toBe(200)
      const ofCategory = assets.filter(
        ({ Fields }) => !chosenCriteria.category || Fields.PrimaryCategory === chosenCriteria.category,
      )
      const expected = expectedPoints(distinct, ofCategory, start, end)
      expect(answer.body.assets).toEqual(expected)
    },
  )
  await fc.assert(property, { numRuns: SEEDS })
})

const keyOf = ({ asset, field, time }: Report): string => [asset.toHexString(), field, time].join('|')

function expectedPoints(
  reportedStates: readonly Report[],
  counted: readonly { _id: Types.ObjectId }[],
  start: number,
  end: number,
): ChartPoint[] {
  const { starts, ends } = chartBuckets(start, end)
  const ids = counted.map(({ _id }) => _id)
  const points = starts.map((time, bucket) => ({
    createdAt: new Date(time).toISOString(),
    ...countedBefore(reportedStates, ids, ends[bucket] ?? end),
  }))
  const hasStates = points.some(({ createdAt: _createdAt, ...counts }) =>
    Object.values(counts).some((count) => count > 0),
  )
  return hasStates ? points : []
}
