import { Types } from '@wardtrack/database'
import { assetDoc } from '@wardtrack/test-kit'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

let api: ApiTest
const room = (mapId: string, name: string) => ({
  hierarchyId: `h-${name}`,
  mapId,
  fullName: ['Site', mapId, name],
})

beforeAll(async () => {
  api = await openApiTest()
  const map = (_id: string, name: string) => ({
    _id,
    name,
    refName: '',
    xDimension: 40,
    yDimension: 30,
    source: 'ingest' as const,
    width: null,
    height: null,
    dimensionsAssumed: true,
  })
  await api.parts.db.driver.maps.insertMany([map('m2', 'Alpha'), map('m1', 'Beta'), map('m3', 'Empty')])
  await api.parts.db.driver.places.insertMany(
    ['m1', 'm2'].map((id) => ({ _id: new Types.ObjectId(), provider: 'rtls', ...room(id, `room ${id}`) })),
  )
  await api.pushAssets([
    {
      AssetType: 'Equipment',
      AssetId: 'P-2',
      AssetName: 'Pump',
      PrimaryCategory: 'Pump',
      BatteryLevel: 'LEVEL_3',
      WifiStrength: 'BAR_TWO',
      DeviceStatus: 'comm-status-online',
    },
    { AssetType: 'Equipment', AssetId: 'P-1', AssetName: 'Pump', PrimaryCategory: 'Pump' },
    { AssetType: 'Equipment', AssetId: 'X-1', AssetName: 'Bed' },
    { AssetType: 'Clinician', AssetId: 'C-1', AssetName: 'Adams' },
    { AssetType: 'Equipment', AssetId: 'OLD', AssetName: 'Old' },
  ])
  await api.link(['Equipment', 'P-2'], ['Clinician', 'C-1'])
  await api.placeAt(['Equipment', 'P-1'], room('m1', 'room m1'))
  await api.placeAt(['Equipment', 'P-2'], room('m1', 'room m1'))
  await api.placeAt(['Clinician', 'C-1'], room('m1', 'room m1'))
  await api.placeAt(['Equipment', 'X-1'], room('m2', 'room m2'))
  await api.placeAt(['Equipment', 'OLD'], room('m3', 'room m3'))
  await api.parts.db.driver.assets.updateOne({ AssetId: 'OLD' }, { $set: { AssetStatus: 'inactive' } })
})
afterAll(() => api.close())

describe('maps with matching assets', () => {
  const maps = async (body: unknown) => (await api.post('/api/assets.getfilterMap', body)).body

  test('are a plain list by name, with places, sizes and counts, without empty maps', async () => {
    expect(await maps({})).toEqual([
      {
        mapId: 'm2',
        name: 'Alpha',
        place: ['Site', 'm2', 'room m2'],
        xDimension: 40,
        yDimension: 30,
        count: 1,
      },
      {
        mapId: 'm1',
        name: 'Beta',
        place: ['Site', 'm1', 'room m1'],
        xDimension: 40,
        yDimension: 30,
        count: 3,
      },
    ])
  })

  test('match the criteria, including criteria on the map', async () => {
    const counted = async (body: unknown) =>
      (await maps(body)).map((entry: { mapId: string; count: number }) => [entry.mapId, entry.count])
    expect(await counted([{ AssetType: 'Equipment' }])).toEqual([
      ['m2', 1],
      ['m1', 2],
    ])
    expect(await counted({ 'Fields.PrimaryCategory': 'Pump' })).toEqual([['m1', 2]])
    expect(await counted({ 'CurrentLocation.mapId': ['m2', 'm3'] })).toEqual([['m2', 1]])
    expect(await counted({ AssetStatus: 'inactive' })).toEqual([['m3', 1]])
    expect(await counted({ search: 'room m2' })).toEqual([['m2', 1]])
    expect(await counted({ 'CurrentLocation.fullPath.Level_3': 'room m1', search: 'pump' })).toEqual([
      ['m1', 2],
    ])
  })

  test('are counted in one pass over the matching assets, not once per map', async () => {
    const AssetId = [
      'P-1',
      'P-2',
      'X-1',
      ...Array.from({ length: 497 }, (_, n) => `none-${n}`.padEnd(150, '-')),
    ]
    const count = vi.spyOn(api.parts.db.driver.assets, 'countDocuments')
    expect(await maps({ AssetType: 'Equipment', AssetId })).toMatchObject([
      { mapId: 'm2', count: 1 },
      { mapId: 'm1', count: 2 },
    ])
    expect(count).not.toHaveBeenCalled()
    count.mockRestore()
  })

  test('are refused for invalid criteria', async () => {
    const answer = await api.post('/api/assets.getfilterMap', [{ $where: '1' }])
    expect([answer.status, answer.body.code, answer.body.errors[0].path]).toEqual([
      400,
      'invalid_criteria',
      '0.$where',
    ])
  })
})

