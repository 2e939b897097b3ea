import type { StoredLocation } from '@wardtrack/database'
import type { Headers } from '@wardtrack/test-kit'
import request from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openHospital, type TestHospital } from '../../testing/open-hospital.ts'

let hospital: TestHospital
let nurse: Headers
beforeAll(async () => {
  hospital = await openHospital()
  nurse = await hospital.people.signIn({ username: 'Nora', pages: ['devices'] })
  await request(hospital.app)
    .post('/location/api/ingest/hierarchies')
    .set(hospital.people.key)
    .send([
      {
        hierarchyId: 'floor-3',
        fullName: ['Northfield', 'Tower', 'Floor 3'],
        mapId: 'm3',
        map: { name: 'Floor 3', xDimension: 50, yDimension: 30 },
      },
    ])
    .expect(200)
})
beforeEach(() => hospital.reset())
afterAll(() => hospital.close())

const at = (x: number, y: number, members: Partial<StoredLocation> = {}): StoredLocation => ({
  mapId: 'm1',
  hierarchyId: 'unit-1',
  fullPath: { Level_1: 'Northfield', Level_2: 'Tower', Level_3: 'Floor 1', Level_4: 'ICU' },
  xCenterPoint: x,
  yCenterPoint: y,
  time: new Date(),
  ...members,
})
const addPump = (AssetId: string, CurrentLocation: StoredLocation | undefined, Fields: object = {}) =>
  hospital.addAsset({
    AssetId,
    Fields: { PrimaryCategory: 'Pump', AssetName: `Pump ${AssetId}`, ...Fields },
    ...(CurrentLocation ? { CurrentLocation } : {}),
  })
const ask = (call: string, body: object, headers = nurse) =>
  request(hospital.app).post(`/location/api/nearest.${call}`).set(headers).send(body)
const START = { mapId: 'm1', x: 10, y: 10 }
const nearest = async (body: object = {}, headers = nurse) =>
  (await ask('assets', { category: 'Pump', start: START, ...body }, headers).expect(200)).body
const ids = async (body: object = {}) =>
  ((await nearest(body)).assets as { AssetId: string }[]).map(({ AssetId }) => AssetId)

