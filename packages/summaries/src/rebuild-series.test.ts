import {
  createPlacePaths,
  type Database,
  levelsOf,
  openDatabase,
  STORED_PATHS,
  Types,
} from '@wardtrack/database'
import { openTestStore, type TestStore } from '@wardtrack/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rebuildSeries } from './rebuild-series.ts'
import { createStepWriter } from './step-writer.ts'
import { type VisitPosition, visitFrom, visitSeries } from './visit-series.ts'

const BEGIN = Date.now() - 86_400_000
const minute = (count: number): Date => new Date(BEGIN + count * 60_000)

let store: TestStore
let db: Database
beforeAll(async () => {
  store = await openTestStore()
  db = await openDatabase(store.uri)
})
afterAll(async () => {
  await db.close()
  await store.drop()
})

test('a summary that another process ended while a rebuild replaced it ends in its replacement too', async () => {
  const subject = { _id: new Types.ObjectId(), AssetType: 'Equipment' }
  const at = (minutes: number, room: string): VisitPosition => ({
    time: minute(minutes),
    mapId: 'm1',
    fullPath: { Level_1: 'Site', Level_2: room },
  })
  const addRow = async (position: VisitPosition): Promise<void> => {
    const _id = new Types.ObjectId().toHexString()
    const row = { _id, asset: subject._id, provider: '', receivedAt: position.time, x: 1, y: 1, state: {} }
    await db.driver.locationHistory.insertOne({ ...row, ...position })
  }
  const stored = async () =>
    (await db.models.visits.find({ asset: subject._id }).sort({ from: 1 })).map(({ fullPath, from, to }) => ({
      room: fullPath['Level_2'],
      from,
      to,
    }))
  const began = visitFrom(subject, at(60, 'A'), undefined, STORED_PATHS)
  const other = createStepWriter(db, 'visits', 'shared')
  await addRow(at(60, 'A'))
  await addRow(at(80, 'A'))
  other.add('', { asset: subject._id, begun: began })
  expect(await other.write()).toEqual([])

  // The asset was there earlier, so its visit begins before the stored beginning.
  await addRow(at(5, 'A'))
  const series = visitSeries(db, subject, STORED_PATHS)
  let isFirst = true
  const write: typeof series.write = async (changes) => {
    if (!isFirst) return series.write(changes)
    isFirst = false
    const before = { place: at(80, 'A'), lastSeenAt: minute(80) }
    await addRow(at(90, 'B'))
    other.add('', {
      asset: subject._id,
      ended: { id: began._id, to: minute(90) },
      begun: visitFrom(subject, at(90, 'B'), before, STORED_PATHS),
    })
    expect(await other.write()).toEqual([])
    return series.write(changes)
  }
  const rebuild = () =>
    rebuildSeries({ ...series, write }, { from: minute(0), until: minute(15) }, () => false)
  while ((await rebuild()).changed > 0);
  expect(await stored()).toEqual([
    { room: 'A', from: minute(5), to: minute(90) },
    { room: 'B', from: minute(90), to: null },
  ])
})

test('a rebuild uses the present names of places', async () => {
  const subject = { _id: new Types.ObjectId(), AssetType: 'Equipment' }
  const rows = [
    { room: 'A', floor: 'Floor 1' },
    { room: 'A', floor: 'First floor' },
    { room: 'B', floor: 'First floor' },
    { room: 'A', floor: 'Floor 1' },
  ]
  await db.driver.locationHistory.insertMany(
    rows.map(({ room, floor }, index) => ({
      _id: new Types.ObjectId().toHexString(),
      asset: subject._id,
      time: minute(index),
      receivedAt: minute(index),
      provider: '',
      mapId: null,
      hierarchyId: room,
      fullPath: { Level_1: 'Site', Level_2: floor, Level_3: room },
      x: null,
      y: null,
      state: {},
    })),
  )
  const paths = createPlacePaths(['A', 'B'].map((room) => [room, levelsOf(['Site', 'First floor', room])]))
  const rebuild = () =>
    rebuildSeries(visitSeries(db, subject, paths), { from: minute(0), until: minute(9) }, () => false)
  expect((await rebuild()).changed).toBe(3)
  const stored = await db.models.visits.find({ asset: subject._id }).sort({ from: 1 })
  expect(stored.map(({ hierarchyId, from, differsFrom }) => [hierarchyId, from, differsFrom])).toEqual([
    ['A', minute(0), undefined],
    ['B', minute(2), 3],
    ['A', minute(3), 3],
  ])
  // A visit that was stored under an earlier name is the same.
  await db.models.visits.updateOne(
    { asset: subject._id, from: minute(2) },
    { $set: { 'fullPath.Level_2': 'Old' } },
  )
  expect((await rebuild()).changed).toBe(0)
})
