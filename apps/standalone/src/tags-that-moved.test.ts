import { createApiService } from '@wardtrack/api'
import { createLocationService } from '@wardtrack/location'
import { createStatusService } from '@wardtrack/status'
import { openTestApp, TEST_WAIT, type TestApp } from '@wardtrack/test-kit'
import request from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp([createApiService, createLocationService, createStatusService])
  const floor = {
    hierarchyId: 'a1',
    fullName: ['Site', 'A1'],
    mapId: 'A1',
    map: { name: 'A1', xDimension: 50, yDimension: 30 },
  }
  await post('/location/api/ingest/hierarchies', floor).expect(200)
})
afterAll(() => app.close())
beforeEach(async () => {
  const { driver } = app.parts.db
  for (const store of [driver.assets, driver.locationHistory, driver.statusHistory, driver.visits])
    await store.deleteMany({})
  for (const store of [driver.unresolved, driver.geofenceAlerts]) await store.deleteMany({})
  app.parts.bus.publish('bus.gap', {})
})

const post = (path: string, body: object, as = app.people.key) =>
  request(app.app).post(path).set(as).send(body)
const ago = (seconds: number): string => new Date(Date.now() - seconds * 1_000).toISOString()
const counted = (members: object) => ({
  accepted: 0,
  duplicates: 0,
  unresolved: 0,
  refused: 0,
  errors: [],
  ...members,
})

const TAG = { Provider: 'acme', TagId: 'swap', IsPrimary: true }
const register = (AssetId: string, LocationTags?: object[]) =>
  post('/api/ingest/assets', {
    AssetType: 'Equipment',
    AssetId,
    AssetName: AssetId,
    ...(LocationTags ? { LocationTags } : {}),
  }).expect(200, counted({ accepted: 1 }))
const position = (x: number, seconds: number) => ({
  provider: 'acme',
  tagId: 'swap',
  mapId: 'A1',
  x,
  y: 1,
  time: ago(seconds),
})
const push = async (items: object) => (await post('/location/api/ingest/locations', items)).body
const asset = async (AssetId: string) => {
  const doc = await app.parts.db.models.assets.findOne({ AssetId })
  if (!doc) throw new Error(`${AssetId} does not exist`)
  return doc
}
const history = async (AssetId: string): Promise<(number | null)[]> => {
  const rows = await app.parts.db.models.locationHistory.find({ asset: (await asset(AssetId))._id })
  return rows.sort((a, b) => a.time.getTime() - b.time.getTime()).map(({ x }) => x)
}