describe('the nearest free assets', () => {
  test('are those of the category, the nearest first, with where they are', async () => {
    await addPump('far', at(410, 10))
    await addPump('near', at(40, 50), { BatteryLevel: { Level: 'LEVEL_3' }, SerialNo: 'S-1' })
    await hospital.addAsset({
      AssetId: 'bed',
      Fields: { PrimaryCategory: 'Bed' },
      CurrentLocation: at(11, 10),
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

  test('leave out what cannot be fetched, counted by the reason', async () => {
    await addPump('nowhere', undefined)
    await addPump('old', at(1, 1, { time: new Date(Date.now() - 31 * 60_000) }))
    await addPump('offline', at(1, 1), { DeviceStatus: 'comm-status-offline' })
    await addPump('infusing-1', at(1, 1), { InfusionStatus: 'pump-status-infusing' })
    await addPump('infusing-2', at(1, 1), { InfusionStatus: 'pump-status-infusing' })
    await addPump('empty', at(1, 1), { BatteryLevel: { Level: 'LEVEL_1' } })
    const inactive = await addPump('inactive', at(1, 1))
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

  test('leave out what stands in a geofence of things to be cleaned, once it is drawn and as long as it is on', async () => {
    await addPump('dirty', at(100, 100))
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

  test('put those on other maps, to which no way is known, behind, and say so', async () => {
    await addPump('other floor', at(10, 10, { mapId: 'm3' }))
    await addPump('this floor', at(490, 290))
    const { assets } = await nearest()
    expect(
      assets.map(({ AssetId, metres }: { AssetId: string; metres: number }) => [AssetId, metres]),
    ).toEqual([
      ['this floor', expect.closeTo(55.57, 2)],
      ['other floor', null],
    ])
  })

  test('are at most as many as asked for', async () => {
    for (let n = 0; n < 4; n += 1) await addPump(`p-${n}`, at(n, 10))
    const answer = await nearest({ items: 2 })
    expect([answer.assets.length, answer.total]).toEqual([2, 4])
  })

  test('never hold a patient, whoever asks', async () => {
    await hospital.addAsset({
      AssetType: 'Patient',
      AssetId: 'PT-1',
      Fields: { PrimaryCategory: 'Pump' },
      CurrentLocation: at(10, 10),
    })
    const answer = await nearest({}, hospital.people.admin)
    expect([answer.assets, Object.values(answer.leftOut)]).toEqual([[], [0, 0, 0, 0, 0, 0, 0]])
    expect((await ask('route', { assetId: 'PT-1', start: START }, hospital.people.admin)).status).toBe(404)
  })
})

describe('a start', () => {
  test('that is a place lies in the middle of the equipment there, else below it, else in the middle of its map', async () => {
    const startAt = async (place: string) => (await nearest({ start: { place } })).start
    expect(await startAt('unit-1')).toMatchObject({ mapId: 'm1', x: 250, y: 150, precision: 'map' })
    for (const [id, x, y] of [
      ['a', 20, 60],
      ['b', 30, 50],
      ['c', 400, 290],
    ] as const)
      await addPump(id, at(x, y))
    expect(await startAt('unit-1')).toMatchObject({ x: 30, y: 60, precision: 'place' })
    expect(await startAt('floor-1')).toMatchObject({ x: 30, y: 60, precision: 'place' })
    expect(await startAt('room-1')).toMatchObject({
      precision: 'map',
      fullPath: { Level_5: 'Room 1' },
    })
  })

  test('tells nothing of where patients are', async () => {
    await hospital.addAsset({ AssetType: 'Patient', AssetId: 'PT-1', CurrentLocation: at(7, 7) })
    const { start } = await nearest({ start: { place: 'unit-1' } }, hospital.people.admin)
    expect(start).toMatchObject({ x: 250, y: 150, precision: 'map' })
  })

  test.each<[string, object, number, string]>([
    ['an unknown place', { place: 'none' }, 404, 'not_found'],
    ['an unknown map', { mapId: 'none', x: 1, y: 1 }, 404, 'not_found'],
    ['a point outside the map', { mapId: 'm1', x: 501, y: 1 }, 400, 'validation'],
    ['a place without a map', { place: 'site' }, 400, 'validation'],
    ['a place and a point', { place: 'unit-1', mapId: 'm1', x: 1, y: 1 }, 400, 'validation'],
    ['an operator', { place: { $ne: '' } }, 400, 'validation'],
    ['a point that is none', { mapId: 'm1', x: 'NaN', y: 1 }, 400, 'validation'],
    ['nothing', {}, 400, 'validation'],
  ])('is refused for %s', async (_name, start, status, code) => {
    const answer = await ask('assets', { category: 'Pump', start })
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect((await ask('route', { assetId: 'x', start })).status).toBeGreaterThanOrEqual(400)
  })

  test.each<[string, object]>([
    ['no category', { category: '' }],
    ['an operator as the category', { category: { $gt: '' } }],
    ['51 items', { items: 51 }],
    ['no minute', { seenWithinMinutes: 0 }],
  ])('is no use with %s', async (_name, body) => {
    const answer = await ask('assets', { category: 'Pump', start: START, ...body })
    expect([answer.status, answer.body.code]).toEqual([400, 'validation'])
  })
})

test('the route to one of them begins at the start and ends at it', async () => {
  await addPump('near', at(40, 50))
  await addPump('upstairs', at(40, 50, { mapId: 'm3' }))
  await addPump('nowhere', undefined)
  const { body } = await ask('route', { assetId: 'near', start: START }).expect(200)
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
  const upstairs = await ask('route', { assetId: 'upstairs', start: START })
  expect([upstairs.body.legs, upstairs.body.asset.metres]).toEqual([[], null])
  expect((await ask('route', { assetId: 'none', start: START })).status).toBe(404)
  const nowhere = await ask('route', { assetId: 'nowhere', start: START })
  expect([nowhere.status, nowhere.body.message]).toEqual([409, 'It is not known where this asset is.'])
})

test('where lanes are drawn, distances and routes follow them, over floors by the lift', async () => {
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
  await addPump('corner', at(210, 210))
  await addPump('upstairs', at(10, 60, { mapId: 'm3' }))
  const start = { mapId: 'm1', x: 10, y: 10 }
  const { assets } = await nearest({ start })
  expect(
    assets.map(({ AssetId, metres, alongLanes }: Record<string, unknown>) => [AssetId, metres, alongLanes]),
  ).toEqual([
    ['corner', expect.closeTo(40, 3), true],
    ['upstairs', expect.closeTo(45, 3), true],
  ])
  const { legs } = (await ask('route', { assetId: 'upstairs', start }).expect(200)).body
  expect(legs.map(({ mapName, via }: Record<string, unknown>) => [mapName, via])).toEqual([
    ['Floor 1', undefined],
    ['Floor 3', 'lift'],
  ])
  expect(legs[1].points.at(-1)).toEqual({ x: 10, y: 60 })
  await hospital.parts.db.driver.mapLanes.deleteMany()
  hospital.parts.bus.publish('config.changed', { what: 'lanes' })
})

test('places are found by the words of their paths, and only those on a map', async () => {
  const find = async (search: string) => {
    const { body } = await request(hospital.app)
      .get('/location/api/nearest.places')
      .query({ search })
      .set(nurse)
      .expect(200)
    return (body.places as { hierarchyId: string }[]).map(({ hierarchyId }) => hierarchyId)
  }
  expect(await find('icu')).toEqual(['unit-1', 'room-1'])
  expect(await find('1 ICU room')).toEqual(['room-1'])
  expect(await find('Floor 2')).toEqual([])
  expect(await find('')).toEqual(['floor-1', 'unit-1', 'room-1', 'floor-3'])
  expect(await find('.*')).toEqual([])
})

test('categories are those of active equipment, with their number', async () => {
  await addPump('a', undefined)
  await addPump('b', undefined)
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
  'nobody without a token or a page of devices may ask for %s',
  async (call) => {
    const stranger = await hospital.people.signIn({ username: `Stranger of ${call}`, pages: ['error-logs'] })
    expect((await ask(call, {}, {})).status).toBe(401)
    expect((await ask(call, {}, stranger)).status).toBe(403)
  },
)
