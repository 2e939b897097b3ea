import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AssetDoc, Types } from '@wardtrack/database'
import { STORE_SETTINGS } from '@wardtrack/embedded-mongo'
import { openTestApp, storeAsset, TEST_ENCRYPTION_KEY, type TestApp } from '@wardtrack/test-kit'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type RebuildMode, rebuildSummaries } from './rebuild-summaries.ts'

let app: TestApp
let dataDir: string
let assets: AssetDoc[]
beforeAll(async () => {
  app = await openTestApp([], { cacheMode: 'shared' })
  dataDir = await mkdtemp(join(tmpdir(), 'wardtrack-rebuild-'))
})
afterAll(async () => {
  await app.close()
  await rm(dataDir, { recursive: true })
})

const BASE = Date.now() - 86_400_000
const minute = (count: number): Date => new Date(BASE + count * 60_000)
const rowOf = (asset: AssetDoc, count: number) => ({
  _id: new Types.ObjectId().toHexString(),
  asset: asset._id,
  time: minute(count),
  receivedAt: minute(count),
  provider: '',
})
const position = (asset: AssetDoc, count: number, room: string) => ({
  ...rowOf(asset, count),
  mapId: null,
  fullPath: { Level_1: 'Site', Level_2: room },
  x: null,
  y: null,
  state: {},
})

/** Two assets that move to another room and back, and send a state and an alarm. */
beforeEach(async () => {
  const { models, driver } = app.parts.db
  for (const store of [driver.assets, driver.locationHistory, driver.statusHistory, driver.visits])
    await store.deleteMany({})
  for (const store of [driver.stateStretches, driver.deviceAlarms]) await store.deleteMany({})
  const ids = ['P-1', 'P-2']
  assets = await Promise.all(ids.map((AssetId) => storeAsset(app.parts.db, { AssetId })))
  assets.sort((a, b) => (a._id.toHexString() < b._id.toHexString() ? -1 : 1))
  for (const asset of assets) {
    await models.locationHistory.insertMany([
      position(asset, 1, 'A'),
      position(asset, 2, 'B'),
      position(asset, 3, 'A'),
    ])
    const alarm = { code: 'OCC', text: 'Occlusion' }
    const circumstances = { Location: 'Site>A', Battery: 'LEVEL_1' }
    const Fields = { BatteryLevel: { Level: 'LEVEL_1' } }
    await models.statusHistory.create({ ...rowOf(asset, 1), Fields, alarm, circumstances })
  }
})

const rebuild = async (mode?: RebuildMode) => {
  const lines: string[] = []
  const settings = {
    WARDTRACK_DATA_DIR: dataDir,
    WARDTRACK_STORE: STORE_SETTINGS,
    MONGODB_URI: app.storeUri,
    ENCRYPTION_KEY: [TEST_ENCRYPTION_KEY] as [string],
  }
  await rebuildSummaries(settings, (line) => lines.push(line), mode)
  return lines
}
const counts = async () => {
  const { visits, stateStretches, deviceAlarms } = app.parts.db.models
  return [
    await visits.countDocuments({}),
    await stateStretches.countDocuments({}),
    await deviceAlarms.countDocuments({}),
  ]
}

it('creates all summaries from history, and then finds no difference', async () => {
  expect(await rebuild()).toEqual([
    '2 assets were worked out from history.',
    '6 visits, 2 stretches of states and 2 alarms differed and were mended.',
  ])
  expect(await counts()).toEqual([6, 2, 2])
  const rooms = await app.parts.db.models.visits
    .find({ asset: assets[0]?._id ?? new Types.ObjectId() })
    .sort({ from: 1 })
  expect(rooms.map(({ fullPath, from, to }) => [fullPath['Level_2'], from, to])).toEqual([
    ['A', minute(1), minute(2)],
    ['B', minute(2), minute(3)],
    ['A', minute(3), null],
  ])
  expect(await app.parts.db.models.deviceAlarms.findOne({})).toMatchObject({
    code: 'OCC',
    Location: 'Site>A',
  })
  expect(await rebuild()).toEqual([
    '2 assets were worked out from history.',
    'All summaries were as they should be.',
  ])
})

