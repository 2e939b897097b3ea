import request from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answer, openHospital, type TestHospital } from '../../testing/open-hospital.ts'

let hospital: TestHospital

beforeAll(async () => {
  hospital = await openHospital()
})
afterAll(() => hospital.close())
beforeEach(async () => {
  const { places, maps } = hospital.parts.db.driver
  await places.updateMany({}, { $unset: { outline: '' } })
  await maps.updateOne({ _id: 'm1' }, { $set: { width: null, height: null } })
})

const send = (items: unknown, headers = hospital.people.key) =>
  request(hospital.app)
    .post('/location/api/ingest/hierarchies')
    .set(headers)
    .send(items as object)
const place = (hierarchyId: string, provider = 'rtls') =>
  hospital.parts.db.driver.places.findOne({ provider, hierarchyId })
/** m1 is 50 m by 30 m without an image: 500 by 300 pixels. */
const FLOOR = ['Northfield', 'Tower', 'Floor 1']
const room = (outline: unknown, members: object = {}) => ({
  hierarchyId: 'room-1',
  fullName: [...FLOOR, 'ICU', 'Room 1'],
  outline,
  ...members,
})
const points = (...corners: readonly (readonly [number, number])[]) => corners.map(([x, y]) => ({ x, y }))
const bent = points([0, 0], [100, 0], [100, 50], [50, 50], [50, 100], [0, 100])
const bentArea = { x: 0, y: 0, x2: 100, y2: 100, w: 100, h: 100, shape: 'polygon', points: bent }

describe('an outline', () => {
  it.each([
    ['rectangle', { x: 10, y: 20, w: 30, h: 40 }, { x: 10, y: 20, x2: 40, y2: 60, w: 30, h: 40 }],
    [
      'rectangle in metres',
      { shape: 'rectangle', unit: 'm', x: 1, y: 2, x2: 4, y2: 6 },
      { x: 10, y: 20, x2: 40, y2: 60, w: 30, h: 40 },
    ],
    ['polygon', { shape: 'polygon', points: bent }, bentArea],
    [
      'polygon in metres',
      { shape: 'polygon', unit: 'm', points: bent.map(({ x, y }) => ({ x: x / 10, y: y / 10 })) },
      bentArea,
    ],
    [
      'circle in metres',
      { shape: 'circle', unit: 'm', centre: { x: 10, y: 10 }, radius: 5 },
      {
        x: 50,
        y: 50,
        x2: 150,
        y2: 150,
        w: 100,
        h: 100,
        shape: 'circle',
        centre: { x: 100, y: 100 },
        radius: 50,
      },
    ],
  ])('given as %s is stored on the map of the nearest ancestor', async (_shape, outline, Coordinates) => {
    await send(room(outline)).expect(200, answer({ accepted: 1 }))
    expect((await place('room-1'))?.outline).toEqual({ mapId: 'm1', Coordinates })
  })

  it('is kept when the place comes without one, replaced by another, and removed with null', async () => {
    await send(room({ x: 10, y: 20, w: 30, h: 40 }))
    await send(room(undefined, { fullName: [...FLOOR, 'ICU', 'Room 1'] }))
    expect((await place('room-1'))?.outline?.Coordinates).toMatchObject({ x: 10, x2: 40 })
    await send(room({ x: 50, y: 20, w: 30, h: 40 }))
    expect((await place('room-1'))?.outline?.Coordinates).toMatchObject({ x: 50, x2: 80 })
    await send(room(null)).expect(200, answer({ accepted: 1 }))
    expect(await place('room-1')).not.toHaveProperty('outline')
  })

  it('is checked on the map of a floor that follows later in the same request', async () => {
    const floor = {
      hierarchyId: 'floor-5',
      fullName: ['Northfield', 'Tower', 'Floor 5'],
      mapId: 'm5',
      map: { xDimension: 20, yDimension: 10 },
    }
    const inside = {
      hierarchyId: 'room-5',
      fullName: ['Northfield', 'Tower', 'Floor 5', 'Room'],
      outline: { x: 150, y: 50, w: 50, h: 50 },
    }
    const beyond = { ...inside, hierarchyId: 'room-6', outline: { x: 151, y: 50, w: 50, h: 50 } }
    const { body } = await send([inside, beyond, floor])
    expect(body).toMatchObject({
      accepted: 2,
      refused: 1,
      errors: [
        { index: 1, path: 'outline', code: 'outside_map', message: 'The outline lies outside the map.' },
      ],
    })
    expect((await place('room-5'))?.outline?.mapId).toBe('m5')
    expect(await place('room-6')).toBeNull()
  })

  it('records the image it was drawn for', async () => {
    await hospital.parts.db.driver.maps.updateOne({ _id: 'm1' }, { $set: { width: 1000, height: 600 } })
    await send(room({ x: 900, y: 500, w: 100, h: 100 })).expect(200, answer({ accepted: 1 }))
    expect((await place('room-1'))?.outline).toMatchObject({ mapId: 'm1', imageSize: '1000x600' })
  })
})

