import type { AssetDoc } from '@wardtrack/database'
import { watchDatabase } from '@wardtrack/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeReports } from '../../testing/reported-states.ts'
import { askAsStrangers, at, DAY, REFUSED_QUESTIONS, START } from './testing/figures-test.ts'
import { openReportTest, type ReportTest, visitDocs } from './testing/report-test.ts'

const PATH = '/api/report.getFilterDataForReport/dwell'
const HOUR = 3_600_000

let api: ReportTest
const assetOf = (id: string): AssetDoc => api.assets.find(({ AssetId }) => AssetId === id) as AssetDoc
const read = (body: unknown = { items: [DAY] }) => api.post(PATH, body)
const stay = (id: string, place: string, hours: number) => ({
  asset: assetOf(id),
  place,
  from: at(hours),
  lastSeenAt: at(hours),
})

beforeAll(async () => {
  api = await openReportTest()
  await api.parts.db.driver.visits.insertMany(
    visitDocs([
      // Wards 1 and 2 are in one unit: P-1 stays there ten hours, beginning before the period.
      stay('P-1', 'ward1', -4),
      stay('P-1', 'ward2', 2),
      stay('P-1', 'lab', 6),
      stay('P-2', 'ward1', 1),
      stay('P-2', 'lab', 3),
      stay('PT-1', 'depot', 1),
      stay('PT-1', 'lobby', 5),
    ]),
  )
  await storeReports(api.parts.db, [
    {
      asset: assetOf('P-1')._id,
      field: 'InfusionStatus',
      value: 'pump-status-infusing',
      time: START + 9 * HOUR,
    },
    {
      asset: assetOf('P-2')._id,
      field: 'InfusionStatus',
      value: 'pump-status-infusing',
      time: START + 2 * HOUR,
    },
  ])
})
afterAll(() => api.close())

test('measures per unit the stays that ended and the time until the next infusion', async () => {
  const { status, body } = await read()
  expect(status).toBe(200)
  const tower = {
    Unit: 'Site>Tower',
    Stays: 2,
    StayMedian: 2,
    StayP90: 10,
    Turnarounds: 1,
    TurnaroundMedian: 3,
    TurnaroundP90: 3,
  }
  expect(body).toEqual({ assets: [tower], maxAssets: 1, units: [tower] })
  const byRoom = await read({ items: [DAY], level: 'Level_3' })
  expect(byRoom.body.assets).toMatchObject([
    { Unit: 'Site>Tower>Ward 1', Stays: 2, StayMedian: 2, StayP90: 6 },
    { Unit: 'Site>Tower>Ward 2', Stays: 1, StayMedian: 4, TurnaroundMedian: 3 },
  ])
})

test('describes and sorts the report, and exports all units', async () => {
  const described = await api.get(PATH)
  expect(described.body).toMatchObject({ page: 'dwell', label: 'dwell', maxAssets: 0, waitsForUser: false })
  const sort = [{ sortField: 'StayMedian', sortDirection: -1 }]
  const sorted = await read({ items: [DAY, { sort }], level: 'Level_3' })
  expect(sorted.body.assets[0].Unit).toBe('Site>Tower>Ward 2')
  const { status, text } = await api.post('/api/report.exportCsv/dwell', { items: [DAY] })
  expect(status).toBe(200)
  expect(text).toBe(
    'Unit,Stays,"Stay, median h","Stay, p90 h",Turnarounds,"Turnaround, median h","Turnaround, p90 h"\r\n' +
      'Site>Tower,2,2,10,1,3,3\r\n',
  )
})

test.each(REFUSED_QUESTIONS)('refuses the request %j', async (body, path) => {
  const refused = await read(body)
  expect([refused.status, refused.body.errors[0].path]).toEqual([400, path])
})

test('requires the page, and measures no patients without the flag', async () => {
  const { statuses, withFlag, withoutFlag } = await askAsStrangers(api, PATH)
  expect(statuses).toEqual([401, 403])
  expect(withFlag.body.assets).toMatchObject([{ Unit: 'Depot', Stays: 1, StayMedian: 4 }])
  expect(withoutFlag.body).toEqual({ assets: [], maxAssets: 0, units: [] })
})

test('reads only the moves of the period, from their index', async () => {
  const watched = await watchDatabase(api.storeUri)
  try {
    const filter = {
      AssetType: { $in: ['Equipment'] },
      differsFrom: { $in: [1, 2] },
      from: { $gte: at(4), $lt: at(24) },
    }
    const works = await watched.workOf(() => watched.db.driver.visits.find(filter).toArray())
    expect(works.map(({ docsExamined }) => docsExamined)).toEqual([1])
  } finally {
    await watched.db.close()
  }
})
