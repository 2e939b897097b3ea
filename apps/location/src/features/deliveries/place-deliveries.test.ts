import { afterAll, beforeAll, expect, it } from 'vitest'
import { answer, openHospital, type TestHospital } from '../../testing/open-hospital.ts'
import { openPlaceCalls } from '../../testing/place-calls.ts'
import { placeSource } from './place-deliveries.ts'

let hospital: TestHospital
let p: ReturnType<typeof openPlaceCalls>

beforeAll(async () => {
  hospital = await openHospital()
  p = openPlaceCalls(hospital)
})
afterAll(() => hospital.close())

/** Returns the current payload of a place. */
async function payloadOf(hierarchyId: string): Promise<Record<string, unknown>> {
  const found = await placeSource(hospital.parts.db).load([`rtls|${hierarchyId}`])
  return JSON.parse(found.get(`rtls|${hierarchyId}`)?.payload ?? '{}') as Record<string, unknown>
}

it('sends the outline of a room in metres as ingestion accepts it, whatever image its map has', async () => {
  const room = { hierarchyId: 'room-1', fullName: ['Northfield', 'Tower', 'Floor 1', 'ICU', 'Room 1'] }
  const corners = [
    { x: 1, y: 2 },
    { x: 9, y: 2 },
    { x: 1, y: 8 },
  ]
  const outline = { unit: 'm', shape: 'polygon', points: corners }
  await p.pushPlaces([{ ...room, outline }]).expect(200, answer({ accepted: 1 }))
  expect(await payloadOf('room-1')).toEqual({ ...room, outline })
  const { maps } = hospital.parts.db.driver
  await maps.updateOne({ _id: 'm1' }, { $set: { width: 1_000, height: 900 } })
  const sent = await payloadOf('room-1')
  expect(sent).toEqual({ ...room, outline })
  await p.pushPlaces([sent]).expect(200, answer({ accepted: 1 }))
  expect(await payloadOf('room-1')).toEqual({ ...room, outline })
})

it('sends no outline of a place that has moved to another map', async () => {
  const room = { hierarchyId: 'room-2', fullName: ['Northfield', 'Tower', 'Floor 1', 'Room 2'] }
  await p.pushPlaces([{ ...room, outline: { unit: 'm', x: 1, y: 1, w: 5, h: 5 } }])
  await p.pushPlaces([{ ...room, mapId: 'm2' }])
  expect(await payloadOf('room-2')).toMatchObject({ ...room, mapId: 'm2' })
  expect(await payloadOf('room-2')).not.toHaveProperty('outline')
})
