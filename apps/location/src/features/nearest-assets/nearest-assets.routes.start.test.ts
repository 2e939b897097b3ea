import request from 'supertest'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type NearestTest, openNearestTest, placeAt, START } from '../../testing/open-nearest-test.ts'

let hospital: NearestTest
beforeAll(async () => {
  hospital = await openNearestTest()
})
beforeEach(() => hospital.reset())
afterAll(() => hospital.close())

const nearest = async (body: object = {}, headers = hospital.nurse) =>
  (await hospital.ask('assets', { category: 'Pump', start: START, ...body }, headers).expect(200)).body

describe('a start', () => {
  test('at a place is the middle of the equipment there, or below it, or the middle of its map', async () => {
    const startAt = async (place: string) => (await nearest({ start: { place } })).start
    expect(await startAt('unit-1')).toMatchObject({ mapId: 'm1', x: 250, y: 150, precision: 'map' })
    for (const [id, x, y] of [
      ['a', 20, 60],
      ['b', 30, 50],
      ['c', 400, 290],
    ] as const)
      await hospital.addPump(id, placeAt(x, y))
    expect(await startAt('unit-1')).toMatchObject({ x: 30, y: 60, precision: 'place' })
    expect(await startAt('floor-1')).toMatchObject({ x: 30, y: 60, precision: 'place' })
    expect(await startAt('room-1')).toMatchObject({
      precision: 'map',
      fullPath: { Level_5: 'Room 1' },
    })
  })

  describe('that is a place with an outline', () => {
    const pushOutlines = (places: object[]) =>
      request(hospital.app)
        .post('/location/api/ingest/hierarchies')
        .set(hospital.people.key)
        .send(places)
        .expect(200)
    const room = (outline: object | null) => ({
      hierarchyId: 'room-1',
      fullName: ['Northfield', 'Tower', 'Floor 1', 'ICU', 'Room 1'],
      outline,
    })
    const startAt = async (place: string) => (await nearest({ start: { place } })).start
    afterEach(() => pushOutlines([room(null)]))

    test('lies inside the outline, whatever was seen there', async () => {
      await pushOutlines([room({ x: 100, y: 200, w: 40, h: 20 })])
      await hospital.addPump('a', placeAt(20, 60, { hierarchyId: 'room-1' }))
      expect(await startAt('room-1')).toMatchObject({ mapId: 'm1', x: 120, y: 210, precision: 'place' })
      const points = [
        [0, 0],
        [100, 0],
        [100, 20],
        [20, 20],
        [20, 100],
        [0, 100],
      ].map(([x, y]) => ({ x, y }))
      await pushOutlines([room({ shape: 'polygon', points })])
      expect(await startAt('room-1')).toMatchObject({ x: 10, y: 50, precision: 'place' })
    })

    test('locates the places above it while no equipment does', async () => {
      await pushOutlines([room({ shape: 'circle', centre: { x: 300, y: 200 }, radius: 40 })])
      expect(await startAt('unit-1')).toMatchObject({ x: 300, y: 200, precision: 'place' })
      await hospital.addPump('a', placeAt(20, 60))
      expect(await startAt('unit-1')).toMatchObject({ x: 20, y: 60, precision: 'place' })
    })
  })

  test('reveals no location of patients', async () => {
    await hospital.addAsset({ AssetType: 'Patient', AssetId: 'PT-1', CurrentLocation: placeAt(7, 7) })
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
    const answer = await hospital.ask('assets', { category: 'Pump', start })
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect((await hospital.ask('route', { assetId: 'x', start })).status).toBeGreaterThanOrEqual(400)
  })

  test.each<[string, object]>([
    ['no category', { category: '' }],
    ['an operator as the category', { category: { $gt: '' } }],
    ['51 items', { items: 51 }],
    ['no minute', { seenWithinMinutes: 0 }],
  ])('is refused in a search with %s', async (_name, body) => {
    const answer = await hospital.ask('assets', { category: 'Pump', start: START, ...body })
    expect([answer.status, answer.body.code]).toEqual([400, 'validation'])
  })
})