describe('pointers of a map', () => {
  test('are sorted by id for one type, with state and links', async () => {
    const body = { criteria: [], 'CurrentLocation.mapId': 'm1', AssetType: 'Equipment' }
    const { body: answer } = await api.post('/api/assets.MapsPointer', body)
    expect(answer.AssetIds).toEqual(['P-1', 'P-2'])
    expect(answer.truncated).toBe(false)
    expect(answer.data[1]).toEqual({
      _id: expect.any(String),
      AssetType: 'Equipment',
      AssetId: 'P-2',
      CurrentLocation: {
        precision: 'point',
        mapId: 'm1',
        fullPath: { Level_1: 'Site', Level_2: 'm1', Level_3: 'room m1' },
        xCenterPoint: 10,
        yCenterPoint: 20,
        provider: 'test',
        time: expect.stringMatching(/Z$/),
      },
      icon_type: 1,
      Battery: 'LEVEL_3',
      WiFi: 'BAR_TWO',
      DeviceStatus: 'comm-status-online',
      Fields: {
        AssetName: 'Pump',
        PrimaryCategory: 'Pump',
        Clinicians: [{ AssetType: 'Clinician', AssetId: 'C-1', Fields: { AssetName: 'Adams' } }],
        Equipments: [],
        Patients: [],
      },
    })
  })

  test('are of the second kind while their asset has an unresolved alert', async () => {
    const { assets, geofenceAlerts } = api.parts.db.driver
    const [pump, bed] = [await assets.findOne({ AssetId: 'P-2' }), await assets.findOne({ AssetId: 'X-1' })]
    const alert = (n: number, asset = bed) => ({
      _id: `alert-${n}`,
      asset: asset?._id,
      status: 'open',
      unresolved: true,
      createdAt: new Date(),
    })
    const kinds = async () => {
      const { body } = await api.post('/api/assets.MapsPointerAllAssets', { 'CurrentLocation.mapId': 'm1' })
      return Object.fromEntries(
        body.data.map((entry: { AssetId: string; icon_type: number }) => [entry.AssetId, entry.icon_type]),
      ) as unknown
    }
    const many = (from: number, count: number) => Array.from({ length: count }, (_, n) => alert(from + n))
    await geofenceAlerts.insertMany([alert(0, pump), ...many(1, 3)] as never)
    expect(await kinds()).toEqual({ 'C-1': 1, 'P-1': 1, 'P-2': 2 })
    await geofenceAlerts.insertMany(many(10, 1_000) as never)
    expect(await kinds()).toEqual({ 'C-1': 1, 'P-1': 1, 'P-2': 2 })
    await geofenceAlerts.updateOne(
      { _id: 'alert-0' },
      { $set: { status: 'resolved' }, $unset: { unresolved: 1 } },
    )
    expect(await kinds()).toEqual({ 'C-1': 1, 'P-1': 1, 'P-2': 1 })
    await geofenceAlerts.deleteMany()
  })

  test('include all types', async () => {
    const { body } = await api.post('/api/assets.MapsPointerAllAssets', { 'CurrentLocation.mapId': 'm1' })
    expect(body.data.map((entry: { AssetId: string }) => entry.AssetId)).toEqual(['C-1', 'P-1', 'P-2'])
    expect(body.AssetIds).toBeUndefined()
  })

  test('require the map, and the type for calls that need it', async () => {
    for (const [path, body, member] of [
      ['MapsPointer', { AssetType: 'Equipment' }, 'CurrentLocation.mapId'],
      ['MapsPointer', { 'CurrentLocation.mapId': 'm1' }, 'AssetType'],
      ['MapsPointer', { 'CurrentLocation.mapId': 'm1', AssetType: '' }, 'AssetType'],
      ['MapsPointerAllAssets', {}, 'CurrentLocation.mapId'],
    ] as const) {
      const answer = await api.post(`/api/assets.${path}`, body)
      expect([answer.status, answer.body.code, answer.body.errors[0].path]).toEqual([
        400,
        'validation',
        member,
      ])
    }
  })

  test('are empty for an unknown map', async () => {
    const { body } = await api.post('/api/assets.MapsPointerAllAssets', {
      'CurrentLocation.mapId': 'nowhere',
    })
    expect(body).toEqual({ data: [], truncated: false })
  })

  test('are limited to 5,000, and the response says so', async () => {
    const now = new Date()
    const manyAssets = Array.from({ length: 5_001 }, (_, n) =>
      assetDoc({
        AssetId: `Z-${n}`,
        CurrentLocation: { mapId: 'full', fullPath: {}, xCenterPoint: 1, yCenterPoint: 1, time: now },
      }),
    )
    await api.parts.db.driver.assets.insertMany(manyAssets)
    const body = { 'CurrentLocation.mapId': 'full', AssetType: 'Equipment' }
    const answer = await api.post('/api/assets.MapsPointer', body)
    expect([answer.body.data.length, answer.body.AssetIds.length, answer.body.truncated]).toEqual([
      5_000,
      5_000,
      true,
    ])
    await api.parts.db.driver.assets.deleteOne({ AssetId: 'Z-0' })
    expect((await api.post('/api/assets.MapsPointer', body)).body.truncated).toBe(false)
  })
})
