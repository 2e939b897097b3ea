import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'
import { encrypt } from '../../testing/encryption-test.ts'
import { postForFile, readSheets } from '../../testing/read-files.ts'

let api: ApiTest
beforeAll(async () => {
  api = await openApiTest()
  await api.pushAssets([
    { AssetType: 'Equipment', AssetId: 'P-2', AssetName: 'Pump two' },
    { AssetType: 'Equipment', AssetId: 'P-1', AssetName: 'Pump one' },
    { AssetType: 'Clinician', AssetId: 'C-1', AssetName: 'Adams' },
    { AssetType: 'Patient', AssetId: 'PT-1', AssetName: 'Pumphrey' },
    { AssetType: 'Patient', AssetId: 'PT-2', AssetName: 'Zebulon' },
  ])
  await encrypt(api, { Patient: { AssetName: [] } })
})
afterAll(() => api.close())

const NAME = 'Fields.AssetName'
const BY_NAME = { sort: [{ sortField: NAME, sortDirection: 1 }] }
const OF_PUMPS = { [NAME]: { $regex: 'pump' } }
const OF_PATIENTS = [{ field: NAME, AssetTypes: ['Patient'] }]
const filter = async (body: unknown, headers = api.people.admin) => {
  const answer = await api.post('/api/assets.filter?pagesize=50', body, headers)
  expect([answer.status, answer.body.message]).toEqual([200, undefined])
  const { assets, maxAssets, ...limits } = answer.body
  const ids = assets.map(({ AssetId }: { AssetId: string }) => AssetId)
  expect(maxAssets).toBe(ids.length)
  return { ids, ...limits }
}

describe('a field that is encrypted for patients', () => {
  test('can be filtered and sorted for types without its encryption', async () => {
    const equipment = { AssetType: 'Equipment' }
    expect(await filter([equipment, OF_PUMPS, BY_NAME])).toEqual({ ids: ['P-1', 'P-2'] })
    const types = [{ AssetType: ['Equipment', 'Clinician'] }, BY_NAME]
    expect(await filter(types)).toEqual({ ids: ['C-1', 'P-1', 'P-2'] })
    expect(await filter([equipment, { [NAME]: 'Pump one' }])).toEqual({ ids: ['P-1'] })
    const listed = await api.post('/api/assets.list', { query: [equipment, OF_PUMPS, BY_NAME] })
    expect([listed.status, listed.body.count]).toEqual([200, 2])
  })

  test('is refused when only patients are requested', async () => {
    for (const [condition, path] of [
      [OF_PUMPS, `1.${NAME}`],
      [BY_NAME, '1.sort.0.sortField'],
    ] as const) {
      const { status, body } = await api.post('/api/assets.filter', [{ AssetType: 'Patient' }, condition])
      expect([status, body.code, body.errors?.[0]?.path]).toEqual([400, 'invalid_criteria', path])
    }
  })

  test('limits a mixed list, and the response says so', async () => {
    expect(await filter([OF_PUMPS])).toEqual({ ids: ['P-1', 'P-2'], unfiltered: OF_PATIENTS })
    const sorted = await filter([BY_NAME])
    expect(sorted.unsorted).toEqual(OF_PATIENTS)
    expect(sorted.ids.filter((id: string) => !id.startsWith('PT-'))).toEqual(['C-1', 'P-1', 'P-2'])
    expect(new Set(sorted.ids)).toEqual(new Set(['C-1', 'P-1', 'P-2', 'PT-1', 'PT-2']))
    const listed = await api.post('/api/assets.list', { query: [OF_PUMPS, BY_NAME] })
    expect(listed.body).toMatchObject({ count: 2, unfiltered: OF_PATIENTS })
    const whole = await filter({ [NAME]: ['Zebulon', 'Adams'] })
    expect(whole.ids.sort()).toEqual(['C-1', 'PT-2'])
  })

  test('reveals no patients to users without the flag', async () => {
    const { noPatients } = api.people
    expect(await filter([OF_PUMPS, BY_NAME], noPatients)).toEqual({ ids: ['P-1', 'P-2'] })
    expect((await filter([BY_NAME], noPatients)).ids).toEqual(['C-1', 'P-1', 'P-2'])
  })

  test('is offered as an encrypted filter field only for patients', async () => {
    const { body } = await api.get('/api/assets.getFilterOption')
    expect(body[0].Patient.AssetInfo.AssetName.encrypted).toBe(true)
    expect(body[0].Equipment.AssetInfo.AssetName).not.toHaveProperty('encrypted')
  })

  test('limits reports, report files and saved filters of patients only', async () => {
    const pumps = { items: [OF_PUMPS] }
    const alerts = await api.post('/api/report.getAlertReport', pumps)
    expect([alerts.status, alerts.body.unfiltered]).toEqual([200, OF_PATIENTS])
    const heat = await api.post('/api/report.deviceProperties', { items: [OF_PUMPS, BY_NAME] })
    expect([heat.status, heat.body.unfiltered]).toEqual([200, undefined])
    const file = await postForFile(api, '/api/report.exportXlsx/devices', { items: [OF_PUMPS, BY_NAME] })
    const [, about] = await readSheets(file.bytes)
    expect(about?.data).toContainEqual(['Left out, encrypted', 'Asset Name (Patient)'])
    const { text } = await api.post('/api/report.exportCsv/devices', { items: [OF_PUMPS, BY_NAME] })
    expect([text.includes('Pump one'), text.includes('Pumphrey')]).toEqual([true, false])
    const chart = await api.post('/api/report.getStatusVsTimeReport', pumps)
    expect([chart.status, chart.body.unfiltered]).toEqual([200, undefined])
    const mixed = { items: [{ AssetType: ['Equipment', 'Patient'] }, OF_PUMPS] }
    const both = await api.post('/api/report.getStatusVsTimeReport', mixed)
    expect([both.status, both.body.unfiltered]).toEqual([200, OF_PATIENTS])
    const { noPatients } = api.people
    const without = await api.post('/api/report.getStatusVsTimeReport', mixed, noPatients)
    expect([without.status, without.body.unfiltered]).toEqual([200, undefined])
    const saved = await api.post('/api/filters/create', {
      displayName: 'Pumps',
      showOn: 'devices',
      criteria: [OF_PUMPS],
    })
    expect(saved.status).toBe(200)
  })
})
