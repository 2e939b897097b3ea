import request from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type NearestTest, openNearestTest, placeAt, START } from '../../testing/open-nearest-test.ts'

let hospital: NearestTest
beforeAll(async () => {
  hospital = await openNearestTest()
})
beforeEach(() => hospital.reset())
afterAll(() => hospital.close())

const nearest = async (body: object = {}, headers = hospital.nurse) =>
  (await hospital.ask('assets', { category: 'Pump', start: START, ...body }, headers).expect(200)).body
const ids = async (body: object = {}) =>
  ((await nearest(body)).assets as { AssetId: string }[]).map(({ AssetId }) => AssetId)

describe('the nearest free assets', () => {
  test('are the assets of the category with their places, nearest first', async () => {
    await hospital.addPump('far', placeAt(410, 10))
    await hospital.addPump('near', placeAt(40, 50), { BatteryLevel: { Level: 'LEVEL_3' }, SerialNo: 'S-1' })
    await hospital.addAsset({
      AssetId: 'bed',
      Fields: { PrimaryCategory: 'Bed' },
      CurrentLocation: placeAt(11, 10),
    })
    const answer = await nearest()
    expect(answer.assets[0]).toEqual({
      AssetType: 'Equipment',
      AssetId: 'near',
      AssetName: 'Pump near',
      SerialNo: 'S-1',
      Battery: 'LEVEL_3',
      mapId: 'm1',
      mapName: 'Floor 1',
      x: 40,
      y: 50,
      fullPath: { Level_1: 'Northfield', Level_2: 'Tower', Level_3: 'Floor 1', Level_4: 'ICU' },
      seenAt: expect.stringMatching(/Z$/),
      metres: 5,
      alongLanes: false,
    })
    expect(answer.assets.map(({ AssetId }: { AssetId: string }) => AssetId)).toEqual(['near', 'far'])
    expect(answer.start).toEqual({
      mapId: 'm1',
      mapName: 'Floor 1',
      x: 10,
      y: 10,
      fullPath: { Level_1: 'Northfield', Level_2: 'Tower', Level_3: 'Floor 1' },
      precision: 'point',
    })
    expect([answer.total, answer.truncated, answer.taking]).toEqual([2, false, []])
  })

  test('exclude unavailable assets and count them by reason', async () => {
    await hospital.addPump('nowhere', undefined)
    await hospital.addPump('old', placeAt(1, 1, { time: new Date(Date.now() - 31 * 60_000) }))
    await hospital.addPump('offline', placeAt(1, 1), { DeviceStatus: 'comm-status-offline' })
    await hospital.addPump('infusing-1', placeAt(1, 1), { InfusionStatus: 'pump-status-infusing' })
    await hospital.addPump('infusing-2', placeAt(1, 1), { InfusionStatus: 'pump-status-infusing' })
    await hospital.addPump('empty', placeAt(1, 1), { BatteryLevel: { Level: 'LEVEL_1' } })
    const inactive = await hospital.addPump('inactive', placeAt(1, 1))
    await hospital.parts.db.driver.assets.updateOne(
      { _id: inactive._id },
      { $set: { AssetStatus: 'inactive' } },
    )
    const answer = await nearest()
    expect([answer.assets, answer.total]).toEqual([[], 0])
    expect(answer.leftOut).toEqual({
      unplaced: 1,
      notSeen: 1,
      offline: 1,
      infusing: 2,
      lowBattery: 1,
      unclean: 0,
      claimed: 0,
    })
    expect(await ids({ seenWithinMinutes: 60 })).toEqual(['old'])
  })

  test('exclude assets in an enabled geofence of the cleaning type as soon as it is drawn', async () => {
    await hospital.addPump('dirty', placeAt(100, 100))
    expect(await ids()).toEqual(['dirty'])
    const fence = await request(hospital.app)
      .post('/location/api/geofence/add')
      .set(hospital.people.admin)
      .send({
        Name: 'Sluice',
        Type: 'Cleaning',
        AssetTypes: ['Equipment'],
        MapId: 'm1',
        Coordinates: { x: 90, y: 90, x2: 110, y2: 110 },
        EntryTrigger: true,
        ExitTrigger: false,
      })
    expect(fence.status).toBe(200)
    expect([await ids(), (await nearest()).leftOut.unclean]).toEqual([[], 1])
    await hospital.parts.db.driver.geofences.updateMany({}, { $set: { Enabled: false } })
    hospital.parts.bus.publish('config.changed', { what: 'geofences' })
    expect(await ids()).toEqual(['dirty'])
    await hospital.parts.db.driver.geofences.deleteMany()
  })

  test('rank assets on other maps without a known route last and mark them', async () => {
    await hospital.addPump('other floor', placeAt(10, 10, { mapId: 'm3' }))
    await hospital.addPump('this floor', placeAt(490, 290))
    const { assets } = await nearest()
    expect(
      assets.map(({ AssetId, metres }: { AssetId: string; metres: number }) => [AssetId, metres]),
    ).toEqual([
      ['this floor', expect.closeTo(55.57, 2)],
      ['other floor', null],
    ])
  })

  test('are limited to the requested number', async () => {
    for (let n = 0; n < 4; n += 1) await hospital.addPump(`p-${n}`, placeAt(n, 10))
    const answer = await nearest({ items: 2 })
    expect([answer.assets.length, answer.total]).toEqual([2, 4])
  })

  test('never contain a patient, whoever asks', async () => {
    await hospital.addAsset({
      AssetType: 'Patient',
      AssetId: 'PT-1',
      Fields: { PrimaryCategory: 'Pump' },
      CurrentLocation: placeAt(10, 10),
    })
    const answer = await nearest({}, hospital.people.admin)
    expect([answer.assets, Object.values(answer.leftOut)]).toEqual([[], [0, 0, 0, 0, 0, 0, 0]])
    expect(
      (await hospital.ask('route', { assetId: 'PT-1', start: START }, hospital.people.admin)).status,
    ).toBe(404)
  })
})

