import type { Database } from '@wardtrack/database'
import { openTestStore, type TestStore, type WatchedDatabase, watchDatabase } from '@wardtrack/test-kit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rowsPerDay } from './growth.ts'

const DAY_MS = 86_400_000
const END = Date.UTC(2026, 5, 1)

let store: TestStore
let watched: WatchedDatabase
beforeAll(async () => {
  store = await openTestStore()
  watched = await watchDatabase(store.uri)
})
beforeEach(() => watched.db.driver.deadLetters.deleteMany({}))
afterAll(async () => {
  await watched.db.close()
  await store.drop()
})

/** Adds rows at equal intervals, the last one just before the end. */
async function addRows(count: number, ms: number): Promise<Date> {
  const rows = Array.from({ length: count }, (_, index) => ({
    _id: `row-${index}`,
    receivedAt: new Date(END - 1 - Math.floor((index * ms) / count)),
  }))
  for (let from = 0; from < count; from += 10_000)
    await watched.db.driver.deadLetters.insertMany(rows.slice(from, from + 10_000) as never)
  return rows.at(-1)?.receivedAt ?? new Date(END)
}
const model = (): Database['models']['deadLetters'] => watched.db.models.deadLetters
const measure = (oldest: Date) => rowsPerDay(model(), 'receivedAt', { oldest, end: END })

test('counts few rows exactly, over a day or since the first row', async () => {
  await addRows(4_800, 2 * DAY_MS)
  expect(await measure(new Date(END - 2 * DAY_MS))).toBe(2_400)
  await model().deleteMany({})
  const oldest = await addRows(1_000, DAY_MS / 4)
  expect(Math.round(((await measure(oldest)) ?? 0) / 100)).toBe(40)
})

test('estimates the rate of many rows from a limited number of them', async () => {
  const count = 60_000
  await addRows(count, DAY_MS)
  let estimate = 0
  const works = await watched.workOf(async () => {
    estimate = (await measure(new Date(END - 3 * DAY_MS))) ?? 0
  })
  expect(Math.abs(estimate - count) / count).toBeLessThan(0.2)
  expect(works.reduce((sum, { keysExamined }) => sum + keysExamined, 0)).toBeLessThan(25_000)
})
