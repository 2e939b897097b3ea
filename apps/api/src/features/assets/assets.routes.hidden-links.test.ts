import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

let api: ApiTest
beforeAll(async () => {
  api = await openApiTest()
  await api.pushAssets([
    { AssetType: 'Equipment', AssetId: 'E-1', AssetName: 'Pump' },
    { AssetType: 'Equipment', AssetId: 'E-2', AssetName: 'Pump' },
    { AssetType: 'Clinician', AssetId: 'C-1', AssetName: 'Adams' },
    { AssetType: 'Patient', AssetId: 'PT-1', AssetName: 'Zebulon' },
  ])
  await api.placeAt(['Equipment', 'E-1'], { hierarchyId: 'h', mapId: 'm1', fullName: ['Site'] })
  await api.link(['Equipment', 'E-2'], ['Clinician', 'C-1'])
})
afterAll(() => api.close())

/** Returns all responses about assets to a user without the flag, as sent over the network. */
async function answers(): Promise<string[]> {
  const headers = api.people.noPatients
  const all = [
    await api.get('/api/assets.getById?assetType=Equipment&assetId=E-1', headers),
    await api.get('/api/assets.getById?assetType=Equipment&assetId=E-2', headers),
    await api.post('/api/assets.filter', {}, headers),
    await api.post('/api/assets.filter', { sort: { sortField: 'updatedAt', sortDirection: 1 } }, headers),
    await api.post('/api/assets.list', { projection: ['Fields.Mappings', 'FieldTimes'] }, headers),
    await api.post('/api/asset.getAssetMappingById', { Equipment: 'E-1' }, headers),
    await api.post('/api/assets.MapsPointerAllAssets', { 'CurrentLocation.mapId': 'm1' }, headers),
  ]
  expect(all.map(({ status }) => status)).toEqual(all.map(() => 200))
  return all.map(({ status, headers: sent, text }) => `${status} ${sent['content-length']} ${text}`)
}

describe('without the patient-data flag, responses are byte-identical', () => {
  test('before, while and after an asset is linked with a patient', async () => {
    const before = await answers()
    for (const asset of ['E-1', 'E-2'] as const) await api.link(['Equipment', asset], ['Patient', 'PT-1'])
    await api.link(['Patient', 'PT-1'], ['Clinician', 'C-1'])
    expect(await answers()).toEqual(before)
    await api.pushAssets([{ AssetType: 'Patient', AssetId: 'PT-1', AssetName: 'Zebulon the second' }])
    expect(await answers()).toEqual(before)
    const asset = await api.get('/api/assets.getById?assetType=Equipment&assetId=E-1')
    expect(asset.body.data.Fields.Mappings.Patient[0].Fields.AssetName).toBe('Zebulon the second')
    for (const linked of ['E-1', 'E-2'] as const) await api.unlink(['Equipment', linked], ['Patient', 'PT-1'])
    expect(await answers()).toEqual(before)
  })

  test("while a visible link changes the asset's modification time", async () => {
    const [before] = await answers()
    await api.link(['Equipment', 'E-1'], ['Clinician', 'C-1'])
    const [after] = await answers()
    expect(after).toContain('"Mappings":{"Clinician":[{')
    expect(/"updatedAt":"([^"]+)"/.exec(after ?? '')?.[1]).not.toBe(
      /"updatedAt":"([^"]+)"/.exec(before ?? '')?.[1],
    )
  })
})
