import { STATE_PERIOD_MS, statePeriodOf } from '@wardtrack/database'
import { PRUNABLE, prunableModel, rowsBetween } from '@wardtrack/ingestion'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Report } from '../../testing/reported-states.ts'
import { isCountedBy } from './packed-state.ts'
import { createStateReader } from './state-reader.ts'
import { noteId, openSnapshotTest, type SnapshotTest } from './testing/snapshot-test.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 4, 4, 12, 5)

let store: SnapshotTest
beforeAll(async () => {
  store = await openSnapshotTest()
})
afterAll(() => store.close())
beforeEach(async () => {
  await store.reset()
  store.setTime(NOW)
})

const wifi = (place: number, value: string, time: number): Report => {
  const asset = store.assets[place]
  if (!asset) throw new Error('there is no such asset')
  return { asset, field: 'WifiStrength', value, time }
}
const snapshots = () => store.db.driver.stateSnapshots.find({}).sort({ _id: 1 }).toArray()
const notes = () => store.db.driver.lateStates.find({}).toArray()
const progress = async () => (await store.db.models.stateSnapshotProgress.findOne({ _id: 'progress' }))?.until
/** Returns the reception of an asset at a moment: best, worst or neither. */
async function receptionAt(place: number, moment: number): Promise<string> {
  let found = 'none'
  const asset = store.assets[place]?.toHexString() ?? ''
  await createStateReader(store.db).walk([asset], [moment], ([word = 0]) => {
    if (isCountedBy('Wifi_1', word)) found = 'worst'
    if (isCountedBy('Wifi_5', word)) found = 'best'
  })
  return found
}

test('states without snapshots are read from the reports', async () => {
  await store.report([wifi(0, 'BAR_FIVE', NOW - 3 * DAY)])
  expect(await snapshots()).toEqual([])
  expect(await receptionAt(0, NOW - 3 * DAY + 1)).toBe('best')
  expect(await receptionAt(0, NOW - 3 * DAY)).toBe('none')
})

test('stores a snapshot for each period with a change, and one per chunk at the start of a day', async () => {
  await store.report([wifi(0, 'BAR_FIVE', NOW - DAY), wifi(3, 'BAR_ONE', NOW - HOUR)])
  store.setTime(NOW + 2 * MINUTE)
  await store.pack()
  const made = (await snapshots()).map(({ chunk, from }) => [chunk, from.getTime()])
  const midnight = NOW - (NOW % DAY)
  expect(made).toEqual([
    [0, statePeriodOf(NOW - DAY)],
    [0, midnight],
    [1, midnight],
    [1, statePeriodOf(NOW - HOUR)],
    [2, midnight],
  ])
  expect(await progress()).toEqual(new Date(statePeriodOf(NOW)))
})

test('snapshots alone hold the past once they exist', async () => {
  await store.report([wifi(0, 'BAR_FIVE', NOW - DAY), wifi(6, 'BAR_ONE', NOW - HOUR)])
  store.setTime(NOW + 2 * MINUTE)
  await store.pack()
  await store.db.driver.stateStretches.deleteMany({})
  expect(await receptionAt(0, NOW - 2 * HOUR)).toBe('best')
  expect([await receptionAt(6, NOW - HOUR), await receptionAt(6, NOW)]).toEqual(['none', 'worst'])
})

test('skips a period until it is settled and no late report can still arrive', async () => {
  await store.report([wifi(0, 'BAR_FIVE', NOW - DAY)])
  store.setTime(NOW + 30_000)
  await store.pack()
  expect([await progress(), await snapshots()]).toEqual([undefined, []])
  store.setTime(NOW + 2 * MINUTE)
  await store.pack()
  expect(await progress()).toEqual(new Date(statePeriodOf(NOW)))
  store.setTime(statePeriodOf(NOW) + STATE_PERIOD_MS + 89_000)
  await store.pack()
  expect(await progress()).toEqual(new Date(statePeriodOf(NOW)))
  store.setTime(statePeriodOf(NOW) + STATE_PERIOD_MS + 90_000)
  await store.pack()
  expect(await progress()).toEqual(new Date(statePeriodOf(NOW) + STATE_PERIOD_MS))
})

