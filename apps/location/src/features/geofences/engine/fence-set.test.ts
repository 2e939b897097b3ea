import { createAreaGrid } from '@wardtrack/places'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Fence } from './fence.ts'

const side = fc.oneof(
  fc.integer({ min: 0, max: 40 }),
  fc.double({ min: 0, max: 4_000, noNaN: true }).map((value) => Math.round(value * 1_000) / 1_000),
)
const length = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 30 }), fc.constant(3_000))

const rectangles = fc
  .array(fc.record({ x: side, y: side, w: length, h: length }), { minLength: 1, maxLength: 120, size: 'max' })
  .map((all) =>
    all.map(
      ({ x, y, w, h }, n): Fence => ({
        id: String(n),
        activeFrom: new Date(0),
        assetTypes: new Set(),
        mapId: 'm',
        x,
        y,
        x2: x + w,
        y2: y + h,
        toleranceX: 0,
        toleranceY: 0,
      }),
    ),
  )

it('finds the same fences as a linear scan, including at corners and edges, each once', () => {
  fc.assert(
    fc.property(rectangles, fc.array(fc.tuple(side, side), { maxLength: 20 }), (fences, points) => {
      const grid = createAreaGrid(fences)
      const corners = fences.flatMap(({ x, y, x2, y2 }) => [
        [x, y] as const,
        [x2, y2] as const,
        [x, y2] as const,
        [x2 + 0.001, y] as const,
      ])
      for (const [x, y] of [...points, ...corners]) {
        const found: Fence[] = []
        grid.collectAt(x, y, found)
        const wanted = fences.filter(
          (fence) => x >= fence.x && x <= fence.x2 && y >= fence.y && y <= fence.y2,
        )
        expect(found.map(({ id }) => Number(id)).toSorted((a, b) => a - b)).toEqual(
          wanted.map(({ id }) => Number(id)),
        )
      }
    }),
    { numRuns: 300 },
  )
})
