import request from 'supertest'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answer, openHospital, type TestHospital } from '../../testing/open-hospital.ts'

const PATH = '/location/api/ingest/hierarchies'
let hospital: TestHospital

beforeAll(async () => {
  hospital = await openHospital()
})
afterAll(() => hospital.close())

const send = (items: unknown, headers = hospital.people.key) =>
  request(hospital.app)
    .post(PATH)
    .set(headers)
    .send(items as object)
const place = (hierarchyId: string, provider = 'rtls') =>
  hospital.parts.db.driver.places.findOne({ provider, hierarchyId })

it('stores a place once, replaces the given members and keeps the others', async () => {
  await send({ hierarchyId: 'a', fullName: ['S', 'A'], mapId: 'ma' }).expect(200, answer({ accepted: 1 }))
  await send({ hierarchyId: 'a', fullName: ['S', 'A new'] }).expect(200, answer({ accepted: 1 }))
  expect(await place('a')).toMatchObject({ fullName: ['S', 'A new'], mapId: 'ma' })
  expect(await hospital.parts.db.driver.places.countDocuments({ hierarchyId: 'a' })).toBe(1)
})

it('creates the map that a place names, with assumed sizes until they are given', async () => {
  await send({ hierarchyId: 'b', fullName: ['S', 'B'], mapId: 'mb' })
  expect(await hospital.parts.db.driver.maps.findOne({ _id: 'mb' })).toEqual({
    _id: 'mb',
    name: 'B',
    refName: '',
    xDimension: 100,
    yDimension: 100,
    source: 'ingest',
    width: null,
    height: null,
    dimensionsAssumed: true,
  })
  await send({ hierarchyId: 'b', fullName: ['S', 'B'], map: { name: 'Bee', xDimension: 20, yDimension: 10 } })
  expect(await hospital.parts.db.driver.maps.findOne({ _id: 'mb' })).toMatchObject({
    name: 'Bee',
    xDimension: 20,
    yDimension: 10,
    dimensionsAssumed: false,
  })
})

it('makes a place available to positions of the very next request', async () => {
  await hospital.addAsset({ AssetId: 'P-1' })
  const item = { AssetType: 'Equipment', AssetId: 'P-1', mapId: 'mc', x: 19, y: 9 }
  expect((await hospital.push(item)).body.errors).toMatchObject([{ code: 'unknown_map' }])
  const map = { xDimension: 20, yDimension: 10 }
  await send({ hierarchyId: 'c', fullName: ['S', 'C'], mapId: 'mc', map })
  await hospital.push(item).expect(200, answer({ accepted: 1 }))
  await send({ hierarchyId: 'c', fullName: ['S', 'C'], map: { xDimension: 10 } })
  expect((await hospital.push(item)).body.errors).toMatchObject([{ path: 'x', code: 'outside_map' }])
})

it("separates a provider's places from the internal ones", async () => {
  const key = await hospital.people.makeKey({ kind: 'provider', provider: 'centrak' })
  await send({ hierarchyId: 'd', fullName: ['X', 'D'] }, key).expect(200, answer({ accepted: 1 }))
  expect(await place('d')).toBeNull()
  expect(await place('d', 'centrak')).toMatchObject({ fullName: ['X', 'D'] })
  const res = await send({ hierarchyId: 'd', fullName: ['X', 'D'], provider: 'rtls' }, key)
  expect(res.body.errors).toMatchObject([{ path: 'provider', code: 'provider_mismatch' }])
  expect(await place('d')).toBeNull()
})

it.each([
  ['no id', { fullName: ['S'] }, 'hierarchyId'],
  ['no name', { hierarchyId: 'z' }, 'fullName'],
  ['an empty name', { hierarchyId: 'z', fullName: [] }, 'fullName'],
  ['a blank level', { hierarchyId: 'z', fullName: ['S', ' '] }, 'fullName.1'],
  ['21 levels', { hierarchyId: 'z', fullName: Array(21).fill('S') }, 'fullName'],
  ['a mapId that climbs', { hierarchyId: 'z', fullName: ['S'], mapId: '../../etc/passwd' }, 'mapId'],
  [
    'a map of no size',
    { hierarchyId: 'z', fullName: ['S'], mapId: 'mz', map: { xDimension: 0 } },
    'map.xDimension',
  ],
  ['a map without its id', { hierarchyId: 'z', fullName: ['S'], map: { name: 'Z' } }, 'mapId'],
])('refuses a place with %s and accepts the others', async (_title, item, path) => {
  const res = await send([item, { hierarchyId: 'good', fullName: ['S', 'G'] }])
  expect(res.body).toMatchObject({
    accepted: 1,
    refused: 1,
    errors: [{ index: 0, path, code: 'validation' }],
  })
  expect(await place('z')).toBeNull()
  expect(await hospital.parts.db.driver.maps.findOne({ _id: 'mz' })).toBeNull()
  expect(
    await hospital.parts.db.driver.deadLetters.countDocuments({ endpoint: 'hierarchies' }),
  ).toBeGreaterThan(0)
})

it('requires a key with the scope hierarchies', async () => {
  const otherKey = await hospital.people.makeKey({ scopes: ['locations'] })
  await send({ hierarchyId: 'q', fullName: ['S'] }, otherKey).expect(403)
  await send({ hierarchyId: 'q', fullName: ['S'] }, {}).expect(401)
  expect(await place('q')).toBeNull()
})
