import request from 'supertest'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openHospital, type TestHospital } from '../../testing/open-hospital.ts'
import { openPlaceCalls } from '../../testing/place-calls.ts'

let hospital: TestHospital
const BASE = Date.now() - 3_600_000

beforeAll(async () => {
  hospital = await openHospital()
  await hospital.addAsset({ AssetId: 'T-1' })
  await hospital.addAsset({ AssetId: 'T-2' })
  // m1 is 50 m by 30 m with 10 pixels per metre. Positions are pushed in metres and stored in pixels.
  const at = (AssetId: string, minute: number, x: number, y: number) => ({
    AssetType: 'Equipment',
    AssetId,
    mapId: 'm1',
    time: new Date(BASE + minute * 60_000).toISOString(),
    x,
    y,
  })
  await hospital.push([
    at('T-1', 0, 10, 0),
    at('T-1', 1, 30, 20),
    at('T-1', 2, 31, 20),
    at('T-1', 3, 10, 20),
    at('T-2', 0, 10, 20),
    at('T-2', 1, 10, 0),
  ])
})
afterAll(() => hospital.close())

const lane = (...points: readonly (readonly [number, number])[]) => ({
  points: points.map(([x, y]) => ({ x, y })),
})
const draw = (lanes: readonly object[]) =>
  openPlaceCalls(hospital).post('hierarchy/mapLanes/m1', { lanes, stops: [] }).expect(200)
const waysOf = async (assetId: string): Promise<unknown[]> => {
  const { status, body } = await request(hospital.app)
    .post('/location/api/location.getTrail')
    .set(hospital.people.admin)
    .send({ assetId })
  expect(status).toBe(200)
  return body.positions.map(({ way }: { way?: unknown }) => way)
}

it('follows the lanes of the map, with straight lines where no lane exists or the detour is long', async () => {
  expect(await waysOf('T-1')).toEqual([undefined, undefined, undefined, undefined])
  // The lane turns between the first and the second position and continues to the fourth. Returning to the first from
  // there is a detour of 60 m.
  await draw([lane([100, 0], [300, 0], [300, 200])])
  expect(await waysOf('T-1')).toEqual([undefined, [{ x: 300, y: 0 }], undefined, undefined])
  expect(await waysOf('T-2')).toEqual([undefined, undefined])
  // The positions lie beside the lane. The trail joins and leaves the lane in a straight line.
  await draw([lane([0, 190], [500, 190])])
  expect(await waysOf('T-1')).toEqual([
    undefined,
    [
      { x: 100, y: 190 },
      { x: 300, y: 190 },
    ],
    undefined,
    [
      { x: 310, y: 190 },
      { x: 100, y: 190 },
    ],
  ])
})
