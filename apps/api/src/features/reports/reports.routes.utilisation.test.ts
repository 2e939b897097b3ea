import type { AssetDoc } from '@wardtrack/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeReports } from '../../testing/reported-states.ts'
import { askAsStrangers, at, DAY, REFUSED_QUESTIONS, START } from './testing/figures-test.ts'
import { levelsOf, openReportTest, type ReportTest, visitDocs } from './testing/report-test.ts'

const PATH = '/api/report.getFilterDataForReport/utilisation'
const HOUR = 3_600_000

let api: ReportTest
const assetOf = (id: string): AssetDoc => api.assets.find(({ AssetId }) => AssetId === id) as AssetDoc
const read = (body: unknown = { items: [DAY] }) => api.post(PATH, body)

beforeAll(async () => {
  api = await openReportTest()
  for (const id of ['P-1', 'P-2', 'P-3', 'P-4', 'PT-1'])
    await api.parts.db.driver.assets.updateOne(
      { _id: assetOf(id)._id },
      { $set: { HomeLocation: { fullPath: levelsOf(id === 'P-4' ? 'lab' : 'ward1') } } },
    )
  // Two of the unit's three pumps infuse from 06:00 to 18:00 by day; the patient's infusion belongs to another unit.
  const infusing = (id: string) => [
    {
      asset: assetOf(id)._id,
      field: 'InfusionStatus',
      value: 'pump-status-infusing',
      time: START + 6 * HOUR - 1,
    },
    {
      asset: assetOf(id)._id,
      field: 'InfusionStatus',
      value: 'pump-status--not-infusing',
      time: START + 18 * HOUR - 1,
    },
  ]
  await storeReports(api.parts.db, ['P-1', 'P-2', 'PT-1'].flatMap(infusing))
  const from = new Date(START + 3 * HOUR - 60_000)
  await api.parts.db.driver.visits.insertMany(
    visitDocs([{ asset: assetOf('P-3'), place: 'ward2', from, lastSeenAt: from }]),
  )
})
afterAll(() => api.close())

test('measures the share of owned equipment in use, by category and unit', async () => {
  const { status, body } = await read({ items: [DAY], pagination: { currentPage: 1, items: 10 } })
  expect(status).toBe(200)
  expect(body.maxAssets).toBe(3)
  // Without a level, a unit is the path without the room. P-4 belongs there; P-5 belongs nowhere.
  expect(body.assets[0]).toEqual({
    AssetType: 'Equipment',
    Category: 'Pump',
    Unit: 'Site>Tower',
    Owned: 3,
    InUse: 34.7,
    Infusing: 33.3,
    Moving: 1.4,
    Idle: 65.3,
    Peak: 2,
    NeverNeeded: 1,
  })
  expect(
    body.assets.slice(1).map(({ Unit, InUse }: { Unit: string; InUse: number }) => [Unit, InUse]),
  ).toEqual([
    ['', 0],
    ['Site>Annex', 0],
  ])
  expect([body.moments, body.stepHours]).toEqual([24, 1])
  expect(body.points[2]).toEqual({ createdAt: at(3).toISOString(), infusing: 0, moving: 1, idle: 4 })
  expect(body.heat.week[0][6]).toBe(40)
  expect(body.heat.week[1].slice(1)).toEqual(Array.from({ length: 23 }, () => null))
  expect(body.heat.categories).toEqual([{ name: 'Pump', hours: expect.any(Array) }])
})

test('uses the hours of the requested time zone', async () => {
  const { body } = await read({ items: [DAY], timeZone: 'Asia/Tokyo' })
  expect([body.heat.week[0][15], body.heat.week[0][14]]).toEqual([40, 0])
  for (const timeZone of ['Nowhere/Town', 7, ['UTC']]) {
    const refused = await read({ items: [DAY], timeZone })
    expect([refused.status, refused.body.message, refused.body.errors[0].path]).toEqual([
      400,
      'This time zone does not exist.',
      'timeZone',
    ])
  }
})

test('samples a long period just often enough to cover every hour of the week', async () => {
  const year = { createdAt: { $gte: at(-360 * 24).toISOString(), $lt: at(0).toISOString() } }
  const { body } = await read({ items: [year] })
  expect([body.moments, body.stepHours]).toEqual([665, 13])
  expect(body.points.length).toBeLessThanOrEqual(120)
  expect((body.heat.week as (number | null)[][]).flat().every((share) => share !== null)).toBe(true)
})

test('describes and sorts the report, and exports all rows', async () => {
  const described = await api.get(PATH)
  expect(described.body).toMatchObject({ page: 'utilisation', label: 'utilisation', maxAssets: 3 })
  expect(described.body.defaultItems[0]).toEqual({ AssetType: 'Equipment' })
  const { $gte, $lt } = described.body.defaultItems[1].createdAt
  expect(Date.parse($lt) - Date.parse($gte)).toBe(168 * HOUR)
  const sorted = await read({ items: [DAY], sort: [{ sortField: 'Owned', sortDirection: 1 }] })
  expect(sorted.body.assets[0].Owned).toBe(1)
  const { status, text } = await api.post('/api/report.exportCsv/utilisation', { items: [DAY] })
  expect(status).toBe(200)
  expect(text.split('\r\n').slice(0, 2)).toEqual([
    'Category,Unit,Owned,In use %,Infusing %,Moving %,Idle %,Peak in use,Never needed',
    'Pump,Site>Tower,3,34.7,33.3,1.4,65.3,2,1',
  ])
})

test.each(REFUSED_QUESTIONS)('refuses the request %j', async (body, path) => {
  const refused = await read(body)
  expect([refused.status, refused.body.errors[0].path]).toEqual([400, path])
})

test('requires the page, and counts no patients without the flag', async () => {
  const { statuses, withFlag, withoutFlag } = await askAsStrangers(api, PATH)
  expect(statuses).toEqual([401, 403])
  expect(withFlag.body.assets).toMatchObject([{ Category: 'Zebulon', Owned: 1 }])
  expect(withoutFlag.body).toMatchObject({ assets: [], maxAssets: 0, points: [] })
  expect(withoutFlag.text).not.toContain('Zebulon')
})