// Field case 26: a buffered position arrives after its tag has moved to another asset.
describe('a late event of a tag that moved', () => {
  test('belongs to the asset that carried the tag, and does not move the next one', async () => {
    await register('SW-A', [TAG])
    await register('SW-B')
    expect(await push(position(2, 90))).toEqual(counted({ accepted: 1 }))
    await register('SW-B', [TAG])
    expect(await push(position(3, 80))).toEqual(counted({ accepted: 1 }))
    expect([await history('SW-A'), await history('SW-B')]).toEqual([[20, 30], []])
    expect((await asset('SW-A')).CurrentLocation).toMatchObject({ xCenterPoint: 30, byPrimaryTag: true })
    expect((await asset('SW-B')).CurrentLocation).toBeUndefined()
    expect(await push(position(4, 0))).toEqual(counted({ accepted: 1 }))
    expect([await history('SW-A'), await history('SW-B')]).toEqual([[20, 30], [40]])
    expect(await push(position(5, 85))).toEqual(counted({ accepted: 1 }))
    expect((await asset('SW-A')).CurrentLocation).toMatchObject({ xCenterPoint: 30 })
    expect([await history('SW-A'), await history('SW-B')]).toEqual([[20, 50, 30], [40]])
  })

  test('is known again when it is repeated, and moves no one', async () => {
    await register('SW-A', [TAG])
    const sent = position(2, 90)
    await push(sent)
    await register('SW-B', [TAG])
    expect(await push([sent, position(3, 80)])).toEqual(counted({ accepted: 1, duplicates: 1 }))
    expect(await push(sent)).toEqual(counted({ duplicates: 1 }))
    expect([await history('SW-A'), await history('SW-B')]).toEqual([[20, 30], []])
    expect((await asset('SW-B')).CurrentLocation).toBeUndefined()
  })

  test('raises alerts for the former carrier only', async () => {
    await post(
      '/location/api/geofence/add',
      {
        Name: 'Corner',
        Type: 'Restricted',
        AssetTypes: ['Equipment'],
        MapId: 'A1',
        Coordinates: { x: 0, y: 0, w: 100, h: 100 },
        EntryTrigger: 'Yes',
        ExitTrigger: 'No',
      },
      app.people.admin,
    ).expect(200)
    await app.parts.db.driver.geofences.updateMany({}, { $set: { activeFrom: new Date(0) } })
    app.parts.bus.publish('bus.gap', {})
    await register('SW-A', [TAG])
    await push(position(40, 90))
    await register('SW-B', [TAG])
    await push(position(41, 0))
    await push(position(2, 80))
    await vi.waitFor(async () => {
      const alerts = await app.parts.db.models.geofenceAlerts.find({})
      expect(alerts.map(({ AssetId }) => AssetId)).toEqual(['SW-A'])
    }, TEST_WAIT)
    expect((await asset('SW-B')).CurrentLocation).toMatchObject({ xCenterPoint: 410 })
  })

  test('changes the state of the former carrier', async () => {
    await register('SW-A', [TAG])
    await register('SW-B', [TAG])
    const state = { provider: 'acme', tagId: 'swap', BatteryLevel: 'LEVEL_1', time: ago(60) }
    const { body } = await post('/status/api/ingest/device-status', state)
    expect(body).toEqual(counted({ accepted: 1 }))
    expect((await asset('SW-A')).Fields['BatteryLevel']).toEqual({ Level: 'LEVEL_1' })
    expect((await asset('SW-B')).Fields['BatteryLevel']).toBeUndefined()
  })

  test('belongs to the next asset when no one carried the tag at its time', async () => {
    await register('SW-A', [TAG])
    await register('SW-A', [])
    const between = { ...position(7, 0), time: new Date().toISOString() }
    expect(await push(between)).toEqual(counted({ unresolved: 1 }))
    expect(await push(position(6, 70))).toEqual(counted({ accepted: 1 }))
    await register('SW-B', [TAG])
    await vi.waitFor(async () => expect(await history('SW-B')).toEqual([70]), TEST_WAIT)
    expect(await history('SW-A')).toEqual([60])
  })
})

test('an assignment ends where the next one begins, and an old one without a start was always', async () => {
  await register('SW-A', [TAG])
  await app.parts.db.driver.assets.updateOne({ AssetId: 'SW-A' }, { $unset: { TagStarts: '' } })
  app.parts.bus.publish('bus.gap', {})
  await register('SW-B', [TAG])
  const [first, second] = [await asset('SW-A'), await asset('SW-B')]
  const to = second.TagStarts?.[0]?.from
  expect(first).toMatchObject({ LocationTags: [], PastTags: [{ ...TAG, key: 'acme|swap' }] })
  expect([first.TagKeys, first.TagStarts, first.PastTags?.[0]?.from]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(first.PastTags?.[0]?.to.getTime()).toBeLessThanOrEqual(to?.getTime() ?? 0)
  await register('SW-A', [{ ...TAG, TagId: 'SWAP', IsPrimary: false }])
  await register('SW-A', [])
  const past = (await asset('SW-A')).PastTags
  expect(past).toMatchObject([
    { TagId: 'swap', IsPrimary: true },
    { TagId: 'SWAP', IsPrimary: false, from: expect.any(Date) },
  ])
  expect((await asset('SW-B')).PastTags?.[0]?.to.getTime()).toBeLessThanOrEqual(
    past?.[1]?.from?.getTime() ?? 0,
  )
})
