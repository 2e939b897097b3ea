import { type AssetDoc, type Database, type StateStretchDoc, summaryId, Types } from '@wardtrack/database'
import { openTestApp, storeAsset, type TestApp } from '@wardtrack/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStepWriter } from './step-writer.ts'
import { stretchFrom } from './stretch-series.ts'
import { createStretchSummarizer } from './stretch-summarizer.ts'

const BASE = Date.now() - 3_600_000
const minute = (count: number): Date => new Date(BASE + count * 60_000)

let app: TestApp
beforeAll(async () => {
  app = await openTestApp([])
})
afterAll(() => app.close())

const addRow = (asset: AssetDoc, count: number, Level: string) =>
  app.parts.db.models.statusHistory.create({
    _id: new Types.ObjectId().toHexString(),
    asset: asset._id,
    time: minute(count),
    receivedAt: minute(count),
    provider: '',
    Fields: { BatteryLevel: { Level } },
  })

/** Writes a report in its order, like the service of device states. */
async function report(asset: AssetDoc, count: number, value: string): Promise<void> {
  const { db } = app.parts
  const time = minute(count)
  await addRow(asset, count, value)
  const before = (await db.models.assets.findOne({ _id: asset._id }))?.Stretches?.['BatteryLevel']
  const known = { 'FieldTimes.BatteryLevel': time, 'Stretches.BatteryLevel': { value, from: time } }
  await db.models.assets.updateOne({ _id: asset._id }, { $set: known })
  const steps = createStepWriter<StateStretchDoc>(db, 'stateStretches', 'local')
  steps.add('', {
    asset: asset._id,
    ...(before
      ? { ended: { id: summaryId(before.from, asset._id.toHexString(), 'BatteryLevel'), to: time } }
      : {}),
    begun: stretchFrom(asset, 'BatteryLevel', { time, value }),
  })
  expect(await steps.write()).toEqual([])
}

/** Returns a database that does something after the first complete reading of rows of history. */
function afterReadingRows(db: Database, meanwhile: () => Promise<void>): Database {
  let isFirst = true
  const read = async function* read<T>(rows: AsyncIterable<T>): AsyncGenerator<T> {
    yield* rows
    if (!isFirst) return
    isFirst = false
    await meanwhile()
  }
  const find: Database['driver']['statusHistory']['find'] = (...query: [object?, object?]) => {
    const cursor = db.driver.statusHistory.find(...(query as [object]))
    const batchSize = cursor.batchSize.bind(cursor)
    return Object.assign(cursor, { batchSize: (size: number) => read(batchSize(size)) }) as never
  }
  const statusHistory = new Proxy(db.driver.statusHistory, {
    get: (target, member): unknown => (member === 'find' ? find : Reflect.get(target, member)),
  })
  return { ...db, driver: { ...db.driver, statusHistory } }
}

const storedStretches = async (asset: AssetDoc) => {
  const stored = await app.parts.db.models.stateStretches.find({ asset: asset._id }).sort({ from: 1 })
  return stored.map(({ value, from, to }) => [value, from, to])
}
const markAt = (asset: AssetDoc, count: number) => ({
  asset: asset._id,
  from: minute(count),
  until: minute(count),
})

test('keeps a stretch that begins while rows of a late report are read', async () => {
  const { db } = app.parts
  const asset = await storeAsset(db, { AssetId: 'P-1' })
  await report(asset, 0, 'LEVEL_3')
  await report(asset, 5, 'LEVEL_2')
  await addRow(asset, 4, 'LEVEL_4')

  const slow = afterReadingRows(db, () => report(asset, 7, 'LEVEL_1'))
  const stretches = createStretchSummarizer({ ...app.parts, db: slow }, { oldest: () => 0 })
  await stretches.mark([markAt(asset, 4)])
  await stretches.idle()
  expect(await storedStretches(asset)).toEqual([
    ['LEVEL_3', minute(0), minute(4)],
    ['LEVEL_4', minute(4), minute(5)],
    ['LEVEL_2', minute(5), minute(7)],
    ['LEVEL_1', minute(7), null],
  ])
  expect((await db.models.assets.findOne({ _id: asset._id }))?.StretchesDue?.at).toBeUndefined()
  await stretches.close()
})

test('finds a late report after a crash, although its mark was taken before its row was stored', async () => {
  const { db } = app.parts
  const asset = await storeAsset(db, { AssetId: 'P-2' })
  await report(asset, 0, 'LEVEL_3')
  await report(asset, 5, 'LEVEL_2')
  let isDead = false
  const killable = new Proxy(db, {
    get: (target, member): unknown => {
      if (isDead) throw new Error('this process was killed')
      return Reflect.get(target, member)
    },
  })
  const log = app.parts.log.child({}, { level: 'silent' })
  const killed = createStretchSummarizer({ ...app.parts, log, db: killable }, { oldest: () => 0 })
  await killed.ready()
  await killed.markBeforeWrite([markAt(asset, 4)])
  await killed.idle()
  await addRow(asset, 4, 'LEVEL_4')
  isDead = true
  await killed.close()

  const next = createStretchSummarizer(app.parts, { oldest: () => 0 })
  await next.ready()
  await next.idle()
  expect(await storedStretches(asset)).toEqual([
    ['LEVEL_3', minute(0), minute(4)],
    ['LEVEL_4', minute(4), minute(5)],
    ['LEVEL_2', minute(5), null],
  ])
  await next.close()
})
