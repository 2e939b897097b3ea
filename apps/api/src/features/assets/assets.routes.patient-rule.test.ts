import { Types } from '@wardtrack/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

let api: ApiTest
const ROOM = { hierarchyId: 'h1', mapId: 'm1', fullName: ['Site', 'Room'] }
/** Secrets that no response contains: the patient's id and name, and the type itself. */
const SECRET = /PT-SECRET|Zebulon|Patient/

beforeAll(async () => {
  api = await openApiTest()
  await api.parts.db.driver.places.insertOne({ _id: new Types.ObjectId(), provider: 'rtls', ...ROOM })
  await api.parts.db.driver.maps.insertMany(
    ['m1', 'm2'].map((_id) => ({
      _id,
      name: _id,
      refName: '',
      xDimension: 1,
      yDimension: 1,
      source: 'ingest' as const,
      width: null,
      height: null,
      dimensionsAssumed: true,
    })),
  )
  await api.pushAssets([
    {
      AssetType: 'Patient',
      AssetId: 'PT-SECRET',
      AssetName: 'Zebulon',
      Status: 'Admitted',
      CustomTags: ['x'],
    },
    { AssetType: 'Patient', AssetId: 'PT-SECRET-2', AssetName: 'Zebulon two' },
    { AssetType: 'Equipment', AssetId: 'E-1', AssetName: 'Pump', CustomTags: ['x'] },
    { AssetType: 'Clinician', AssetId: 'C-1', AssetName: 'Adams' },
  ])
  await api.link(['Equipment', 'E-1'], ['Patient', 'PT-SECRET'])
  await api.link(['Clinician', 'C-1'], ['Patient', 'PT-SECRET'])
  await api.placeAt(['Patient', 'PT-SECRET'], ROOM)
  await api.placeAt(['Equipment', 'E-1'], ROOM)
  await api.placeAt(['Patient', 'PT-SECRET-2'], { ...ROOM, mapId: 'm2' })
})
afterAll(() => api.close())

const CRITERIA: unknown[] = [
  {},
  [],
  { AssetType: 'Patient' },
  { AssetType: ['Patient', 'Equipment', 'Clinician'] },
  { AssetType: { $regex: 'pat' } },
  { AssetType: { $regex: '' } },
  { AssetType: 'N/A' },
  { subject: 'Patient' },
  [{ AssetType: 'Patient' }, { AssetType: ['Patient'] }],
  { AssetId: 'PT-SECRET' },
  { 'Fields.AssetName': { $regex: 'zeb' } },
  { 'Fields.Status': 'Admitted' },
  { CustomTags: 'x' },
  { 'CurrentLocation.mapId': ['m1', 'm2'] },
  { 'CurrentLocation.fullPath.Level_2': 'Room' },
  { search: 'zeb' },
  { search: 'room' },
  [{ search: 'PT-SECRET' }, { sort: [{ sortField: 'Fields.Status', sortDirection: -1 }] }],
  { AssetStatus: ['active', 'inactive'] },
]

const without = () => api.people.noPatients
const seen = (value: unknown): string => JSON.stringify(value)

