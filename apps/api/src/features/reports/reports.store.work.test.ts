import type { ServiceParts, SessionActor } from '@wardtrack/access'
import type { Condition } from '@wardtrack/contracts'
import {
  createCleaningPlaces,
  createPlaceCache,
  createUncleanAreas,
  createWalkingGraphCache,
} from '@wardtrack/places'
import { type StoreWork, type WatchedDatabase, watchDatabase } from '@wardtrack/test-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAssetLists } from '../assets/index.ts'
import { openMetadata } from '../metadata/index.ts'
import { openInternalPlaces } from '../places/index.ts'
import { createStateReader } from '../state-snapshots/index.ts'
import { createChartReader } from '../status-vs-time/index.ts'
import { createReportRegistry, type ReportRegistry } from './report-registry.ts'
import { openReportTest, type ReportTest, type Stay, visitDocs } from './testing/report-test.ts'

const MOVES = 4_000
const HOUR = 3_600_000
let api: ReportTest
let watched: WatchedDatabase
let registry: ReportRegistry
const closers: (() => unknown)[] = []

beforeAll(async () => {
  api = await openReportTest()
  const { driver } = api.parts.db
  const start = Date.now() - 200 * HOUR
  const stays = Array.from({ length: MOVES }, (_, index): Stay => {
    const from = new Date(start + (index * 200 * HOUR) / MOVES)
    const place = ['ward1', 'lab', 'ward2', 'depot', 'lobby'][Math.floor(index / 5) % 5] ?? ''
    return { asset: api.assets[index % 5] as Stay['asset'], place, from, lastSeenAt: from }
  })
  await driver.visits.insertMany(visitDocs(stays))
  await driver.deviceAlarms.insertMany(
    stays.map(({ asset, from }, index) => ({
      _id: String(index),
      asset: asset._id,
      AssetType: 'Equipment',
      time: from,
      code: 'A',
      text: '',
      Location: '',
      Battery: '',
    })),
  )
  watched = await watchDatabase(api.storeUri)
  const parts: ServiceParts = { ...api.parts, db: watched.db, cacheMode: 'local' }
  const metadata = await openMetadata(parts)
  const places = openInternalPlaces(parts)
  const lists = createAssetLists(parts, metadata, places)
  const mapPlaces = createPlaceCache(parts)
  const walking = createWalkingGraphCache({ ...parts, places: mapPlaces })
  const uncleanAreas = createUncleanAreas({ ...parts, places: mapPlaces })
  const cleaningPlaces = createCleaningPlaces({ ...parts, places: mapPlaces })
  closers.push(cleaningPlaces.close)
  closers.push(metadata.close, places.close, lists.close, mapPlaces.close, walking.close, uncleanAreas.close)
  const states = createStateReader(parts.db)
  const chart = createChartReader(parts, metadata, { lists, states })
  registry = createReportRegistry({
    ...parts,
    metadata,
    lists,
    places,
    mapPlaces,
    walking,
    uncleanAreas,
    cleaningPlaces,
    chart,
    states,
  })
})
afterAll(async () => {
  for (const close of closers) await close()
  await watched.db.close()
  await api.close()
})

/** Returns the documents and index entries that the store examines to find the rows of a page. */
async function workOf(name: string, body: Condition, skip: number): Promise<StoreWork[]> {
  const now = new Date()
  const actor = {
    patientDataAccess: true,
    userId: '',
    username: '',
    allowedRoutes: [],
  } as unknown as SessionActor
  const reader = await registry.find(name)?.open({ actor, body, now })
  if (!reader) throw new Error(`no report is called ${name}`)
  await reader.page({ skip: 0, size: 5 })
  const works = await watched.workOf(() => reader.page({ skip, size: 5 }))
  return works.filter(({ command }) => command.startsWith('{"find"'))
}
const createdAt = { $gte: new Date(Date.now() - 300 * HOUR).toISOString() }

describe.each(['pump-movement', 'mednet-alarm'])('a page of %s', (name) => {
  test.each([
    ['first', 0],
    ['in the middle', MOVES / 2],
    ['last', MOVES - 10],
  ])('is read from an index, however far down: the %s one', async (_where, skip) => {
    const works = await workOf(name, { createdAt, subject: 'Equipment' }, skip)
    expect(works.length).toBeGreaterThan(0)
    for (const { command, docsExamined } of works)
      expect([command, docsExamined <= 600]).toEqual([command, true])
  })
})

test('counts rows of a type, and moves at a level, from an index without other rows', async () => {
  const { visits, deviceAlarms } = watched.db.driver
  const $gte = new Date(createdAt.$gte)
  const moves = { AssetType: 'Equipment', differsFrom: { $in: [1, 2] }, from: { $gte } }
  const alarms = { AssetType: 'Equipment', time: { $gte } }
  for (const count of [() => visits.countDocuments(moves), () => deviceAlarms.countDocuments(alarms)]) {
    const total = await count()
    const [work] = await watched.workOf(count)
    expect(total).toBeGreaterThan(1_000)
    expect(work?.docsExamined).toBe(total)
  }
})
