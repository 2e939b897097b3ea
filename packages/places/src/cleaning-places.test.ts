import type { Coordinates } from '@wardtrack/contracts'
import { expect, test } from 'vitest'
import { isMostlyIn } from './cleaning-places.ts'
import { holdsPoint } from './fence-area.ts'
import { boxAround } from './map-geometry.ts'

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
const isIn = (room: Coordinates, fence: Coordinates): boolean => isMostlyIn(room, holdsPoint(fence))

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
  const halves = [box(0, 0, 5, 10), box(5, 0, 10, 10)].map(holdsPoint)
  expect(isMostlyIn(box(0, 0, 10, 10), (x, y) => halves.some((holds) => holds(x, y)))).toBe(true)
  const circle: Coordinates = { ...box(0, 0, 10, 10), shape: 'circle', centre: { x: 5, y: 5 }, radius: 5 }
  expect(isIn(circle, box(0, 0, 10, 10))).toBe(true)
  expect(isIn(circle, box(0, 0, 4, 10))).toBe(false)
})
