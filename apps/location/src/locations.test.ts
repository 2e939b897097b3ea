import { Types } from '@wardtrack/database'
import { openTestApp, type TestApp } from '@wardtrack/test-kit'
import request from 'supertest'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLocationService } from './index.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp([createLocationService])
})
afterAll(() => app.close())

it('takes a position to history, current place and live event', async () => {
  const { db, bus } = app.parts
  const heard: unknown[] = []
  bus.subscribe('asset.location', (events: unknown[]) => heard.push(...events))
  await request(app.app)
    .post('/location/api/ingest/hierarchies')
    .set(app.people.key)
    .send([
      {
        hierarchyId: 'f1',
        fullName: ['S', 'B', 'F1'],
        mapId: 'm1',
        map: { name: 'F1', xDimension: 50, yDimension: 30 },
      },
    ])
    .expect(200, { accepted: 1, duplicates: 0, unresolved: 0, refused: 0, errors: [] })
  await db.assets.insertOne({
    _id: new Types.ObjectId(),
    AssetType: 'Equipment',
    AssetId: 'P-1',
    AssetStatus: 'active',
    Fields: {},
    FieldTimes: {},
    CustomTags: [],
    LocationTags: [],
    SearchGrams: [],
    createdAt: new Date(),
    updatedAt: new Date(),
  })
  const time = new Date().toISOString()
  const res = await request(app.app)
    .post('/location/api/ingest/locations')
    .set(app.people.key)
    .send({ AssetType: 'Equipment', AssetId: 'P-1', mapId: 'm1', x: 12.3, y: 4, time })
  expect(res.body).toEqual({ accepted: 1, duplicates: 0, unresolved: 0, refused: 0, errors: [] })
  const asset = await db.assets.findOne({ AssetId: 'P-1' })
  expect(asset?.CurrentLocation).toMatchObject({ mapId: 'm1', xCenterPoint: 123, yCenterPoint: 40 })
  expect(heard).toHaveLength(1)
})
