import type { AssetDoc } from '@wardtrack/database'
import { watchDatabase } from '@wardtrack/test-kit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Report, storeReports } from '../../testing/reported-states.ts'
import { CLEANING_ROOM, outlineRoom, setFence } from './testing/cleaning-room.ts'
import { levelsOf, openReportTest, type ReportTest, visitDocs } from './testing/report-test.ts'

const PATH = '/api/report.getFilterDataForReport/cleaning'
const HOUR = 3_600_000
const START = Date.UTC(2026, 4, 4)
const at = (hours: number): Date => new Date(START + hours * HOUR)
const DAY = { createdAt: { $gte: at(0).toISOString(), $lt: at(24).toISOString() } }

let api: ReportTest
const assetOf = (id: string): AssetDoc => api.assets.find(({ AssetId }) => AssetId === id) as AssetDoc
const read = (body: unknown = { items: [DAY] }, headers = api.people.admin) => api.post(PATH, body, headers)
const stay = (id: string, place: string, hours: number) => ({
  asset: assetOf(id),
  place,
  from: at(hours),
  lastSeenAt: at(hours),
})
/** Returns reports of an asset that infuses from one hour to another. */
const use = (id: string, from: number, to: number): Report[] =>
  (['pump-status-infusing', 'pump-status--not-infusing'] as const).map((value, index) => ({
    asset: assetOf(id)._id,
    field: 'InfusionStatus',
    value,
    time: START + (index === 0 ? from : to) * HOUR,
  }))

beforeAll(async () => {
  api = await openReportTest()
  const homes = { 'P-1': 'ward1', 'P-2': 'ward1', 'P-3': 'lab', 'PT-1': 'depot' }
  for (const [AssetId, place] of Object.entries(homes))
    await api.parts.db.driver.assets.updateOne(
      { AssetId },
      { $set: { 'HomeLocation.fullPath': levelsOf(place) } },
    )
  await api.parts.db.driver.visits.insertMany(
    visitDocs([
      stay('P-1', 'ward1', -30),
      // P-1 is cleaned two hours after its use, and again half an hour before its next use ends.
      stay('P-1', CLEANING_ROOM, 4),
      stay('P-1', 'ward1', 5),
      stay('P-1', CLEANING_ROOM, 7.5),
      // P-2 moves and is used again without cleaning.
      stay('P-2', 'ward1', -30),
      stay('P-2', 'lobby', 3),
      // P-3 does not move.
      stay('P-3', 'lab', -30),
      stay('PT-1', 'depot', -30),
      stay('PT-1', 'lobby', 3),
    ]),
  )
  await storeReports(api.parts.db, [
    ...use('P-1', -1, 2),
    ...use('P-1', 6, 8),
    ...use('P-2', 1, 2),
    ...use('P-2', 5, 6),
    ...use('P-3', 1, 2),
    ...use('P-3', 10, 11),
    ...use('PT-1', 1, 2),
    ...use('PT-1', 5, 6),
  ])
  await outlineRoom(api)
})
afterAll(() => api.close())
beforeEach(() => setFence(api))

const ofTower = {
  AssetType: 'Equipment',
  Category: 'Pump',
  Unit: 'Site>Tower',
  Uses: 4,
  Cleaned: 2,
  NotCleaned: 1,
  Waiting: 1,
  ToCleaningMedian: 0,
  ToCleaningLongest: 2,
}
const ofAnnex = {
  ...ofTower,
  Unit: 'Site>Annex',
  Uses: 1,
  Cleaned: 0,
  NotCleaned: 0,
  ToCleaningMedian: null,
  ToCleaningLongest: null,
}

test('counts per unit and category what followed each use, and lists reuse without cleaning', async () => {
  const { status, body } = await read()
  expect(status).toBe(200)
  expect(body).toEqual({
    assets: [ofTower, ofAnnex],
    maxAssets: 2,
    cleaningPlaces: 1,
    groups: [ofTower, ofAnnex],
    uncleaned: [
      {
        AssetId: 'P-2',
        AssetType: 'Equipment',
        AssetName: 'Equipment P-2',
        Category: 'Pump',
        Unit: 'Site>Tower',
        usedUntil: at(2).toISOString(),
        usedAgainAt: at(5).toISOString(),
      },
    ],
    maxUncleaned: 1,
  })
  const byRoom = await read({ items: [DAY], level: 'Level_3' })
  expect(byRoom.body.assets.map(({ Unit }: { Unit: string }) => Unit)).toEqual([
    'Site>Tower>Ward 1',
    'Site>Annex>Ward 1',
  ])
})

