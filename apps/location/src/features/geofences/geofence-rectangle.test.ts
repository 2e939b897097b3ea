import { messages } from '@wardtrack/contracts'
import type { ApiError } from '@wardtrack/service-kit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawnAreaOf, fenceCoordinates } from './geofence-area.ts'
import { isSameBox } from './geofence-rectangle.ts'

const MAP = { mapId: 'm1', width: 500, height: 300, perMetreX: 10, perMetreY: 10 }
const refusal = (drawn: Parameters<typeof fenceCoordinates>[0]): ApiError | undefined => {
  try {
    fenceCoordinates(drawn, MAP)
    return undefined
  } catch (error) {
    return error as ApiError
  }
}

test('completes a rectangle from width and height or from the opposite corner, with equal results', () => {
  const whole = { x: 10, y: 20, x2: 110, y2: 70, w: 100, h: 50 }
  expect(fenceCoordinates({ x: 10, y: 20, w: 100, h: 50 }, MAP)).toEqual(whole)
  expect(fenceCoordinates({ x: 10, y: 20, x2: 110, y2: 70 }, MAP)).toEqual(whole)
  expect(fenceCoordinates({ x: 10, y: 20, w: 100, y2: 70 }, MAP)).toEqual(whole)
  expect(fenceCoordinates(whole, MAP)).toEqual(whole)
})

test('keeps the members of a rectangle consistent and within the image', () => {
  const side = (most: number) =>
    fc
      .tuple(fc.double({ min: 0, max: most - 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }))
      .map(([from, part]) => ({ from, length: Math.max(1.01, part * (most - from)) }))
      .filter(({ from, length }) => from + length <= most)
  fc.assert(
    fc.property(side(MAP.width), side(MAP.height), (across, down) => {
      const drawn = { x: across.from, y: down.from, w: across.length, h: down.length }
      const rectangle = fenceCoordinates(drawn, MAP)
      expect(rectangle.x + rectangle.w).toBeCloseTo(rectangle.x2, 2)
      expect(rectangle.y + rectangle.h).toBeCloseTo(rectangle.y2, 2)
      expect(
        rectangle.x >= 0 && rectangle.y >= 0 && rectangle.x2 <= MAP.width && rectangle.y2 <= MAP.height,
      ).toBe(true)
      const rounded = fenceCoordinates(drawnAreaOf(rectangle), MAP)
      expect(isSameBox(rectangle, rounded)).toBe(true)
    }),
  )
})

test('accepts a fence over the whole image, even when a browser rounds up', () => {
  expect(fenceCoordinates({ x: 0, y: 0, w: 500, h: 300 }, MAP)).toMatchObject({ x2: 500, y2: 300 })
  expect(fenceCoordinates({ x: -0.0001, y: 0, w: 500.0005, h: 300.004 }, MAP)).toMatchObject({
    x: 0,
    x2: 500,
    y2: 300,
  })
})

describe('refuses a rectangle', () => {
  test.each([
    ['without a width', { x: 1, y: 1, h: 5 }, 'noFenceMarked'],
    ['without an area', { x: 1, y: 1, w: 0, h: 5 }, 'noFenceMarked'],
    ['under a pixel', { x: 1, y: 1, w: 5, h: 0.9 }, 'noFenceMarked'],
    ['drawn backwards', { x: 50, y: 1, x2: 40, y2: 9 }, 'noFenceMarked'],
    ['when width and corner differ', { x: 1, y: 1, w: 10, x2: 20, h: 5 }, 'fenceContradicts'],
    ['when height and corner differ', { x: 1, y: 1, w: 10, h: 5, y2: 7 }, 'fenceContradicts'],
    ['left of the image', { x: -1, y: 1, w: 10, h: 5 }, 'fenceOutside'],
    ['above the image', { x: 1, y: -0.5, w: 10, h: 5 }, 'fenceOutside'],
    ['right of the image', { x: 495, y: 1, w: 6, h: 5 }, 'fenceOutside'],
    ['below the image', { x: 1, y: 299, w: 6, h: 2 }, 'fenceOutside'],
  ] as const)('%s', (_title, drawn, fault) => {
    const refused = refusal(drawn)
    expect(refused).toMatchObject({
      code: 'validation',
      errors: [{ path: 'Coordinates', message: messages[fault] }],
      message: fault === 'noFenceMarked' ? messages.noFenceMarked : messages.fillCorrectly,
    })
  })
})
