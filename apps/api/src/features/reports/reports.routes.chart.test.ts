import { CHART_MEMBERS } from '@wardtrack/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiTest } from '../../testing/api-test.ts'
import { openListTest } from '../../testing/list-test.ts'
import { storeReports } from '../../testing/reported-states.ts'

const PAGE = '/api/report.getFilterDataForReport/status-vs-time'
const START = Date.UTC(2026, 4, 4, 8)
const MINUTE = 60_000
const at = (minutes: number): string => new Date(START + minutes * MINUTE).toISOString()
const HOUR = { createdAt: { $gte: at(0), $lt: at(60) } }

let api: ApiTest
let nurse: Record<string, string>

beforeAll(async () => {
  api = await openListTest()
  await api.pushAssets([{ AssetType: 'Patient', AssetId: 'PT-SECRET', AssetName: 'Zebulon' }])
  const assets = await api.parts.db.driver.assets.find({ AssetId: { $in: ['P-1', 'PT-SECRET'] } }).toArray()
  nurse = await api.people.signIn({ username: 'without the flag', pages: ['report/status-vs-time'] })
  await storeReports(
    api.parts.db,
    assets.map(({ _id: asset }) => ({
      asset,
      field: 'DeviceStatus',
      value: 'comm-status-offline',
      time: START + 30 * MINUTE,
    })),
  )
})
afterAll(() => api.close())

test('describes the chart and includes its points of the last six hours', async () => {
  const { status, body } = await api.get(PAGE)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    page: 'status-vs-time',
    label: 'Time Scale',
    filterUrl: 'report.getStatusVsTimeReport',
    waitsForUser: false,
    defaultItems: [{ AssetType: 'Equipment' }, { createdAt: { $gte: expect.any(String) } }],
    maxAssets: 90,
  })
  expect(body.columns.map(({ key }: { key: string }) => key)).toEqual(['createdAt', ...CHART_MEMBERS])
  expect(body.assets).toHaveLength(90)
  expect(body.assets.at(-1)).toMatchObject({ Offline: 1, Online: 0 })
})

test('returns every point for any requested page, like the call of the chart', async () => {
  const answer = await api.post(PAGE, { items: [HOUR], pagination: { currentPage: 2, items: 5 } })
  const chart = await api.post('/api/report.getStatusVsTimeReport', HOUR)
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ assets: chart.body.assets, maxAssets: 120 })
})

test('exports a line for each point', async () => {
  const { status, text } = await api.post('/api/report.exportCsv/status-vs-time', { items: [HOUR] })
  expect(status).toBe(200)
  const lines = text.trimEnd().split('\r\n')
  expect(lines[0]).toBe(['createdAt (UTC)', ...CHART_MEMBERS].join(','))
  expect(lines).toHaveLength(121)
  const counts = CHART_MEMBERS.map((member) => Number(member === 'Offline'))
  expect(lines.at(-1)).toBe([at(59.5).slice(0, 19).replace('T', ' '), ...counts].join(','))
})

test('all calls refuse a period that ends before it starts', async () => {
  const range = { createdAt: { $gte: at(60), $lt: at(0) } }
  for (const path of [PAGE, '/api/report.exportCsv/status-vs-time'])
    expect((await api.post(path, { items: [range] })).status).toBe(400)
})

test('counts no patients without the flag, and requires the page', async () => {
  const body = { items: [{ AssetType: 'Patient' }, HOUR] }
  const withFlag = await api.post(PAGE, body)
  expect(withFlag.body.assets.at(-1)).toMatchObject({ Offline: 1 })
  const without = await api.post(PAGE, body, nurse)
  expect(without.body).toEqual({ assets: [], maxAssets: 0 })
  const stranger = await api.people.signIn({ username: 'of another page', pages: ['report/rtls-alert'] })
  expect((await api.post(PAGE, body, stranger)).status).toBe(403)
})
