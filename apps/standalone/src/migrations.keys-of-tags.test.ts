import { createApiService } from '@wardtrack/api'
import { type AssetDoc, Types } from '@wardtrack/database'
import { MIGRATIONS } from '@wardtrack/migrations'
import { openTestApp, type TestApp } from '@wardtrack/test-kit'
import request from 'supertest'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp([createApiService])
})
afterAll(() => app.close())

const asset = (AssetId: string, TagId: string): AssetDoc => ({
  _id: new Types.ObjectId(),
  AssetType: 'Equipment',
  AssetId,
  AssetStatus: 'active',
  Fields: {},
  FieldTimes: {},
  CustomTags: [],
  LocationTags: [{ Provider: 'acme', TagId, IsPrimary: true }],
  TagKeys: [`acme|${TagId}`],
  SearchGrams: [],
  createdAt: new Date(),
  updatedAt: new Date(),
})

test('gives stored tags one key for all spellings, and keeps two spellings of one tag apart', async () => {
  const { db, log } = app.parts
  // State left by an earlier version.
  await db.driver.assets.insertMany([
    asset('MAC', '02-00-5E-A0-18-E3'),
    asset('FIRST', 'Swap'),
    asset('SECOND', 'SWAP'),
  ])
  const time = new Date()
  await db.driver.unresolved.insertOne({
    _id: 'location|tag:acme|T-1|',
    kind: 'location',
    subjectKey: 'tag:acme|T-1',
    identity: 'seen',
    provider: 'acme',
    time,
    receivedAt: time,
    item: '{}',
  })
  const migration = MIGRATIONS.find(({ version }) => version === 6)
  await migration?.run({ db, log })
  // A run that was cut off is repeated.
  await migration?.run({ db, log })
  const keysOf = async (AssetId: string) => (await db.driver.assets.findOne({ AssetId }))?.TagKeys
  expect(await keysOf('MAC')).toEqual(['acme|02005ea018e3'])
  expect(await keysOf('FIRST')).toEqual(['acme|swap'])
  expect(await keysOf('SECOND')).toEqual(['acme|SWAP'])
  const kept = await db.driver.unresolved.find({}).toArray()
  expect(kept.map(({ _id, subjectKey }) => [_id, subjectKey])).toEqual([
    ['location|tag:acme|t-1|', 'tag:acme|t-1'],
  ])

  const LocationTag = { Provider: 'acme', TagId: 'other' }
  await request(app.app)
    .post('/api/assets.addLocationTag')
    .set(app.people.admin)
    .send({ AssetType: 'Equipment', AssetId: 'SECOND', LocationTag })
    .expect(200)
  expect(await keysOf('SECOND')).toEqual(['acme|SWAP', 'acme|other'])
})
