import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nearestOnSegment, type Segment } from './segment-geometry.ts'
import { createSegmentIndex } from './segment-index.ts'

const point = fc.record({ x: fc.integer({ min: -50, max: 50 }), y: fc.integer({ min: -50, max: 50 }) })
const segment = fc.record({ a: point, b: point })
const segments = fc.array(segment, { maxLength: 60 })

test('the nearest segment has the minimum distance of all segments', () => {
  fc.assert(
    fc.property(segments, point, (all, from) => {
      const nearest = createSegmentIndex(all).nearest(from)
      if (all.length === 0) expect(nearest).toBeUndefined()
      else {
        const distances = all.map((line) => nearestOnSegment(line, from).distance)
        expect(nearest?.distance).toBeCloseTo(Math.min(...distances), 9)
        expect(nearest?.distance).toBe(distances[nearest?.index ?? -1])
      }
    }),
  )
})

test('near segments are all whose boxes are within the distance, each once', () => {
  fc.assert(
    fc.property(segments, segment, fc.nat(10), (all, line, distance) => {
      const found: number[] = []
      createSegmentIndex(all).forEachNear(line, distance, (index) => found.push(index))
      const apart = (axis: 'x' | 'y', { a, b }: Segment): number =>
        Math.max(
          Math.min(a[axis], b[axis]) - Math.max(line.a[axis], line.b[axis]),
          Math.min(line.a[axis], line.b[axis]) - Math.max(a[axis], b[axis]),
        )
      const expected = all.flatMap((candidate, index) =>
        apart('x', candidate) <= distance && apart('y', candidate) <= distance ? [index] : [],
      )
      expect(found.toSorted((a, b) => a - b)).toEqual(expected)
    }),
  )
})
