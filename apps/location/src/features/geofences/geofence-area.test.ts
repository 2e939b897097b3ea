import { type DrawnArea, messages } from '@wardtrack/contracts'
import type { ApiError } from '@wardtrack/service-kit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawnAreaOf, fenceCoordinates, isSameArea } from './geofence-area.ts'

/** 20 pixels per metre: a square metre is 400 square pixels. */
const MAP = { mapId: 'm1', width: 500, height: 300, perMetreX: 20, perMetreY: 20 }
type Corner = readonly [x: number, y: number]
const polygon = (...corners: Corner[]): DrawnArea => ({
  shape: 'polygon',
  points: corners.map(([x, y]) => ({ x, y })),
})
const refusal = (drawn: DrawnArea): object[] => {
  try {
    fenceCoordinates(drawn, MAP)
  } catch (error) {
    return [...((error as ApiError).errors ?? [])]
  }
  throw new Error('it was taken')
}

/** L-shaped, as wards often are. */
const BENT: Corner[] = [
  [0, 0],
  [100, 0],
  [100, 50],
  [50, 50],
  [50, 150],
  [0, 150],
]

describe('a polygon', () => {
  test('is stored with the box around it, to a thousandth of a pixel', () => {
    const corners = BENT.map(([x, y]): Corner => [x + 10.00049, y])
    expect(fenceCoordinates(polygon(...corners), MAP)).toEqual({
      x: 10,
      y: 0,
      x2: 110,
      y2: 150,
      w: 100,
      h: 150,
      shape: 'polygon',
      points: BENT.map(([x, y]) => ({ x: x + 10, y })),
    })
  })

  test('may touch the image edges and have corners within a straight wall', () => {
    const whole = polygon([0, 0], [250, 0], [500, 0], [500, 300], [0, 300])
    expect(fenceCoordinates(whole, MAP)).toMatchObject({ x: 0, y: 0, x2: 500, y2: 300 })
  })

  test('is refused at a corner outside the image', () => {
    expect(refusal(polygon([0, 0], [100, 0], [100, 300.1], [600, 0]))).toEqual([
      { path: 'Coordinates.points.2', message: messages.fenceOutside },
    ])
  })

  test('is refused at a corner that repeats the previous one, or the first one at the end', () => {
    const message = messages.fenceCornerRepeated
    expect(refusal(polygon([0, 0], [100, 0], [100, 0.0001], [0, 100]))).toEqual([
      { path: 'Coordinates.points.2', message },
    ])
    expect(refusal(polygon([0, 0], [100, 0], [0, 100], [0, 0]))).toEqual([
      { path: 'Coordinates.points.3', message },
    ])
  })

  test.each([
    ['cross', 2, polygon([0, 0], [100, 100], [100, 0], [0, 100])],
    ['go back over one another', 1, polygon([0, 0], [100, 0], [50, 0], [50, 100])],
    ['go back over one another at the end', 2, polygon([50, 0], [100, 100], [0, 0], [100, 0])],
    ['touch at a corner', 2, polygon([0, 0], [100, 0], [100, 100], [50, 0], [0, 100])],
    ['lie on one another', 2, polygon([0, 0], [100, 0], [100, 100], [80, 0], [20, 0], [0, 100])],
  ])('is refused when its edges %s', (_, corner, drawn) => {
    expect(refusal(drawn)).toEqual([
      { path: `Coordinates.points.${corner}`, message: messages.fenceCrossesItself },
    ])
  })

  test('is refused below one square metre', () => {
    expect(refusal(polygon([0, 0], [28, 0], [0, 28]))).toEqual([
      { path: 'Coordinates.points', message: messages.fenceTooSmall },
    ])
    expect(fenceCoordinates(polygon([0, 0], [29, 0], [0, 29]), MAP)).toMatchObject({ w: 29, h: 29 })
  })

  test('with corners sorted by angle never crosses itself and is unchanged when sent again', () => {
    const spokes = fc.array(fc.tuple(fc.integer({ min: 0, max: 359 }), fc.integer({ min: 20, max: 140 })), {
      minLength: 3,
      maxLength: 60,
    })
    fc.assert(
      fc.property(spokes, (drawn) => {
        const byAngle = new Map(drawn)
        const angles = [...byAngle.keys()].sort((a, b) => a - b)
        const widest = Math.max(
          ...angles.map((angle, index) => (angles[index + 1] ?? (angles[0] ?? 0) + 360) - angle),
        )
        fc.pre(angles.length >= 3 && widest < 170)
        const corners = angles.map((angle): Corner => {
          const length = byAngle.get(angle) ?? 0
          const radians = (angle / 180) * Math.PI
          return [250 + length * Math.cos(radians), 150 + length * Math.sin(radians)]
        })
        const stored = fenceCoordinates(polygon(...corners), MAP)
        const again = fenceCoordinates(drawnAreaOf(stored), MAP)
        expect(again).toEqual(stored)
        expect(isSameArea(stored, again)).toBe(true)
      }),
    )
  })
})

describe('a circle', () => {
  const circle = (x: number, y: number, radius: number): DrawnArea => ({
    shape: 'circle',
    centre: { x, y },
    radius,
  })

  test('is stored with the box around it', () => {
    expect(fenceCoordinates(circle(100, 80, 40), MAP)).toEqual({
      x: 60,
      y: 40,
      x2: 140,
      y2: 120,
      w: 80,
      h: 80,
      shape: 'circle',
      centre: { x: 100, y: 80 },
      radius: 40,
    })
    expect(fenceCoordinates(circle(100, 80, 80.004), MAP)).toMatchObject({ y: 0, radius: 80 })
  })

  test('is refused at the wrong member when it leaves the image or is below one square metre', () => {
    const outside = messages.fenceOutside
    expect(refusal(circle(600, 80, 10))).toEqual([{ path: 'Coordinates.centre', message: outside }])
    expect(refusal(circle(100, 80, 81))).toEqual([{ path: 'Coordinates.radius', message: outside }])
    expect(refusal(circle(100, 80, 11))).toEqual([
      { path: 'Coordinates.radius', message: messages.fenceTooSmall },
    ])
  })
})

test('compares areas of different shapes as different, whatever the box around them', () => {
  const square = fenceCoordinates({ x: 60, y: 40, w: 80, h: 80 }, MAP)
  const circle = fenceCoordinates({ shape: 'circle', centre: { x: 100, y: 80 }, radius: 40 }, MAP)
  const diamond = fenceCoordinates(polygon([100, 40], [140, 80], [100, 120], [60, 80]), MAP)
  expect(isSameArea(square, { ...square, shape: 'rectangle' })).toBe(true)
  expect(isSameArea(square, circle)).toBe(false)
  expect(isSameArea(circle, diamond)).toBe(false)
})
