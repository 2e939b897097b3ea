import type { Types } from '@wardtrack/database'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resetSnapshots } from './snapshots.store.ts'
import { createStateReader, type StateReader } from './state-reader.ts'
import { assetAt, playTurns, turnsOf } from './testing/play-turns.ts'
import { type Arrival, openSnapshotTest, type SnapshotTest } from './testing/snapshot-test.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const BEGIN = Date.UTC(2026, 2, 28)
const INFUSING = 'pump-status-infusing'
const RUNS = 12
const USES = { idle: 0, moving: 1, infusing: 2 }

let store: SnapshotTest
let reader: StateReader
beforeAll(async () => {
  store = await openSnapshotTest()
  reader = createStateReader(store.db)
})
afterAll(() => store.close())

// Times near full hours, where milliseconds matter.
const ageMs = fc.oneof(
  fc.nat({ max: 40 * HOUR }),
  fc
    .tuple(fc.nat({ max: 40 }), fc.constantFrom(0, 1, -1, 10 * MINUTE, 10 * MINUTE + 1, 10 * MINUTE - 1))
    .map(([hours, odd]) => hours * HOUR + odd),
)
function useAt(named: Types.ObjectId, arrivals: readonly Arrival[], moment: number): number {
  const earlierReports = store
    .reports()
    .filter((report) => report.asset.equals(named) && report.time < moment)
  const last = earlierReports.toSorted((a, b) => a.time - b.time).at(-1)
  if (last?.value === INFUSING) return USES.infusing
  const arrived = arrivals.some(
    (visit) => visit.asset.equals(named) && visit.time >= moment - 10 * MINUTE && visit.time < moment,
  )
  return arrived ? USES.moving : USES.idle
}

async function readUses(moments: readonly number[]): Promise<number[][]> {
  const uses: number[][] = []
  const assets = store.assets.map((named) => named.toHexString())
  await reader.walkUsage(assets, moments, ({ infusing, moving }, index) => {
    uses[index] = assets.map(() => USES.idle)
    for (const place of infusing) uses[index][place] = USES.infusing
    for (const place of moving) uses[index][place] = USES.moving
  })
  return uses
}

test('usage days match a plain implementation at every full hour, late events included', async () => {
  const property = fc.asyncProperty(turnsOf(ageMs), async (turns) => {
    const { arrivals, now } = await playTurns(store, BEGIN, turns)
    const first = BEGIN - 2 * DAY
    const moments = Array.from({ length: Math.floor((now - first) / HOUR) }, (_, hour) => first + hour * HOUR)
    const expected = moments.map((moment) => store.assets.map((named) => useAt(named, arrivals, moment)))
    expect(await readUses(moments)).toEqual(expected)
    // Part of a day, and moments between full hours.
    expect(await readUses(moments.slice(20, 31))).toEqual(expected.slice(20, 31))
    const beside = now - 30 * HOUR - (now % HOUR) + 12_345
    expect(await readUses([beside])).toEqual([store.assets.map((named) => useAt(named, arrivals, beside))])
  })
  await fc.assert(property, { numRuns: RUNS })
})

test('a past day is read without visits or snapshots, and is rebuilt after everything is deleted', async () => {
  await store.reset()
  store.setTime(BEGIN + 2 * DAY + 2 * MINUTE)
  const reports = [
    { asset: assetAt(store, 0), field: 'InfusionStatus', value: INFUSING, time: BEGIN + HOUR - 1 },
  ]
  await store.report(reports)
  const arrivals = [{ asset: assetAt(store, 6), time: BEGIN + 5 * HOUR - 10 * MINUTE }]
  await store.arrive(arrivals)
  store.setTime(BEGIN + 2 * DAY + 4 * MINUTE)
  await store.pack()
  const { visits, stateSnapshots, usageDays } = store.db.driver
  const snapshots = await stateSnapshots.find({}).toArray()
  const stored = await visits.find({}).toArray()
  await visits.deleteMany({})
  await stateSnapshots.deleteMany({})
  const moments = [BEGIN, BEGIN + HOUR, BEGIN + 5 * HOUR, BEGIN + 6 * HOUR]
  const expected = moments.map((moment) => store.assets.map((named) => useAt(named, arrivals, moment)))
  expect(await readUses(moments)).toEqual(expected)
  await visits.insertMany(stored)
  await stateSnapshots.insertMany(snapshots)
  await resetSnapshots(store.db)
  expect(await usageDays.countDocuments({})).toBe(0)
  expect(await readUses(moments)).toEqual(expected)
  await store.pack()
  expect(await usageDays.countDocuments({})).toBe(2)
  expect(await readUses(moments)).toEqual(expected)
})
