import { messages } from '@wardtrack/contracts'
import { Types } from '@wardtrack/database'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AlertTest, openAlertTest } from '../../testing/open-alert-test.ts'

let hospital: AlertTest

beforeAll(async () => {
  hospital = await openAlertTest()
})
beforeEach(async () => {
  await hospital.parts.db.driver.geofences.deleteMany()
})
afterAll(() => hospital.close())

const BENT = {
  shape: 'polygon',
  points: [
    { x: 0, y: 0 },
    { x: 200, y: 0 },
    { x: 200, y: 100 },
    { x: 100, y: 100 },
    { x: 100, y: 300 },
    { x: 0, y: 300 },
  ],
}
const FENCE = {
  Name: 'Intensive care',
  Type: 'Restricted',
  AssetTypes: ['Equipment'],
  MapId: 'm1',
  Coordinates: BENT,
  EntryTrigger: true,
  ExitTrigger: false,
}
const add = (Coordinates: object = BENT) => hospital.post('add', { ...FENCE, Coordinates })
const storedFence = (id: string) =>
  hospital.parts.db.driver.geofences.findOne({ _id: new Types.ObjectId(id) })
const fenceCount = () => hospital.parts.db.driver.geofences.countDocuments()

test('stores, answers and lists a polygon and a circle with the boxes around them', async () => {
  const polygon = await add()
  expect(polygon.status).toBe(200)
  expect(polygon.body.Coordinates).toEqual({ x: 0, y: 0, x2: 200, y2: 300, w: 200, h: 300, ...BENT })
  expect((await storedFence(polygon.body._id))?.Coordinates).toEqual(polygon.body.Coordinates)
  const circle = { shape: 'circle', centre: { x: 100, y: 90 }, radius: 50 }
  const { body } = await hospital.post('add', { ...FENCE, Name: 'Round room', Coordinates: circle })
  expect(body.Coordinates).toEqual({ x: 50, y: 40, x2: 150, y2: 140, w: 100, h: 100, ...circle })
  const listed = (await hospital.get('get')).body.data
  expect(listed.map((fence: { Coordinates: object }) => fence.Coordinates)).toEqual([
    polygon.body.Coordinates,
    body.Coordinates,
  ])
})

test('does not move a fence when the same shape is sent again, but does for another shape in the same box', async () => {
  const { body } = await add()
  const before = await storedFence(body._id)
  await hospital.post(`update/${body._id}`, { Coordinates: BENT, Name: 'ICU 1' })
  expect((await storedFence(body._id))?.activeFrom).toEqual(before?.activeFrom)
  const { status } = await hospital.post(`update/${body._id}`, { Enabled: true, EntryTriggerWaitTime: 2 })
  expect(status).toBe(200)
  expect(await storedFence(body._id)).toMatchObject({
    activeFrom: before?.activeFrom,
    Coordinates: body.Coordinates,
  })
  const box = { x: 0, y: 0, w: 200, h: 300 }
  const changed = await hospital.post(`update/${body._id}`, { Coordinates: box })
  expect(changed.body.data.Coordinates).toEqual({ ...box, x2: 200, y2: 300 })
  expect((await storedFence(body._id))?.activeFrom.getTime()).toBeGreaterThan(
    before?.activeFrom.getTime() ?? Number.POSITIVE_INFINITY,
  )
})

const corners = (...points: [number, number][]) => ({
  shape: 'polygon',
  points: points.map(([x, y]) => ({ x, y })),
})
const CROSSING = corners([0, 0], [100, 100], [100, 0], [0, 100])
const OUTSIDE = corners([0, 0], [100, 0], [900, 100])

test.each([
  ['an unknown shape', { shape: 'star', points: BENT.points }, 'Coordinates.shape', messages.fenceShape],
  ['a number for an area', 5, 'Coordinates', messages.noFenceMarked],
  ['two corners', corners([0, 0], [100, 0]), 'Coordinates.points', messages.fenceCorners],
  [
    '201 corners',
    { shape: 'polygon', points: Array.from({ length: 201 }, () => ({ x: 1, y: 1 })) },
    'Coordinates.points',
    messages.fenceCorners,
  ],
  ['no corners', { shape: 'polygon' }, 'Coordinates.points', messages.fenceCorners],
  [
    'a corner that is none',
    { shape: 'polygon', points: [...BENT.points, { x: '1', y: 2 }] },
    'Coordinates.points.6.x',
    messages.fencePoint,
  ],
  ['edges that cross', CROSSING, 'Coordinates.points.2', messages.fenceCrossesItself],
  ['a corner off the image', OUTSIDE, 'Coordinates.points.2', messages.fenceOutside],
  [
    'a circle without a radius',
    { shape: 'circle', centre: { x: 9, y: 9 } },
    'Coordinates.radius',
    messages.fenceRadius,
  ],
  [
    'a radius of nothing',
    { shape: 'circle', centre: { x: 9, y: 9 }, radius: 0 },
    'Coordinates.radius',
    messages.fenceRadius,
  ],
  ['a circle without a centre', { shape: 'circle', radius: 4 }, 'Coordinates.centre', messages.fencePoint],
])('refuses %s and stores nothing', async (_, Coordinates, path, message) => {
  const { status, body } = await add(Coordinates as object)
  expect(status).toBe(400)
  expect(body.errors).toEqual([{ path, message }])
  expect(await fenceCount()).toBe(0)
})