test('a late report leaves a note, waits a minute, and changes every snapshot until the field is reported again', async () => {
  await store.report([
    wifi(0, 'BAR_FIVE', NOW - 5 * DAY),
    wifi(1, 'BAR_FIVE', NOW - 4 * DAY),
    wifi(0, 'BAR_FIVE', NOW - DAY),
    wifi(0, 'BAR_TWO', NOW - HOUR),
  ])
  store.setTime(NOW + 2 * MINUTE)
  await store.pack()
  expect(await notes()).toEqual([])
  const late = NOW - 3 * DAY
  await store.report([wifi(0, 'BAR_ONE', late)])
  expect((await notes()).map(({ _id }) => _id)).toEqual([
    noteId(statePeriodOf(late)),
    noteId(statePeriodOf(NOW - DAY)),
  ])
  await store.pack()
  expect(await notes()).toHaveLength(2)
  store.setTime(NOW + 4 * MINUTE)
  await store.pack()
  expect(await notes()).toEqual([])
  await store.db.driver.stateStretches.deleteMany({})
  const receptions = [late, late + 1, NOW - 2 * DAY, NOW - DAY, NOW - DAY + 1].map((moment) =>
    receptionAt(0, moment),
  )
  expect(await Promise.all(receptions)).toEqual(['best', 'worst', 'worst', 'worst', 'best'])
  expect(await receptionAt(1, NOW - 2 * DAY)).toBe('best')
})

test('a period with recurring late reports is rebuilt anyway and keeps its note', async () => {
  await store.report([wifi(0, 'BAR_FIVE', NOW - 5 * DAY), wifi(0, 'BAR_FIVE', NOW - DAY)])
  store.setTime(NOW + 2 * MINUTE)
  await store.pack()
  const late = statePeriodOf(NOW - 3 * DAY)
  for (let minutes = 2; minutes < 8; minutes += 0.5) {
    store.setTime(NOW + minutes * MINUTE)
    await store.report([wifi(0, minutes % 1 === 0 ? 'BAR_ONE' : 'BAR_TWO', late + minutes * 1_000)])
    await store.pack()
  }
  expect((await notes()).map(({ _id }) => _id)).toContain(noteId(late))
  expect(await receptionAt(0, late + 2_100)).toBe('worst')
})

test('reports in time leave no note', async () => {
  await store.report([wifi(0, 'BAR_FIVE', NOW), wifi(1, 'BAR_FIVE', NOW - 5 * MINUTE)])
  expect(await notes()).toEqual([])
})

test('a process without the claim creates no snapshots until the claim expires', async () => {
  const { stateSnapshotProgress } = store.db.models
  await store.report([wifi(0, 'BAR_FIVE', NOW - DAY)])
  store.setTime(NOW + 2 * MINUTE)
  const claimedUntil = new Date(NOW + 10 * MINUTE)
  await stateSnapshotProgress.create({ _id: 'progress', worker: 'another', claimedUntil })
  await store.pack('shared')
  expect(await snapshots()).toEqual([])
  store.setTime(NOW + 11 * MINUTE)
  await store.pack('shared')
  expect(await snapshots()).not.toEqual([])
})

test('snapshots with another layout are rebuilt', async () => {
  await store.report([wifi(0, 'BAR_FIVE', NOW - DAY)])
  store.setTime(NOW + 2 * MINUTE)
  await store.pack()
  const first = await snapshots()
  await store.db.driver.stateSnapshots.updateMany(
    {},
    { $set: { words: Buffer.alloc(0), values: Buffer.alloc(1, 255) } },
  )
  await store.db.driver.stateSnapshotProgress.updateMany({}, { $set: { layout: 'of another release' } })
  expect(await receptionAt(0, NOW)).toBe('best')
  await store.pack()
  expect(await snapshots()).toEqual(first)
})

test('deletion by age keeps the snapshots needed for the following days', async () => {
  await store.report([wifi(0, 'BAR_FIVE', NOW - 3 * DAY), wifi(3, 'BAR_ONE', NOW - 2 * HOUR)])
  store.setTime(NOW + 2 * MINUTE)
  await store.pack()
  await store.db.driver.stateStretches.deleteMany({})
  const snapshotsByAge = PRUNABLE.find(({ collection }) => collection === 'stateSnapshots')
  if (!snapshotsByAge) throw new Error('snapshots are not deleted by age')
  const before = new Date(NOW - DAY - HOUR)
  await prunableModel(store.db, snapshotsByAge).deleteMany(rowsBetween(snapshotsByAge, { before }))
  const midnight = NOW - DAY - (NOW % DAY)
  expect((await snapshots()).every(({ from }) => from.getTime() >= midnight)).toBe(true)
  expect(await receptionAt(0, NOW - DAY)).toBe('best')
  expect(await receptionAt(0, NOW - 13 * HOUR)).toBe('best')
})