test.each([
  ['of another type', { Type: 'Storage' }],
  ['on another map', { MapId: 'm2' }],
  ['that is switched off', { Enabled: false }],
  ['for others than equipment', { AssetTypes: ['Clinician'] }],
  ['around less than half of the room', { x2: 19 }],
])('finds no cleaning where the only geofence is one %s', async (_, more) => {
  await setFence(api, more)
  const { status, body } = await read()
  expect(status).toBe(200)
  expect(body).toEqual({
    assets: [],
    maxAssets: 0,
    cleaningPlaces: 0,
    groups: [],
    uncleaned: [],
    maxUncleaned: 0,
  })
})

test('describes, filters and sorts the report, and exports all units', async () => {
  const described = await api.get(PATH)
  expect(described.body).toMatchObject({
    page: 'cleaning',
    label: 'cleaning',
    maxAssets: 0,
    waitsForUser: false,
  })
  const ofBeds = await read({ items: [DAY, { 'Fields.PrimaryCategory': 'Bed' }] })
  expect([ofBeds.status, ofBeds.body.assets]).toEqual([200, []])
  const sorted = await read({ items: [DAY, { sort: [{ sortField: 'Uses', sortDirection: 1 }] }] })
  expect(sorted.body.assets).toEqual([ofAnnex, ofTower])
  const { status, text } = await api.post('/api/report.exportCsv/cleaning', { items: [DAY] })
  expect(status).toBe(200)
  expect(text).toBe(
    'Category,Unit,Uses,Cleaned,Reused without cleaning,Pending,"To cleaning, median h","To cleaning, longest h"\r\n' +
      'Pump,Site>Tower,4,2,1,1,0,2\r\nPump,Site>Annex,1,0,0,1,NA,NA\r\n',
  )
})

test.each<[object, string]>([
  [
    { items: [{ createdAt: { $gte: at(24).toISOString(), $lt: at(0).toISOString() } }] },
    'items.0.createdAt.$lt',
  ],
  [
    { items: [{ createdAt: { $gte: at(-400 * 24).toISOString(), $lt: at(0).toISOString() } }] },
    'items.0.createdAt',
  ],
  [{ items: [{ createdAt: 'yesterday' }] }, 'items.0.createdAt'],
  [{ items: [{ sort: [{ sortField: 'Nope', sortDirection: 1 }] }] }, 'items.0.sort.0.sortField'],
  [{ items: [{ nope: 1 }] }, 'items.0.nope'],
  [{ items: [DAY], level: 'Level_99' }, 'level'],
])('refuses the request %j', async (body, path) => {
  const refused = await read(body)
  expect([refused.status, refused.body.errors[0].path]).toEqual([400, path])
})

test('requires the page, and shows no patients without the flag', async () => {
  expect((await api.post(PATH, {}, {})).status).toBe(401)
  const stranger = await api.people.signIn({ username: 'of another page', pages: ['report/dwell'] })
  expect((await read({}, stranger)).status).toBe(403)
  const ofPatients = { items: [DAY, { AssetType: 'Patient' }] }
  const flagged = (await read(ofPatients)).body
  expect([flagged.assets.length, flagged.maxUncleaned]).toEqual([1, 1])
  const without = await read(ofPatients, api.people.noPatients)
  expect(without.body).toMatchObject({ assets: [], maxAssets: 0, groups: [], uncleaned: [], maxUncleaned: 0 })
  expect((await read({ items: [DAY] }, api.people.noPatients)).body).toEqual((await read()).body)
})

test('reads the visits to cleaning rooms and the visits of an asset from their indexes', async () => {
  const watched = await watchDatabase(api.storeUri)
  const { visits } = watched.db.driver
  const from = { $gte: at(0), $lt: at(24) }
  try {
    const ofRooms = await watched.workOf(() =>
      visits
        .find({ hierarchyId: { $in: [CLEANING_ROOM] }, from, AssetType: { $in: ['Equipment'] } })
        .toArray(),
    )
    expect(ofRooms.map(({ docsExamined }) => docsExamined)).toEqual([2])
    const arrivals = await watched.workOf(() =>
      visits.find({ asset: { $in: [assetOf('P-2')._id] }, from }).toArray(),
    )
    expect(arrivals.map(({ docsExamined }) => docsExamined)).toEqual([1])
  } finally {
    await watched.db.close()
  }
})
