import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nearestOnLine } from './line-distance.ts'
import { snapOutline, snapPoint, snapShift } from './snapping.ts'

const ward = snapOutline([
  { x: 100, y: 100 },
  { x: 300, y: 100 },
  { x: 300, y: 200 },
  { x: 100, y: 200 },
])
const anywhere = fc.record({ x: fc.integer({ min: 0, max: 400 }), y: fc.integer({ min: 0, max: 300 }) })
const reaches = fc.integer({ min: 1, max: 40 })
const gap = (a: { x: number; y: number }, b: { x: number; y: number }): number =>
  Math.hypot(a.x - b.x, a.y - b.y)

describe('snapping of a point', () => {
  it('snaps to a near corner, even if an edge is nearer', () => {
    expect(snapPoint({ x: 106, y: 99 }, [ward], 8)).toEqual({ x: 100, y: 100 })
  })

  it('snaps to the nearest point of an edge if no corner is near', () => {
    expect(snapPoint({ x: 180, y: 105 }, [ward], 8)).toEqual({ x: 180, y: 100 })
    expect(snapPoint({ x: 95, y: 150 }, [ward], 8)).toEqual({ x: 100, y: 150 })
  })

  it('leaves the point unchanged if no outline is within reach', () => {
    expect(snapPoint({ x: 180, y: 120 }, [ward], 8)).toBeUndefined()
    expect(snapPoint({ x: 180, y: 105 }, [], 8)).toBeUndefined()
  })

  it('never moves the point farther than the reach, and ends on the outline', () => {
    fc.assert(
      fc.property(anywhere, reaches, (at, reach) => {
        const to = snapPoint(at, [ward], reach)
        const nearest = nearestOnLine(ward.corners, at, true)?.distance ?? Number.POSITIVE_INFINITY
        expect(to !== undefined).toBe(nearest <= reach)
        if (!to) return
        expect(gap(to, at)).toBeLessThanOrEqual(reach)
        expect(nearestOnLine(ward.corners, to, true)?.distance).toBeCloseTo(0)
      }),
      { numRuns: 1_000 },
    )
  })

  it('leaves a point unchanged that has snapped to a corner already', () => {
    fc.assert(
      fc.property(anywhere, reaches, (at, reach) => {
        const to = snapPoint(at, [ward], reach)
        const corner = ward.corners.find((place) => to !== undefined && gap(place, to) === 0)
        expect(corner && snapPoint(corner, [ward], reach)).toEqual(corner)
      }),
    )
  })
})

describe('snapping of a moved shape', () => {
  it('shifts the shape by the shortest distance that puts a corner on another outline', () => {
    const corners = [
      { x: 304, y: 97 },
      { x: 400, y: 97 },
      { x: 400, y: 203 },
      { x: 302, y: 201 },
    ]
    expect(snapShift(corners, [ward], 8)).toEqual({ x: -2, y: -1 })
    expect(snapShift(corners, [ward], 1)).toBeUndefined()
  })
})
