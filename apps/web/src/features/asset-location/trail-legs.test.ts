import { expect, it } from 'vitest'
import { legsOf, placedPositions, trailOf } from './trail-legs.ts'

const row = (x: number, mapId: string, way?: { x: number; y: number }[]) => ({
  time: `2026-01-01T00:00:0${x}.000Z`,
  mapId,
  fullPath: {},
  x,
  y: 0,
  ...(way ? { way } : {}),
})

it('includes the corners of the route to each position, except those on another map', () => {
  const corner = { x: 2, y: 5 }
  const positions = placedPositions([
    row(1, 'm1'),
    row(3, 'm1', [corner, { x: 3, y: 5 }]),
    row(4, 'm1'),
    row(5, 'm2', [corner]),
  ])
  const [leg, next] = legsOf(positions)
  if (!leg || !next) throw new Error('Two maps are two legs')
  const turned = { ...corner, corner: true }
  expect(trailOf(positions, leg, 0)).toEqual({
    points: [{ x: 1, y: 0 }, turned, { x: 3, y: 5, corner: true }, { x: 3, y: 0 }, { x: 4, y: 0 }],
    reached: 0,
  })
  expect([trailOf(positions, leg, 1).reached, trailOf(positions, leg, 2).reached]).toEqual([3, 4])
  expect(trailOf(positions, next, 3)).toEqual({ points: [{ x: 5, y: 0 }], reached: 0 })
})