it('corrects missing, surplus and wrong summaries', async () => {
  await rebuild()
  const { visits } = app.parts.db.driver
  const asset = assets[0]?._id ?? new Types.ObjectId()
  const [first] = await visits.find({ asset }).sort({ from: 1 }).toArray()
  await visits.updateOne({ asset, from: minute(3) }, { $set: { to: minute(9) } })
  await visits.deleteOne({ asset, from: minute(2) })
  await visits.insertOne({ ...(first as NonNullable<typeof first>), _id: 'wrong', from: minute(7) })
  expect((await rebuild())[1]).toBe('3 visits, 0 stretches of states and 0 alarms differed and were mended.')
  expect(await counts()).toEqual([6, 2, 2])
})

it('only compares on request, and changes nothing', async () => {
  const differing = '6 visits, 2 stretches of states and 2 alarms differed.'
  expect(await rebuild('compare')).toEqual(['2 assets were worked out from history.', differing])
  expect(await counts()).toEqual([0, 0, 0])
  await rebuild()
  expect((await rebuild('compare'))[1]).toBe('All summaries were as they should be.')
  expect(await counts()).toEqual([6, 2, 2])
})

it('continues where an interrupted run ended', async () => {
  const progress = {
    after: assets[0]?._id.toHexString(),
    assets: 1,
    differing: { visits: 3, stateStretches: 1, deviceAlarms: 1 },
  }
  await writeFile(join(dataDir, 'rebuild-summaries.json'), JSON.stringify(progress))
  expect(await rebuild()).toEqual([
    'Goes on after 1 assets.',
    '2 assets were worked out from history.',
    '6 visits, 2 stretches of states and 2 alarms differed and were mended.',
  ])
  expect(await counts()).toEqual([3, 1, 1])
  expect(await readdir(dataDir)).not.toContain('rebuild-summaries.json')
})

it('reads encrypted history, and creates no stretches of encrypted states', async () => {
  const { db } = app.parts
  await rebuild()
  const encrypt = async (types: Record<string, Record<string, string[]>>) => {
    await db.models.encryption.updateOne({ _id: 'config' }, { $set: { types } }, { upsert: true })
    await db.sealing.reload()
  }
  await encrypt({ Equipment: { BatteryLevel: ['Level'] } })
  const [asset] = assets
  if (!asset) throw new Error('there is no asset')
  const online = { DeviceStatus: 'comm-status-online', BatteryLevel: { Level: 'LEVEL_2' } }
  const alarm = { code: 'AIR', text: 'Air in line' }
  const circumstances = { Location: 'Site>A', Battery: 'LEVEL_2' }
  await db.models.statusHistory.create({ ...rowOf(asset, 2), Fields: online, alarm, circumstances })
  expect(await rebuild()).toEqual([
    '2 assets were worked out from history.',
    '0 visits, 3 stretches of states and 1 alarms differed and were mended.',
  ])
  const stretches = await db.models.stateStretches.find({})
  expect(stretches.map(({ field, value }) => [field, value])).toEqual([
    ['DeviceStatus', 'comm-status-online'],
  ])
  expect(await db.models.deviceAlarms.findOne({ code: 'AIR' })).toMatchObject({ Battery: 'LEVEL_2' })
  // driver: reads values as stored
  const stored = await db.sealing.raw('deviceAlarms').findOne({ code: 'AIR' })
  expect(stored?.['Battery']).toMatch(/sealed:/)
  await encrypt({})
  expect((await rebuild())[1]).toBe('0 visits, 3 stretches of states and 0 alarms differed and were mended.')
  expect(await rebuild()).toContain('All summaries were as they should be.')
})

it('reports a missing store', async () => {
  const settings = { WARDTRACK_DATA_DIR: dataDir, WARDTRACK_STORE: STORE_SETTINGS }
  await expect(rebuildSummaries(settings, () => undefined)).rejects.toThrow(`there is no store in ${dataDir}`)
})
