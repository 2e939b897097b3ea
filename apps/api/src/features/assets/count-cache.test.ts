import { patternContaining, Types } from '@wardtrack/database'
import { BUS_GAP } from '@wardtrack/service-kit'
import { storeAsset } from '@wardtrack/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'
import { type Counts, createCounts } from './count-cache.ts'

let api: ApiTest
let counts: Counts
beforeAll(async () => {
  api = await openApiTest()
  counts = createCounts({ ...api.parts, cacheMode: 'local' })
})
beforeEach(() => api.parts.db.driver.assets.deleteMany({}))
afterAll(async () => {
  counts.close()
  await api.close()
})

/** Stores an asset like another part of the product, without publishing on the bus. */
const store = (Fields: Record<string, unknown> = {}) =>
  storeAsset(api.parts.db, { AssetId: new Types.ObjectId().toHexString(), Fields })
const publish = {
  registry: () => api.parts.bus.publish('asset.changed', { changes: [], tagKeys: [] }),
  place: () => api.parts.bus.publish('asset.location', []),
  state: (name: string) =>
    api.parts.bus.publish('asset.status', [
      { AssetType: 'E', AssetId: 'x', Fields: { [name]: 1 }, FieldTimes: {} },
    ]),
  gap: () => api.parts.bus.publish(BUS_GAP, {}),
}

describe('a cached total', () => {
  test.each([
    ['a type', { AssetType: 'Equipment' }, () => publish.registry(), () => publish.place()],
    [
      'a place',
      { 'CurrentLocation.mapId': { $exists: false } },
      () => publish.place(),
      () => publish.state('BatteryLevel'),
    ],
    [
      'a field',
      { 'Fields.BatteryLevel.Level': 'LEVEL_1' },
      () => publish.state('BatteryLevel'),
      () => publish.state('Status'),
    ],
    [
      'clauses',
      { $and: [{ $or: [{ 'Fields.SerialNo': /x/i }, { AssetStatus: 'active' }] }] },
      () => publish.state('SerialNo'),
      () => publish.place(),
    ],
    ['any change', { updatedAt: { $gte: new Date(0) } }, () => publish.state('Anything'), () => {}],
  ] as const)(
    'stays valid for %s until a dependency changes',
    async (_title, filter, relatedChange, unrelatedChange) => {
      publish.gap()
      const level = { BatteryLevel: { Level: 'LEVEL_1' } }
      expect(await counts.count(filter)).toBe(0)
      await store(level)
      expect(await counts.count(filter)).toBe(0)
      unrelatedChange()
      expect(await counts.count(filter)).toBe(0)
      relatedChange()
      expect(await counts.count(filter)).toBe(1)
      await store(level)
      publish.registry()
      expect(await counts.count(filter)).toBe(2)
    },
  )

  test.each([
    { AssetType: 'Equipment' },
    { AssetType: { $in: ['Equipment', 'Clinician'] }, 'CurrentLocation.mapId': 'm' },
    {
      $and: [{ AssetType: { $regex: patternContaining('e') } }, { AssetType: { $ne: 'Patient' } }],
      'Fields.Status': 'x',
    },
  ])('stays cached when patients change, if it counts no patients: %j', async (filter) => {
    publish.gap()
    const all = { 'Fields.Status': { $exists: true } }
    await Promise.all([counts.count(filter), counts.count(all)])
    const patient = { AssetType: 'Patient', AssetId: 'PT-1' }
    const CurrentLocation = { mapId: 'm', fullPath: {}, xCenterPoint: 1, yCenterPoint: 1 }
    api.parts.bus.publish('asset.location', [{ ...patient, CurrentLocation }])
    api.parts.bus.publish('asset.status', [{ ...patient, Fields: { Status: 'x' }, FieldTimes: {} }])
    const linked = {
      AssetType: 'Equipment',
      AssetId: 'E-1',
      change: 'mapping' as const,
      ofPatients: true as const,
    }
    api.parts.bus.publish('asset.changed', {
      changes: [{ ...patient, change: 'created' }, linked],
      tagKeys: [],
    })
    expect(counts.cached(filter)).toBeDefined()
    expect(counts.cached(all)).toBeUndefined()
  })

  test('is dropped when the bus may have missed a message', async () => {
    const filter = { AssetType: 'Equipment' }
    await counts.count(filter)
    await store()
    publish.gap()
    expect(counts.cached(filter)).toBeUndefined()
    expect(await counts.count(filter)).toBe(1)
  })

  test('is not cached when a change arrives during the count', async () => {
    publish.gap()
    const filter = { AssetType: 'Equipment' }
    const counting = counts.count(filter)
    publish.registry()
    await counting
    expect(counts.cached(filter)).toBeUndefined()
  })

  test('belongs to one filter: different patterns have different totals', async () => {
    publish.gap()
    await store({ AssetName: 'a' })
    expect(await counts.count({ 'Fields.AssetName': /a/i })).toBe(1)
    expect(await counts.count({ 'Fields.AssetName': /b/i })).toBe(0)
    expect(await counts.count({ 'Fields.AssetName': patternContaining('a') })).toBe(1)
    expect(await counts.count({ 'Fields.AssetName': patternContaining('b') })).toBe(0)
    expect(await counts.count({ _id: new Types.ObjectId() })).toBe(0)
    expect(counts.cached({ _id: new Types.ObjectId() })).toBeUndefined()
  })
})

test('is not cached when the bus does not report all changes', async () => {
  const unconnected = createCounts({ ...api.parts, cacheMode: 'shared' })
  expect(await unconnected.count({ AssetType: 'Equipment' })).toBe(0)
  await store()
  expect(await unconnected.count({ AssetType: 'Equipment' })).toBe(1)
  expect(unconnected.cached({ AssetType: 'Equipment' })).toBeUndefined()
  unconnected.close()
})
