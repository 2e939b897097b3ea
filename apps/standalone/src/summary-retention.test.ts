import { type AssetDoc, Types } from '@wardtrack/database'
import { createIngestion } from '@wardtrack/ingestion'
import { newRebuild, rebuildAllSummaries } from '@wardtrack/summaries'
import { openTestApp, storeAsset, type TestApp } from '@wardtrack/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let asset: AssetDoc
beforeAll(async () => {
  app = await openTestApp([])
  asset = await storeAsset(app.parts.db, { AssetId: 'P-1' })
})
afterAll(() => app.close())

const DAY = 86_400_000
const NOW = Date.now()
const daysAgo = (days: number): Date => new Date(NOW - days * DAY)
const rowOf = (days: number) => ({
  _id: new Types.ObjectId().toHexString(),
  asset: asset._id,
  time: daysAgo(days),
  receivedAt: daysAgo(days),
  provider: '',
})
const position = (days: number, room: string) => ({
  ...rowOf(days),
  mapId: null,
  fullPath: { Level_1: 'Site', Level_2: room },
  x: null,
  y: null,
  state: {},
})
const report = (days: number, Level: string) => ({
  ...rowOf(days),
  Fields: { BatteryLevel: { Level } },
  circumstances: { Location: 'Site>A', Battery: Level },
  alarm: { code: 'OCC', text: 'Occlusion' },
})
const rebuild = async (oldest: Date) => {
  const options = { progress: newRebuild(), oldest, mends: true }
  return (await rebuildAllSummaries(app.parts.db, options, async () => undefined)).differing
}
const visits = async () => {
  const found = await app.parts.db.models.visits.find({}).sort({ from: 1 })
  return found.map(({ fullPath, from, to }) => [fullPath['Level_2'], from, to])
}
const stretches = async () => {
  const found = await app.parts.db.models.stateStretches.find({}).sort({ from: 1 })
  return found.map(({ value, from, to }) => [value, from, to])
}
const alarms = async () => (await app.parts.db.models.deviceAlarms.find({})).map(({ time }) => time)

test('deletes summaries with their history, keeps those that span the cut, and handles late events', async () => {
  const { models } = app.parts.db
  await models.locationHistory.insertMany([
    position(100, 'A'),
    position(95, 'B'),
    position(50, 'B'),
    position(5, 'C'),
  ])
  await models.statusHistory.insertMany([
    report(100, 'LEVEL_4'),
    report(95, 'LEVEL_3'),
    report(50, 'LEVEL_3'),
    report(5, 'LEVEL_1'),
  ])
  expect(await rebuild(new Date(0))).toEqual({ visits: 3, stateStretches: 3, deviceAlarms: 4 })

  const ingestion = createIngestion(app.parts)
  // Two rows of each history, a visit, a stretch, and two alarms are deleted.
  expect(await ingestion.pruner.prune()).toBe(8)
  await ingestion.close()
  expect(await visits()).toEqual([
    ['B', daysAgo(95), daysAgo(5)],
    ['C', daysAgo(5), null],
  ])
  expect(await stretches()).toEqual([
    ['LEVEL_3', daysAgo(95), daysAgo(5)],
    ['LEVEL_1', daysAgo(5), null],
  ])
  expect((await alarms()).toSorted((a, b) => a.getTime() - b.getTime())).toEqual([daysAgo(50), daysAgo(5)])
  const nothing = { visits: 0, stateStretches: 0, deviceAlarms: 0 }
  expect(await rebuild(daysAgo(90))).toEqual(nothing)

  await models.locationHistory.create(position(60, 'D'))
  await models.statusHistory.create(report(60, 'LEVEL_2'))
  await rebuild(daysAgo(90))
  expect(await visits()).toEqual([
    ['B', daysAgo(95), daysAgo(60)],
    ['D', daysAgo(60), daysAgo(50)],
    ['B', daysAgo(50), daysAgo(5)],
    ['C', daysAgo(5), null],
  ])
  expect((await stretches()).map(([value]) => value)).toEqual(['LEVEL_3', 'LEVEL_2', 'LEVEL_3', 'LEVEL_1'])
  expect(await rebuild(daysAgo(90))).toEqual(nothing)
})
