import request from 'supertest'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ago, answer, openHospital, type TestHospital } from '../../testing/open-hospital.ts'

let hospital: TestHospital
beforeAll(async () => {
  hospital = await openHospital()
})
afterAll(() => hospital.close())
beforeEach(async () => {
  await hospital.reset()
  await hospital.addAsset({ AssetId: 'YU-1' })
})

let seconds = 3_000
/** The map is 50 m wide and 30 m high. */
const at = (x: number, y: number, accuracy?: number) => {
  seconds -= 1
  return {
    AssetType: 'Equipment',
    AssetId: 'YU-1',
    mapId: 'm1',
    x,
    y,
    time: ago(seconds),
    ...(accuracy === undefined ? {} : { accuracy }),
  }
}
const current = async () => {
  const { xCenterPoint, yCenterPoint } = (await hospital.asset('YU-1'))?.CurrentLocation ?? {}
  return [xCenterPoint, yCenterPoint]
}

it('accepts every position of an asset at the outer wall, with noise within its accuracy', async () => {
  const noise = [0, 0.297, -0.077, -0.278, 0.3, 0.12, -0.3, 0.05, 0.21, -0.19]
  const items = Array.from({ length: 40 }, (_, index) => at(49.95 + (noise[index % 10] ?? 0), 10, 0.5))
  await hospital.push(items).expect(200, answer({ accepted: 40 }))
  const rows = await hospital.parts.db.driver.locationHistory.find().toArray()
  expect(Math.max(...rows.map(({ x }) => x ?? 0))).toBe(500)
})

it('puts a position on the edge up to its accuracy, and refuses it further out', async () => {
  await hospital.push(at(-2, 32, 3)).expect(200, answer({ accepted: 1 }))
  expect(await current()).toEqual([0, 300])
  const { body } = await hospital.push([at(50.6, 5, 0.5), at(5, 30.6, 0.5), at(-2.5, 32.5, 3)])
  expect(body.errors).toMatchObject([
    { path: 'x', code: 'outside_map', message: 'This point is outside the map.' },
    { path: 'y', code: 'outside_map' },
    { path: 'x', code: 'outside_map' },
  ])
  expect(await current()).toEqual([0, 300])
})

it('allows a metre without an accuracy, or the distance set for the map', async () => {
  const setEdge = (edgeTolerance: number) =>
    request(hospital.app)
      .post('/location/api/ingest/hierarchies')
      .set(hospital.people.key)
      .send({ hierarchyId: 'floor-1', fullName: ['Northfield', 'Tower', 'Floor 1'], map: { edgeTolerance } })
      .expect(200, answer({ accepted: 1 }))
  await hospital.push([at(51, 5), at(51.01, 5)]).expect(200)
  expect(await current()).toEqual([500, 50])
  await setEdge(0)
  expect((await hospital.push(at(50.01, 6))).body).toMatchObject({ refused: 1 })
  await hospital.push(at(50.01, 6, 0.02)).expect(200, answer({ accepted: 1 }))
  await setEdge(2)
  await hospital.push(at(5, -2)).expect(200, answer({ accepted: 1 }))
  expect(await current()).toEqual([50, 0])
})
