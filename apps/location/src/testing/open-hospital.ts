import type { AssetDoc, StorageLimits } from '@wardtrack/database'
import { BUS_GAP, type CacheMode, type ClockReadings } from '@wardtrack/service-kit'
import { openTestApp, storeAsset, type TestApp } from '@wardtrack/test-kit'
import request from 'supertest'
import { createLocationService } from '../index.ts'

export { ago, answer } from '@wardtrack/test-kit'

/**
 * A test app with two floors: `floor-1` on map m1 (50 m by 30 m, no image yet) with rooms, and `floor-2` without a
 * map.
 */
export type TestHospital = TestApp & {
  /** sends items with the key that has every scope */
  push(items: unknown, headers?: Record<string, string>): request.Test
  addAsset(members: Partial<AssetDoc> & Pick<AssetDoc, 'AssetId'>): Promise<AssetDoc>
  asset(assetId: string): Promise<AssetDoc | null>
  /** deletes everything but the floors, and clears every cache of the process */
  reset(): Promise<void>
}

/** Opens the app and pushes the floors. */
export async function openHospital(
  options: {
    limits?: Parameters<typeof createLocationService>[1]
    clockReadings?: ClockReadings
    storageLimits?: Partial<StorageLimits>
    storeUri?: string
    /** opens a further process of another hospital, which shares its store */
    storeOf?: TestApp
    cacheMode?: CacheMode
  } = {},
): Promise<TestHospital> {
  const app = await openTestApp(
    [
      (parts) => {
        // External systems of a test run on this machine.
        parts.outboundAllow = ['127.0.0.1']
        Object.assign(parts.limits, options.storageLimits)
        return createLocationService(parts, options.limits)
      },
    ],
    {
      ...(options.clockReadings ? { clockReadings: options.clockReadings } : {}),
      ...(options.storeUri ? { storeUri: options.storeUri } : {}),
      ...(options.storeOf ? { storeOf: options.storeOf } : {}),
      ...(options.cacheMode ? { cacheMode: options.cacheMode } : {}),
    },
  )
  const { db } = app.parts
  if (!options.storeOf)
    await request(app.app)
      .post('/location/api/ingest/hierarchies')
      .set(app.people.key)
      .send(FLOORS)
      .expect(200, { accepted: FLOORS.length, duplicates: 0, unresolved: 0, refused: 0, errors: [] })
  return {
    ...app,
    push: (items, headers = app.people.key) =>
      request(app.app)
        .post('/location/api/ingest/locations')
        .set(headers)
        .send(items as object),
    reset: async () => {
      for (const store of [
        db.driver.assets,
        db.driver.locationHistory,
        db.driver.deadLetters,
        db.driver.unresolved,
      ])
        await store.deleteMany()
      app.parts.bus.publish(BUS_GAP, {})
    },
    addAsset: (members) => storeAsset(db, members),
    asset: (assetId) => db.driver.assets.findOne({ AssetId: assetId }),
  }
}

const FLOORS = [
  { hierarchyId: 'site', fullName: ['Northfield'] },
  {
    hierarchyId: 'floor-1',
    fullName: ['Northfield', 'Tower', 'Floor 1'],
    mapId: 'm1',
    map: { name: 'Floor 1', xDimension: 50, yDimension: 30 },
  },
  { hierarchyId: 'unit-1', fullName: ['Northfield', 'Tower', 'Floor 1', 'ICU'] },
  { hierarchyId: 'room-1', fullName: ['Northfield', 'Tower', 'Floor 1', 'ICU', 'Room 1'] },
  { hierarchyId: 'floor-2', fullName: ['Northfield', 'Tower', 'Floor 2'] },
]