describe('without the patient-data flag, no patient is', () => {
  test.each(CRITERIA)('listed or counted by the filter %j', async (criteria) => {
    const { status, body } = await api.post('/api/assets.filter?pagesize=500', criteria, without())
    expect(status).toBe(200)
    expect(seen(body)).not.toMatch(SECRET)
    expect(body.maxAssets).toBe(body.assets.length)
  })

  test.each(CRITERIA)('listed or counted by the asset list %j', async (query) => {
    const { status, body } = await api.post('/api/assets.list', { pagesize: 500, query }, without())
    expect(status).toBe(200)
    expect(seen(body)).not.toMatch(SECRET)
    expect(body.count).toBe(body.data.length)
  })

  test('shown by any projection', async () => {
    for (const projection of [['Fields'], ['Fields.Mappings'], { Fields: 1, 'Fields.Mappings': 1 }]) {
      const { body } = await api.post('/api/assets.list', { projection }, without())
      expect(body.count).toBe(2)
      expect(seen(body)).not.toMatch(SECRET)
    }
  })

  test.each(CRITERIA)('counted or located on maps by %j', async (criteria) => {
    const maps = await api.post('/api/assets.getfilterMap', criteria, without())
    expect(
      maps.body.every((map: { mapId: string; count: number }) => map.mapId === 'm1' && map.count === 1),
    ).toBe(true)
    const list = Array.isArray(criteria) ? criteria : [criteria]
    const onMap = { items: list, 'CurrentLocation.mapId': ['m1', 'm2'], AssetType: ['Patient', 'Equipment'] }
    for (const call of ['MapsPointer', 'MapsPointerAllAssets']) {
      const answer = await api.post(`/api/assets.${call}`, onMap, without())
      expect(seen(answer.body.data ?? [])).not.toMatch(SECRET)
    }
  })

  test('found by id: the response is that of an unknown id', async () => {
    const ask = async (id: string) => {
      const asset = await api.get(`/api/assets.getById?assetType=Patient&assetId=${id}`, without())
      const links = await api.post('/api/asset.getAssetMappingById', { Patient: id }, without())
      return [asset, links].map(({ status, body }) => [status, { ...body, requestId: '' }])
    }
    expect(await ask('PT-SECRET')).toEqual(await ask('PT-NONE'))
    expect((await ask('PT-SECRET'))[0]?.[0]).toBe(404)
  })

  test('named among the links or fields of others', async () => {
    const equipment = await api.get('/api/assets.getById?assetType=Equipment&assetId=E-1', without())
    expect(equipment.body.data.Fields.AssetName).toBe('Pump')
    expect(seen(equipment.body)).not.toMatch(SECRET)
    const links = await api.post('/api/asset.getAssetMappingById', { Clinician: 'C-1' }, without())
    expect(links.body).toEqual({ Mapping: [] })
    const pointer = await api.post(
      '/api/assets.MapsPointerAllAssets',
      { 'CurrentLocation.mapId': 'm1' },
      without(),
    )
    expect(pointer.body.data[0].Fields).toEqual({ AssetName: 'Pump', Clinicians: [], Equipments: [] })
  })

  test('named by the options, the mapping or the dead letters', async () => {
    await api.post(
      '/api/ingest/assets',
      [{ AssetType: 'Patient', AssetId: 'PT-SECRET', Mappings: 1 }],
      api.people.key,
    )
    const nurse = await api.people.signIn({ username: 'dead', pages: ['devices', 'admin-config'] })
    for (const path of [
      '/api/assets.getFilterOption',
      '/api/asset.getMetaDataMapping',
      '/api/ingest/dead-letters',
    ])
      expect(seen((await api.get(path, nurse)).body)).not.toMatch(SECRET)
  })
})

describe('with the patient-data flag', () => {
  test('all patient data is visible', async () => {
    const filter = await api.post('/api/assets.filter', { AssetType: 'Patient' })
    expect(filter.body.maxAssets).toBe(2)
    const links = await api.post('/api/asset.getAssetMappingById', { Clinician: 'C-1' })
    expect(links.body.Mapping[0][1].AssetId).toBe('PT-SECRET')
    const maps = await api.post('/api/assets.getfilterMap', {})
    expect(maps.body.map((map: { count: number }) => map.count)).toEqual([2, 1])
    const pointer = await api.post('/api/assets.MapsPointerAllAssets', {
      'CurrentLocation.mapId': 'm1',
      AssetType: 'Equipment',
    })
    expect(pointer.body.data[0].Fields.Patients[0].AssetId).toBe('PT-SECRET')
  })

  test('a changed flag applies from the next request on', async () => {
    const nurse = await api.people.signIn({ username: 'flagged', pages: ['devices'] })
    const count = async () => (await api.post('/api/assets.filter', {}, nurse)).body.maxAssets
    expect(await count()).toBe(2)
    await api.parts.db.driver.users.updateOne({ username: 'flagged' }, { $set: { patientDataAccess: true } })
    expect(await count()).toBe(4)
    await api.parts.db.driver.users.updateOne({ username: 'flagged' }, { $set: { patientDataAccess: false } })
    expect(await count()).toBe(2)
  })
})
