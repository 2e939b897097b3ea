import type { Coordinates } from '@wardtrack/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { holdsPoint } from './fence-area.ts'
import { boxAround } from './map-geometry.ts'
import { cornersOf, depthIn, innerPoint, isMostlyCovered, sizeOf } from './outline-geometry.ts'

const box = (x: number, y: number, x2: number, y2: number): Coordinates => ({
  x,
  y,
  x2,
  y2,
  w: x2 - x,
  h: y2 - y,
})
const polygon = (...points: readonly [number, number][]): Coordinates => {
  const corners = points.map(([x, y]) => ({ x, y }))
  return { ...boxAround(corners), shape: 'polygon', points: corners }
}
const circle = (x: number, y: number, radius: number): Coordinates => ({
  ...box(x - radius, y - radius, x + radius, y + radius),
  shape: 'circle',
  centre: { x, y },
  radius,
})
const isIn = (room: Coordinates, fence: Coordinates): boolean => isMostlyCovered(room, [fence])

test('assigns a room to a fence that holds more than half of it', () => {
  const room = box(10, 10, 20, 20)
  expect(isIn(room, room)).toBe(true)
  expect(isIn(room, box(0, 0, 100, 100))).toBe(true)
  expect(isIn(room, box(10, 10, 16, 20))).toBe(true)
  expect(isIn(room, box(10, 10, 14, 20))).toBe(false)
  expect(isIn(room, box(14, 14, 16, 16))).toBe(false)
  expect(isIn(room, box(20, 10, 30, 20))).toBe(false)
})

test('measures an L-shaped room by the area it covers, not by the middle of its box', () => {
  const angled = polygon([0, 0], [30, 0], [30, 6], [6, 6], [6, 30], [0, 30])
  expect(isIn(angled, box(10, 10, 30, 30))).toBe(false)
  expect(isIn(angled, polygon([0, 0], [30, 0], [30, 6], [6, 6], [6, 20], [0, 20]))).toBe(true)
})

test('adds up adjacent fences and measures circles by their area', () => {
  const room = box(0, 0, 10, 10)
  expect(isMostlyCovered(room, [box(0, 0, 5, 10), box(5, 0, 10, 10)])).toBe(true)
  expect(isIn(circle(5, 5, 5), room)).toBe(true)
  expect(isIn(circle(5, 5, 5), box(0, 0, 4, 10))).toBe(false)
})

test('counts fences that overlap once', () => {
  expect(isMostlyCovered(box(0, 0, 10, 10), [box(0, 0, 4, 10), box(1, 0, 4, 10), box(0, 2, 4, 9)])).toBe(
    false,
  )
})

/** Points along each side of the grid of the oracle. */
const SIDE = 80
const corner = fc.record({ x: fc.integer({ min: 0, max: 40 }), y: fc.integer({ min: 0, max: 40 }) })
/** A polygon around a point, with corners at random distances: it may be bent, but never crosses itself. */
const star = fc
  .record({
    centre: corner,
    reach: fc.array(fc.double({ min: 0.1, max: 1, noNaN: true }), { minLength: 3, maxLength: 9 }),
    size: fc.integer({ min: 4, max: 20 }),
  })
  .map(({ centre, reach, size }) =>
    polygon(
      ...reach.map((share, index): [number, number] => {
        const angle = (2 * Math.PI * index) / reach.length
        return [centre.x + size * share * Math.cos(angle), centre.y + size * share * Math.sin(angle)]
      }),
    ),
  )
const area = fc.oneof(
  star,
  fc.tuple(corner, fc.integer({ min: 1, max: 15 })).map(([{ x, y }, radius]) => circle(x, y, radius)),
  fc
    .tuple(corner, fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 30 }))
    .map(([{ x, y }, w, h]) => box(x, y, x + w, y + h)),
)

/** Returns the covered share of a room, counted on a grid of points. */
function shareOnGrid(room: Coordinates, areas: readonly Coordinates[]): number {
  const [inRoom, ...inAreas] = [room, ...areas].map(holdsPoint)
  let [whole, covered] = [0, 0]
  for (let row = 0; row < SIDE; row += 1)
    for (let column = 0; column < SIDE; column += 1) {
      const x = room.x + ((room.x2 - room.x) * (column + 0.5)) / SIDE
      const y = room.y + ((room.y2 - room.y) * (row + 0.5)) / SIDE
      if (!inRoom?.(x, y)) continue
      whole += 1
      if (inAreas.some((holds) => holds(x, y))) covered += 1
    }
  return covered / whole
}

test('agrees with a count of points on a fine grid', () => {
  fc.assert(
    fc.property(area, fc.array(area, { minLength: 1, maxLength: 4 }), (room, areas) => {
      const share = shareOnGrid(room, areas)
      // The grid and the polygon that replaces a circle are not exact.
      fc.pre(!Number.isNaN(share) && Math.abs(share - 0.5) > 0.04)
      expect(isMostlyCovered(room, areas)).toBe(share > 0.5)
    }),
    { numRuns: 150 },
  )
})

test('finds an inner point that lies inside, as far from every edge as any point of a grid', () => {
  fc.assert(
    fc.property(area, (outline) => {
      const corners = cornersOf(outline)
      fc.pre(sizeOf(corners) > 1)
      const { at, depth } = innerPoint(corners)
      expect(depth).toBeGreaterThan(0)
      expect(depthIn(corners, at)).toBe(depth)
      const shorter = Math.min(outline.x2 - outline.x, outline.y2 - outline.y)
      for (let step = 0; step < SIDE * SIDE; step += 7) {
        const x = outline.x + ((outline.x2 - outline.x) * (step % SIDE)) / SIDE
        const y = outline.y + ((outline.y2 - outline.y) * Math.floor(step / SIDE)) / SIDE
        expect(depthIn(corners, { x, y })).toBeLessThanOrEqual(depth + shorter / 25)
      }
    }),
    { numRuns: 100 },
  )
})