test('returns a route that begins at the start and ends at the asset', async () => {
  await hospital.addPump('near', placeAt(40, 50))
  await hospital.addPump('upstairs', placeAt(40, 50, { mapId: 'm3' }))
  await hospital.addPump('nowhere', undefined)
  const { body } = await hospital.ask('route', { assetId: 'near', start: START }).expect(200)
  expect(body.legs).toEqual([
    {
      mapId: 'm1',
      mapName: 'Floor 1',
      points: [
        { x: 10, y: 10 },
        { x: 40, y: 50 },
      ],
    },
  ])
  expect(body.asset).toMatchObject({ AssetId: 'near', metres: 5, alongLanes: false })
  const upstairs = await hospital.ask('route', { assetId: 'upstairs', start: START })
  expect([upstairs.body.legs, upstairs.body.asset.metres]).toEqual([[], null])
  expect((await hospital.ask('route', { assetId: 'none', start: START })).status).toBe(404)
  const nowhere = await hospital.ask('route', { assetId: 'nowhere', start: START })
  expect([nowhere.status, nowhere.body.message]).toEqual([409, 'The position of this asset is unknown.'])
})

test('follows drawn lanes in distances and routes, between floors by the lift', async () => {
  const draw = (mapId: string, points: object[]) =>
    request(hospital.app)
      .post(`/location/api/hierarchy/mapLanes/${mapId}`)
      .set(hospital.people.admin)
      .send({ lanes: [{ points }], stops: [{ kind: 'lift', name: 'Lift A', x: 10, y: 10 }] })
      .expect(200)
  const angle = [
    { x: 10, y: 10 },
    { x: 10, y: 210 },
    { x: 210, y: 210 },
  ]
  await draw('m1', angle)
  await draw('m3', angle)
  await hospital.addPump('corner', placeAt(210, 210))
  await hospital.addPump('upstairs', placeAt(10, 60, { mapId: 'm3' }))
  const start = { mapId: 'm1', x: 10, y: 10 }
  const { assets } = await nearest({ start })
  expect(
    assets.map(({ AssetId, metres, alongLanes }: Record<string, unknown>) => [AssetId, metres, alongLanes]),
  ).toEqual([
    ['corner', expect.closeTo(40, 3), true],
    ['upstairs', expect.closeTo(45, 3), true],
  ])
  const { legs } = (await hospital.ask('route', { assetId: 'upstairs', start }).expect(200)).body
  expect(legs.map(({ mapName, via }: Record<string, unknown>) => [mapName, via])).toEqual([
    ['Floor 1', undefined],
    ['Floor 3', 'lift'],
  ])
  expect(legs[1].points.at(-1)).toEqual({ x: 10, y: 60 })
  await hospital.parts.db.driver.mapLanes.deleteMany()
  hospital.parts.bus.publish('config.changed', { what: 'lanes' })
})

test('lists the categories of active equipment with their numbers', async () => {
  await hospital.addPump('a', undefined)
  await hospital.addPump('b', undefined)
  await hospital.addAsset({ AssetId: 'bed', Fields: { PrimaryCategory: 'Bed' } })
  await hospital.addAsset({ AssetType: 'Patient', AssetId: 'PT-1', Fields: { PrimaryCategory: 'Inpatient' } })
  hospital.parts.bus.publish('config.changed', { what: 'metadata' })
  const { body } = await request(hospital.app)
    .get('/location/api/nearest.categories')
    .set(hospital.people.admin)
    .expect(200)
  expect(body.categories).toEqual([
    { category: 'Bed', alias: 'Bed', count: 1 },
    { category: 'Pump', alias: 'Pump', count: 2 },
  ])
})

test.each(['assets', 'route', 'claim', 'release', 'reportMissing', 'withdrawReport'])(
  'refuses %s without a token or a page of devices',
  async (call) => {
    const stranger = await hospital.people.signIn({ username: `Stranger of ${call}`, pages: ['error-logs'] })
    expect((await hospital.ask(call, {}, {})).status).toBe(401)
    expect((await hospital.ask(call, {}, stranger)).status).toBe(403)
  },
)