describe('an item is refused as a whole without affecting valid items,', () => {
  const tooMany = Array.from({ length: 201 }, (_, index) => ({ x: index, y: index % 2 }))
  it.each([
    ['an outline that is a text', 'L-shaped', 'outline', 'An outline is an object.'],
    [
      'a shape that nobody knows',
      { shape: 'star', points: bent },
      'outline.shape',
      'An outline is a rectangle, a polygon or a circle.',
    ],
    [
      'a unit that nobody knows',
      { x: 1, y: 1, w: 20, h: 20, unit: 'ft' },
      'outline.unit',
      expect.any(String),
    ],
    [
      'two corners',
      { shape: 'polygon', points: bent.slice(0, 2) },
      'outline.points',
      'A polygon has 3 to 200 points.',
    ],
    [
      '201 corners',
      { shape: 'polygon', points: tooMany },
      'outline.points',
      'A polygon has 3 to 200 points.',
    ],
    [
      'a corner without y',
      { shape: 'polygon', points: [...bent, { x: 4 }] },
      'outline.points.6.y',
      'A point is x and y as numbers.',
    ],
    [
      'edges that cross',
      { shape: 'polygon', points: points([0, 0], [90, 90], [90, 0], [0, 90]) },
      'outline.points.2',
      'The edges of the outline cross or touch one another.',
    ],
    [
      'a corner twice',
      { shape: 'polygon', points: points([0, 0], [90, 0], [90, 0], [0, 90]) },
      'outline.points.2',
      'Two consecutive corners are at the same point.',
    ],
    [
      'less than a square metre',
      { shape: 'circle', centre: { x: 50, y: 50 }, radius: 5 },
      'outline.radius',
      'The outline covers less than one square metre.',
    ],
    [
      'a radius of nothing',
      { shape: 'circle', centre: { x: 50, y: 50 }, radius: 0 },
      'outline.radius',
      'The radius is a number above 0.',
    ],
    ['a rectangle without a side', { x: 1, y: 1, w: 20 }, 'outline', 'The outline has no area.'],
    [
      'sides that contradict each other',
      { x: 1, y: 1, w: 20, h: 20, x2: 90 },
      'outline',
      'The sides of the outline contradict each other.',
    ],
    [
      'a text for a number',
      { x: '1', y: 1, w: 20, h: 20 },
      'outline.x',
      'A rectangle is x and y with w and h, or with x2 and y2, as numbers.',
    ],
  ])('with %s', async (_title, outline, path, message) => {
    const before = await place('room-1')
    const { body } = await send([
      room(outline, { fullName: [...FLOOR, 'Elsewhere'] }),
      { hierarchyId: 'site', fullName: ['Northfield'] },
    ])
    expect(body).toMatchObject({
      accepted: 1,
      refused: 1,
      errors: [{ index: 0, path, code: 'validation', message }],
    })
    expect(await place('room-1')).toEqual(before)
  })

  it.each([
    [
      'a corner beside the image',
      { shape: 'polygon', points: points([0, 0], [501, 0], [0, 90]) },
      'outline.points.1',
    ],
    [
      'a circle that reaches over its edge',
      { shape: 'circle', centre: { x: 50, y: 50 }, radius: 51 },
      'outline.radius',
    ],
    ['a rectangle that reaches over its edge', { x: 480, y: 50, w: 30, h: 30 }, 'outline'],
    ['metres beyond its side', { unit: 'm', x: 49, y: 5, w: 3, h: 3 }, 'outline'],
  ])('with %s', async (_title, outline, path) => {
    const message = 'The outline lies outside the map.'
    expect((await send(room(outline))).body).toMatchObject({
      accepted: 0,
      errors: [{ path, code: 'outside_map', message }],
    })
    expect(await place('room-1')).not.toHaveProperty('outline')
  })

  it('with a place on no map, and changes no map that it names', async () => {
    const onNoMap = { hierarchyId: 'site', fullName: ['Northfield'], outline: { x: 1, y: 1, w: 9, h: 9 } }
    expect((await send(onNoMap)).body.errors).toMatchObject([{ path: 'outline', code: 'unknown_map' }])
    const { maps } = hospital.parts.db.driver
    const before = await maps.findOne({ _id: 'm1' })
    const smaller = {
      hierarchyId: 'floor-1',
      fullName: FLOOR,
      map: { xDimension: 10, yDimension: 10 },
      outline: { x: 1, y: 1, w: 200, h: 9 },
    }
    const large = room({ x: 1, y: 1, w: 300, h: 9 })
    const { body } = await send([smaller, large])
    expect(body).toMatchObject({ accepted: 1, errors: [{ index: 0, path: 'outline', code: 'outside_map' }] })
    expect(await maps.findOne({ _id: 'm1' })).toEqual(before)
    const unknown = room({ x: 1, y: 1, w: 2000, h: 9 }, { hierarchyId: 'n', mapId: 'new-map' })
    expect((await send(unknown)).body.errors).toMatchObject([{ code: 'outside_map' }])
    expect(await maps.findOne({ _id: 'new-map' })).toBeNull()
  })

  it("with a place of a provider's hierarchy", async () => {
    const key = await hospital.people.makeKey({ kind: 'provider', provider: 'centrak' })
    const { body } = await send(room({ x: 1, y: 1, w: 20, h: 20 }, { hierarchyId: 'z1' }), key)
    expect(body.errors).toMatchObject([
      {
        path: 'outline',
        code: 'validation',
        message: 'Only places of the internal hierarchy have an outline.',
      },
    ])
    expect(await place('z1', 'centrak')).toBeNull()
    await send(room(null, { hierarchyId: 'z1' }), key).expect(200, answer({ accepted: 1 }))
  })

  it('without a key', async () => {
    await send(room({ x: 1, y: 1, w: 20, h: 20 }), {}).expect(401)
    expect(await place('room-1')).not.toHaveProperty('outline')
  })
})
