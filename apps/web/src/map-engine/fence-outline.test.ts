import { expect, it } from 'vitest'
import { type FenceOutline, isInOutline, topOf } from './fence-outline.ts'

/** An L shape along the left and lower sides of its box. */
const bent: FenceOutline = {
  points: [
    { x: 0, y: 10 },
    { x: 20, y: 0 },
    { x: 20, y: 60 },
    { x: 80, y: 60 },
    { x: 80, y: 90 },
    { x: 0, y: 90 },
  ],
}
const round: FenceOutline = { centre: { x: 50, y: 50 }, radius: 20 }

it('contains the points inside its corners, not those in the rest of the rectangle', () => {
  expect(isInOutline(bent, { x: 10, y: 50 })).toBe(true)
  expect(isInOutline(bent, { x: 60, y: 75 })).toBe(true)
  expect(isInOutline(bent, { x: 60, y: 30 })).toBe(false)
  expect(isInOutline(bent, { x: 90, y: 75 })).toBe(false)
  expect(isInOutline(round, { x: 64, y: 64 })).toBe(true)
  expect(isInOutline(round, { x: 66, y: 66 })).toBe(false)
})

it('has its name at its top', () => {
  expect(topOf(bent)).toEqual({ x: 20, y: 0 })
  expect(topOf({ points: [...(bent as { points: [] }).points, { x: 5, y: 0 }] })).toEqual({ x: 5, y: 0 })
  expect(topOf(round)).toEqual({ x: 50, y: 30 })
})
