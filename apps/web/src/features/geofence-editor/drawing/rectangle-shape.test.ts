import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { containsPoint, type Rect, type Size } from '../../../map-engine/index.ts'
import { boxOf, moveShape } from './fence-shape.ts'
import { handlePoint, handles, rectFromCorners, resizeRect, stretchRect } from './rectangle-shape.ts'

const moveRect = (start: Rect, dx: number, dy: number, plan: Size): Rect =>
  boxOf(moveShape({ kind: 'rectangle', rect: start }, dx, dy, plan))

const bounds = { width: 1600, height: 1000 }
const anywhere = fc.record({
  x: fc.double({ min: -3_000, max: 4_000, noNaN: true }),
  y: fc.double({ min: -3_000, max: 4_000, noNaN: true }),
})
const rect = fc
  .tuple(fc.nat(1_598), fc.nat(998), fc.integer({ min: 1, max: 1_600 }), fc.integer({ min: 1, max: 1_000 }))
  .map(([x, y, w, h]) => ({ x, y, width: Math.min(w, 1_600 - x), height: Math.min(h, 1_000 - y) }))
const handle = fc.constantFrom(...handles)
const step = fc.integer({ min: -2_000, max: 2_000 })

const isSound = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }): boolean =>
  [x, y, width, height].every(Number.isInteger) &&
  x >= 0 &&
  y >= 0 &&
  width >= 1 &&
  height >= 1 &&
  x + width <= bounds.width &&
  y + height <= bounds.height

describe('a drawn rectangle', () => {
  it('is the same from whichever corner it is drawn', () => {
    const drawn = { x: 10, y: 20, width: 90, height: 60 }
    expect(rectFromCorners({ x: 10, y: 20 }, { x: 100, y: 80 }, bounds)).toEqual(drawn)
    expect(rectFromCorners({ x: 100, y: 80 }, { x: 10, y: 20 }, bounds)).toEqual(drawn)
    expect(rectFromCorners({ x: 100, y: 20 }, { x: 10, y: 80 }, bounds)).toEqual(drawn)
  })

  it('ends at the edge of the plan, and is undefined without an area', () => {
    expect(rectFromCorners({ x: -50, y: -9 }, { x: 40, y: 30 }, bounds)).toEqual({
      x: 0,
      y: 0,
      width: 40,
      height: 30,
    })
    expect(rectFromCorners({ x: -50, y: 10 }, { x: -5, y: 300 }, bounds)).toBeUndefined()
    expect(rectFromCorners({ x: 10, y: 10 }, { x: 10.3, y: 300 }, bounds)).toBeUndefined()
  })

  it('has whole pixels inside the plan and an area after every change', () => {
    fc.assert(
      fc.property(rect, handle, anywhere, anywhere, step, step, (start, grip, a, b, dx, dy) => {
        const drawn = rectFromCorners(a, b, bounds)
        const rects = [
          ...(drawn ? [drawn] : []),
          moveRect(start, dx, dy, bounds),
          resizeRect(start, grip, a, bounds),
          stretchRect(start, dx, dy, bounds),
        ]
        expect(rects.filter((result) => !isSound(result))).toEqual([])
      }),
      { numRuns: 2_000 },
    )
  })

  it('keeps its size when it is moved, and stops at the edges', () => {
    fc.assert(
      fc.property(rect, step, step, (start, dx, dy) => {
        const next = moveRect(start, dx, dy, bounds)
        expect([next.width, next.height]).toEqual([start.width, start.height])
      }),
    )
    const start = { x: 1_500, y: 10, width: 80, height: 50 }
    expect(moveRect(start, 500, -500, bounds)).toEqual({ x: 1_520, y: 0, width: 80, height: 50 })
  })

  it('keeps the sides that a handle does not move', () => {
    const start = { x: 100, y: 100, width: 200, height: 100 }
    expect(resizeRect(start, { dx: 1, dy: 0 }, { x: 350, y: 999 }, bounds)).toEqual({ ...start, width: 250 })
    expect(resizeRect(start, { dx: -1, dy: -1 }, { x: 90, y: 150 }, bounds)).toEqual({
      x: 90,
      y: 150,
      width: 210,
      height: 50,
    })
  })

  it('flips when a handle passes the other side, and never loses its area', () => {
    const start = { x: 100, y: 100, width: 200, height: 100 }
    expect(resizeRect(start, { dx: 1, dy: 0 }, { x: 40, y: 0 }, bounds)).toEqual({
      ...start,
      x: 40,
      width: 60,
    })
    expect(resizeRect(start, { dx: 1, dy: 0 }, { x: 100, y: 0 }, bounds)).toEqual({ ...start, width: 1 })
    const atTheEdge = { x: 0, y: 0, width: 5, height: 5 }
    expect(resizeRect(atTheEdge, { dx: -1, dy: 0 }, { x: 5, y: 0 }, bounds)).toEqual({
      ...atTheEdge,
      x: 4,
      width: 1,
    })
  })

  it('stays the same when a handle is dragged to its own position', () => {
    fc.assert(
      fc.property(rect, handle, (start, grip) => {
        expect(resizeRect(start, grip, handlePoint(start, grip), bounds)).toEqual(start)
      }),
    )
  })

  it('contains the points on its edges', () => {
    const start = { x: 10, y: 10, width: 5, height: 5 }
    expect(containsPoint(start, { x: 15, y: 10 })).toBe(true)
    expect(containsPoint(start, { x: 15.01, y: 10 })).toBe(false)
  })
})
