import { type Database, openDatabase, type StateStretchDoc, summaryId, Types } from '@wardtrack/database'
import { openTestStore, type TestStore } from '@wardtrack/test-kit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createStepWriter } from './step-writer.ts'
import { writeSummaries } from './write-summaries.ts'

const DAY = 86_400_000
const PERIOD = 600_000

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
beforeEach(() => db.driver.lateStates.deleteMany({}))

const asset = new Types.ObjectId()
const stretch = (from: Date, of = asset): StateStretchDoc => ({
  _id: summaryId(from, of.toHexString(), 'DeviceStatus'),
  asset: of,
  AssetType: 'Equipment',
  field: 'DeviceStatus',
  value: 'comm-status-online',
  from,
  to: null,
})
const periodOf = (time: Date): Date => new Date(time.getTime() - (time.getTime() % PERIOD))
const noted = async () =>
  (await db.driver.lateStates.find({}).sort({ _id: 1 }).toArray()).map(({ period }) => period)

test('marks the periods of late or removed stretches first', async () => {
  const first = stretch(new Date(Date.now() - 5 * DAY))
  const second = stretch(new Date(Date.now() - 4 * DAY))
  await writeSummaries(db, 'stateStretches', [{ kind: 'insert', summary: first }])
  expect(await noted()).toEqual([periodOf(first.from)])
  await writeSummaries(db, 'stateStretches', [
    { kind: 'delete', stored: first },
    { kind: 'insert', summary: second },
  ])
  expect(await noted()).toEqual([periodOf(first.from), periodOf(second.from)])
})

test('marks the periods of events that came in their order, but long after they happened', async () => {
  const writer = createStepWriter<StateStretchDoc>(db, 'stateStretches', 'local')
  const late = stretch(new Date(Date.now() - 3 * DAY), new Types.ObjectId())
  const present = stretch(new Date(), new Types.ObjectId())
  writer.add('late', { asset: late.asset, begun: late })
  writer.add('present', { asset: present.asset, begun: present })
  expect(await writer.write()).toEqual([])
  expect(await noted()).toEqual([periodOf(late.from)])
})

test('marks the periods of visits in the same way', async () => {
  const late = new Date(Date.now() - 2 * DAY)
  for (const from of [late, new Date()])
    await writeSummaries(db, 'visits', [{ kind: 'insert', summary: visitFrom(from) }])
  expect(await noted()).toEqual([periodOf(late)])
})

function visitFrom(from: Date) {
  return {
    _id: summaryId(from, asset.toHexString()),
    asset,
    AssetType: 'Equipment',
    mapId: null,
    fullPath: {},
    from,
    to: null,
  }
}
