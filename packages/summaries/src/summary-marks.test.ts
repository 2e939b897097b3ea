import type { AssetDoc } from '@wardtrack/database'
import { openTestApp, storeAsset, type TestApp } from '@wardtrack/test-kit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSummaryMarks, marksOfRecent, type SummaryMarks } from './summary-marks.ts'
import { readMarkBacklog } from './watch-marks.ts'

const MINUTE = 60_000
const BASE = Date.now() - 60 * MINUTE
const minute = (count: number): Date => new Date(BASE + count * MINUTE)

let app: TestApp
let assets: AssetDoc[]
let marks: SummaryMarks
beforeAll(async () => {
  app = await openTestApp([])
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.parts.db.driver.assets.deleteMany({})
  assets = []
  for (const AssetId of ['P-1', 'P-2', 'P-3']) assets.push(await storeAsset(app.parts.db, { AssetId }))
  marks = createSummaryMarks({ db: app.parts.db, cacheMode: 'local' }, 'StretchesDue')
})

const idOf = (index: number) => (assets[index] as AssetDoc)._id
const mark = (index: number, from: number, until = from) => ({
  asset: idOf(index),
  from: minute(from),
  until: minute(until),
})
const dueOf = async (index: number) =>
  (await app.parts.db.models.assets.findOne({ _id: idOf(index) }))?.StretchesDue
const setAge = (index: number, at: Date) =>
  app.parts.db.driver.assets.updateOne({ _id: idOf(index) }, { $set: { 'StretchesDue.at': at } })
async function claimFirst() {
  const [marked] = await marks.find(1)
  const claimed = marked && (await marks.claim(marked))
  if (!claimed) throw new Error('there is no mark')
  return claimed
}

test('returns the asset with the oldest mark first, even if it was marked again', async () => {
  for (const index of [0, 1, 2]) await marks.add([mark(index, 5)])
  await setAge(0, minute(3))
  await setAge(1, minute(1))
  await setAge(2, minute(2))
  await marks.add([mark(1, 30)])
  expect((await marks.find(2)).map(({ _id }) => _id)).toEqual([idOf(1), idOf(2)])
  expect(await readMarkBacklog(app.parts.db, 'StretchesDue')).toEqual({ assets: 3, oldest: minute(1) })
})

test('a mark during the work is a separate period, as old as the work', async () => {
  await marks.add([mark(0, 5)])
  await setAge(0, minute(1))
  const claimed = await claimFirst()
  expect(claimed.due).toEqual({ from: minute(4), until: minute(6) })
  await marks.add([mark(0, 30)])
  await marks.clear(claimed)
  expect(await dueOf(0)).toMatchObject({ at: claimed.claimedAt, from: minute(29), until: minute(31) })
  expect((await dueOf(0))?.claim).toBeUndefined()
  await marks.clear(await claimFirst())
  const left = await dueOf(0)
  expect(left).toEqual({ recent: expect.objectContaining({ from: minute(4), until: minute(31) }) })
  expect(await marks.find(1)).toEqual([])
  const again = { asset: idOf(0), from: minute(4), until: minute(31) }
  expect(marksOfRecent(idOf(0), left, new Date())).toEqual([again])
  expect(marksOfRecent(idOf(0), left, new Date(Date.now() + 60 * MINUTE))).toEqual([])
})

test('keeps the periods that were taken in the last ten minutes or more', async () => {
  const take = async (from: number, sinceMs: number) => {
    await marks.add([mark(0, from)])
    await marks.clear(await claimFirst())
    const $set = { 'StretchesDue.recent.since': new Date(Date.now() - sinceMs) }
    await app.parts.db.driver.assets.updateOne({ _id: idOf(0) }, { $set })
    return marksOfRecent(idOf(0), await dueOf(0), new Date())[0]
  }
  expect(await take(30, 5 * MINUTE)).toMatchObject({ from: minute(29), until: minute(31) })
  expect(await take(20, 11 * MINUTE)).toMatchObject({ from: minute(19), until: minute(31) })
  expect(await take(40, 11 * MINUTE)).toMatchObject({ from: minute(19), until: minute(41) })
  expect(await take(50, 0)).toMatchObject({ from: minute(39), until: minute(51) })
})

test('released work keeps its age, and is joined with newer marks', async () => {
  await marks.add([mark(0, 5)])
  await setAge(0, minute(1))
  const claimed = await claimFirst()
  await marks.add([mark(0, 30)])
  await marks.release(claimed)
  expect(await dueOf(0)).toMatchObject({ at: minute(1), from: minute(4), until: minute(31) })
})

test('a process takes no work of another one until its claim expires', async () => {
  const other = createSummaryMarks({ db: app.parts.db, cacheMode: 'shared' }, 'StretchesDue')
  await other.add([mark(0, 5)])
  const [marked] = await other.find(1)
  expect(marked && (await other.claim(marked))).toBeDefined()
  expect(marked && (await marks.claim(marked))).toBeUndefined()
  expect(await other.find(1)).toEqual([])
  await app.parts.db.driver.assets.updateOne(
    { _id: idOf(0) },
    { $set: { 'StretchesDue.claim.expiresAt': new Date(0) } },
  )
  const [left] = await other.find(1)
  expect((left && (await other.claim(left)))?.due).toEqual({ from: minute(4), until: minute(6) })
})
