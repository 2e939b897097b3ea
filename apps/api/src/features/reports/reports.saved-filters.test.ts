import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReportTest, type ReportTest } from './testing/report-test.ts'

let api: ReportTest
beforeAll(async () => {
  api = await openReportTest()
})
afterAll(() => api.close())

const save = (showOn: string, criteria: object[], more: object = {}) =>
  api.post('/api/filters/create', { displayName: `on ${showOn}`, showOn, criteria, share: false, ...more })
const METADATA = { AssetType: 'Patient', AssetId: 'PT-1', SurroundingAsset: 'Equipment' }

test.each([
  ['report/pump-movement', { '2.CurrentLocation.level.Level_1': 'Site' }],
  ['report/movement-vs-time', { '2.CurrentLocation.fullPath.Level_1': 'Site' }],
  ['report/rtls-alert', { 'CurrentLocation.level.Level_2': 'Tower' }],
  ['report/fence-status', { Geofence: ['Door'] }],
  ['report/battery-heat', { AssetType: 'Equipment' }],
  ['report/nearby-pump', { metaData: METADATA }],
])('filters saved on %s are used there unchanged', async (page, condition) => {
  const saved = await save(page, [condition])
  expect([saved.status, saved.body.data?.criteria]).toEqual([200, [condition]])
  const name = page.slice('report/'.length)
  const used = await api.post(`/api/report.getFilterDataForReport/${name}`, {
    items: saved.body.data.criteria,
  })
  expect(used.status).toBe(200)
})

test('refuses a condition of another page', async () => {
  for (const [page, condition, path] of [
    ['report/battery-heat', { Geofence: 'Door' }, 'criteria.0.Geofence'],
    ['report/wifi-heat', { metaData: METADATA }, 'criteria.0.metaData'],
    ['devices', { '2.CurrentLocation.level.Level_1': 'Site' }, 'criteria.0.2.CurrentLocation.level.Level_1'],
  ] as const) {
    const refused = await save(page, [condition])
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([400, path])
  }
})

test('refuses a filter with two searches around an asset, so that none is stored unchecked', async () => {
  const around = (AssetType: string) => ({ metaData: { ...METADATA, AssetType } })
  const refused = await save('report/nearby-pump', [around('Patient'), around('Equipment')], { share: true })
  expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([400, 'criteria.1.metaData'])
})

test('a shared filter on assets near a patient requires the flag', async () => {
  const shared = { displayName: 'near somebody', share: true }
  expect((await save('report/nearby-pump', [{ metaData: METADATA }], shared)).status).toBe(200)
  const nurse = await api.people.signIn({ username: 'near', pages: ['report/nearby-pump'] })
  const { body } = await api.get(
    '/api/filters/getFiltersForUser?userName=near&showOn=report/nearby-pump',
    nurse,
  )
  expect(body.data).toEqual([])
})
