import { messages } from '@wardtrack/contracts'
import type { AssetDoc } from '@wardtrack/database'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { levelsOf, openReportTest, type ReportTest } from './testing/report-test.ts'

let api: ReportTest
beforeAll(async () => {
  api = await openReportTest()
})
afterAll(() => api.close())

/** Places an asset at a point of a map, in metres. The maps have no image, so a metre has ten pixels. */
const placeAt = (AssetId: string, mapId: string, point: { x: number; y: number } | undefined) =>
  api.parts.db.driver.assets.updateOne(
    { AssetId },
    {
      $set: {
        CurrentLocation: {
          mapId,
          hierarchyId: 'ward1',
          fullPath: levelsOf('ward1'),
          xCenterPoint: point ? point.x * 10 : null,
          yCenterPoint: point ? point.y * 10 : null,
          time: new Date(),
        },
      },
    },
  )
const nearby = (metaData: object | undefined, more: object = {}, headers = api.people.admin) =>
  api.post('/api/report.nearbyPumps', { items: metaData ? [{ metaData }] : [], ...more }, headers)
const distances = ({ body }: { body: { assets: { AssetId: string; Distance: number }[] } }) =>
  body.assets.map(({ AssetId, Distance }) => [AssetId, Distance])

describe('the report of nearby assets', () => {
  beforeAll(async () => {
    await placeAt('P-1', 'm1', { x: 0, y: 0 })
    await placeAt('P-2', 'm1', { x: 3, y: 4 })
    await placeAt('P-3', 'm1', { x: 1, y: 1 })
    await placeAt('P-4', 'm2', { x: 1, y: 1 })
    await placeAt('P-5', 'm1', undefined)
    await placeAt('B-1', 'm1', { x: 1, y: 0 })
    await placeAt('C-1', 'm1', { x: 2, y: 0 })
    await placeAt('PT-1', 'm1', { x: 0, y: 7 })
  })

  test('has no rows until the user chooses the reference asset and the searched assets', async () => {
    const { body } = await api.get('/api/report.getFilterDataForReport/nearby-pump')
    expect(body).toEqual({
      page: 'nearby-pump',
      label: 'nearby-pump',
      columns: ['AssetId', 'AssetType', 'AssetName', 'Location', 'Distance'].map((key) => ({
        key,
        label: key,
      })),
      filterUrl: 'report.nearbyPumps',
      defaultItems: [],
      waitsForUser: true,
      assets: [],
      maxAssets: 0,
    })
    const members = { AssetType: 'Equipment', AssetId: 'P-1', SurroundingAsset: 'Pump' }
    for (const [metaData, path] of [
      [undefined, 'metaData'],
      [{ ...members, AssetType: '' }, 'items.0.metaData.AssetType'],
      [{ ...members, AssetId: undefined }, 'items.0.metaData.AssetId'],
      [{ ...members, AssetId: { $ne: '' } }, 'items.0.metaData.AssetId'],
      [{ ...members, SurroundingAsset: null }, 'items.0.metaData.SurroundingAsset'],
    ] as const) {
      const refused = await nearby(metaData)
      expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([400, path])
    }
    const twice = await api.post('/api/report.nearbyPumps', {
      items: [{ metaData: members }, { metaData: members }],
    })
    expect([twice.status, twice.body.errors]).toEqual([
      400,
      [{ path: 'items.1.metaData', message: messages.nearbyOnce }],
    ])
  })

  test('measures distances in metres, nearest first, by id or serial number, for a category or a type', async () => {
    const pumps = [
      ['P-3', 1.4],
      ['P-2', 5],
    ]
    for (const named of [{ AssetId: 'P-1' }, { SerialNo: 'SN-P-1' }]) {
      const found = await nearby({ AssetType: 'Equipment', ...named, SurroundingAsset: 'Pump' })
      expect([distances(found), found.body.maxAssets]).toEqual([pumps, 2])
      expect(found.body.assets[0]).toEqual({
        AssetId: 'P-3',
        AssetType: 'Equipment',
        AssetName: 'Equipment P-3',
        Location: 'Site>Tower>Ward 1',
        Distance: 1.4,
      })
    }
    const question = { AssetType: 'Equipment', AssetId: 'P-1' }
    expect(distances(await nearby({ ...question, SurroundingAsset: 'Clinician' }))).toEqual([['C-1', 2]])
    expect(distances(await nearby({ ...question, SurroundingAsset: 'Patient' }))).toEqual([['PT-1', 7]])
    const second = await nearby(
      { ...question, SurroundingAsset: 'Equipment' },
      { pagination: { currentPage: 2, items: 1 }, sort: [{ sortField: 'AssetId', sortDirection: 1 }] },
    )
    expect([distances(second), second.body.maxAssets]).toEqual([[['P-3', 1.4]], 2])
    const body = { items: [{ metaData: { ...question, SurroundingAsset: 'Pump' } }, { AssetId: 'P-2' }] }
    expect(distances(await api.post('/api/report.nearbyPumps', body))).toEqual([['P-2', 5]])
    const { text } = await api.post('/api/report.exportCsv/nearby-pump', body)
    expect(text.split('\r\n')[1]).toBe('P-2,Equipment,Equipment P-2,Site>Tower>Ward 1,5')
  })

  test('is empty for a reference asset without a position, and not found for an unknown one', async () => {
    const members = { AssetType: 'Equipment', SurroundingAsset: 'Pump' }
    expect((await nearby({ ...members, AssetId: 'P-5' })).body).toEqual({ assets: [], maxAssets: 0 })
    for (const AssetId of ['none', 'C-1'])
      expect((await nearby({ ...members, AssetId })).body.code).toBe('not_found')
  })

  test('hides patients without the flag, both as rows and as reference asset', async () => {
    const headers = api.people.noPatients
    const near = await nearby(
      { AssetType: 'Equipment', AssetId: 'P-1', SurroundingAsset: 'Patient' },
      {},
      headers,
    )
    expect(near.body).toEqual({ assets: [], maxAssets: 0 })
    const from = { AssetType: 'Patient', AssetId: 'PT-1', SurroundingAsset: 'Equipment' }
    expect((await nearby(from)).body.maxAssets).toBe(3)
    const refused = await nearby(from, {}, headers)
    const unknown = await nearby({ ...from, AssetId: 'none' }, {}, headers)
    expect([refused.status, { ...refused.body, requestId: '' }]).toEqual([
      404,
      { ...unknown.body, requestId: '' },
    ])
  })

  test('includes the walking distance on maps with lanes', async () => {
    const points = [
      { x: 0, y: 0 },
      { x: 30, y: 0 },
      { x: 30, y: 40 },
    ]
    await api.parts.db.driver.mapLanes.insertOne({
      _id: 'm1',
      lanes: [{ points }],
      stops: [],
      revision: 'r',
      updatedAt: new Date(),
    } as never)
    api.parts.bus.publish('config.changed', { what: 'lanes' })
    const found = await nearby({ AssetType: 'Equipment', AssetId: 'P-1', SurroundingAsset: 'Pump' })
    const [, second] = found.body.assets
    expect(second).toMatchObject({ AssetId: 'P-2', Distance: 5, WalkingDistance: 7 })
  })
})

test('matches the nearby assets that a plain implementation finds', async () => {
  const pumps: AssetDoc[] = api.assets.filter(({ AssetId }) => AssetId.startsWith('P-'))
  const point = fc.record({ x: fc.integer({ min: 0, max: 39 }), y: fc.integer({ min: 0, max: 29 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(point, { minLength: 5, maxLength: 5 }), async (points) => {
      for (const [index, { AssetId }] of pumps.entries()) await placeAt(AssetId, 'm2', points[index])
      const [start] = points
      const expected = pumps
        .map(({ AssetId }, index) => {
          const { x = 0, y = 0 } = points[index] ?? {}
          const metres = Math.hypot(x - (start?.x ?? 0), y - (start?.y ?? 0))
          return [AssetId, Math.round(metres * 10) / 10] as [string, number]
        })
        .slice(1)
        .sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1))
      const found = await nearby({ AssetType: 'Equipment', AssetId: 'P-1', SurroundingAsset: 'Pump' })
      expect(distances(found)).toEqual(expected)
    }),
    { numRuns: 15 },
  )
})
