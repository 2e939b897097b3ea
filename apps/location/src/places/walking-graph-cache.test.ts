import { createPlaceCache, createWalkingGraphCache } from '@wardtrack/places'
import { createEventBus } from '@wardtrack/service-kit'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openHospital, type TestHospital } from '../testing/open-hospital.ts'
import { openPlaceCalls } from '../testing/place-calls.ts'

let hospital: TestHospital
let p: ReturnType<typeof openPlaceCalls>
beforeAll(async () => {
  hospital = await openHospital()
  p = openPlaceCalls(hospital)
  await p.pushPlaces([{ hierarchyId: 'floor-2', fullName: ['Northfield', 'Tower', 'Floor 2'], mapId: 'm2' }])
})
afterAll(async () => {
  vi.restoreAllMocks()
  await hospital.close()
})

const from = { mapId: 'm1', x: 0, y: 0 }
const points = (...places: readonly (readonly [number, number])[]) => places.map(([x, y]) => ({ x, y }))
const corner = points([0, 0], [300, 0], [300, 200])

it('sees changes of this process immediately and those of other processes within two seconds', async () => {
  const places = createPlaceCache(hospital.parts)
  const local = createWalkingGraphCache({ ...hospital.parts, cacheMode: 'local', places })
  const { db, log } = hospital.parts
  const shared = createWalkingGraphCache({ db, places, bus: createEventBus({ log }), cacheMode: 'shared' })
  // 10 pixels per metre.
  const target = { mapId: 'm1', x: 300, y: 200 }
  const before = await local.read()
  expect(before.graph.distancesFrom(from)(target)).toEqual({ metres: Math.hypot(30, 20), alongLanes: false })
  expect([before.hasLanes('m1'), await shared.read()]).toEqual([false, expect.anything()])

  await p.post('hierarchy/mapLanes/m1', { lanes: [{ points: corner }], stops: [] }).expect(200)
  const after = await local.read()
  expect(after.graph.distancesFrom(from)(target)).toEqual({ metres: 50, alongLanes: true })
  expect([after.hasLanes('m1'), after.hasLanes('m2')]).toEqual([true, false])
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 2_001)
  const sharedGraph = await shared.read()
  expect(sharedGraph.graph.distancesFrom(from)(target)?.metres).toBe(50)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 4_002)
  expect(await shared.read()).toBe(sharedGraph)
  for (const cache of [local, shared, places]) cache.close()
})

it('joins floors by stops of the same name', async () => {
  const stops = [{ kind: 'stairs', name: 'East', x: 300, y: 200 }]
  await p.post('hierarchy/mapLanes/m1', { lanes: [{ points: corner }], stops }).expect(200)
  await p.post('hierarchy/mapLanes/m2', { lanes: [], stops }).expect(200)
  const places = createPlaceCache(hospital.parts)
  const cache = createWalkingGraphCache({ ...hospital.parts, places })
  const { graph } = await cache.read()
  expect(graph.distancesFrom(from)({ mapId: 'm2', x: 300, y: 100 })).toEqual({
    metres: 50 + 25 + 10,
    alongLanes: false,
  })
  cache.close()
  places.close()
})
