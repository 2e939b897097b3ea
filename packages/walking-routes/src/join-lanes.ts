import { crossingOf, nearestOnSegment, type Segment } from './segment-geometry.ts'
import { createSegmentIndex } from './segment-index.ts'
import { JOIN_TOLERANCE_METRES } from './walking-costs.ts'
import type { Lane, Point } from './walking-routes.types.ts'

/** A segment between two numbered points. */
export type NumberedSegment = Segment & { readonly nodes: readonly [number, number] }

/** Meeting point of two segments: the share along each, and the gap between them in metres. */
export type Joint = {
  readonly first: number
  readonly firstShare: number
  readonly second: number
  readonly secondShare: number
  readonly gap: number
}

/**
 * Consecutive segments are already joined at their common end. Apart from that, only points on the other segment
 * count.
 */
const TOUCH_METRES = 1e-6

/** Numbers points; equal points have the same number. */
export class PointNumbers {
  readonly points: Point[] = []
  private readonly byPlace = new Map<string, number>()

  /** Returns the number of a point, the same for all points at exactly that place. */
  numberOf(point: Point): number {
    const key = `${point.x} ${point.y}`
    const known = this.byPlace.get(key)
    if (known !== undefined) return known
    this.byPlace.set(key, this.points.length)
    return this.add(point)
  }

  segment(a: Point, b: Point): NumberedSegment {
    return { a, b, nodes: [this.numberOf(a), this.numberOf(b)] }
  }

  /** Returns a new number, even if there is a point at this place. */
  add(point: Point): number {
    this.points.push(point)
    return this.points.length - 1
  }
}

/** Returns the segments of lanes. */
export const laneSegments = (lanes: readonly Lane[], numbers: PointNumbers): NumberedSegment[] =>
  lanes.flatMap(({ points }) =>
    points.slice(1).map((point, index) => numbers.segment(points[index] as Point, point)),
  )

/**
 * Returns the number of places where the lanes of a map meet, which decides the cost of a graph.
 * @param lanes lanes in metres
 */
export function countJoints(lanes: readonly Lane[]): number {
  let joints = 0
  forEachJoint(laneSegments(lanes, new PointNumbers()), () => {
    joints += 1
  })
  return joints
}

/** Calls back for each place where two segments cross, or an end of one is within the tolerance of the other. */
export function forEachJoint(segments: readonly NumberedSegment[], visit: (joint: Joint) => void): void {
  const index = createSegmentIndex(segments)
  segments.forEach((segment, first) => {
    index.forEachNear(segment, JOIN_TOLERANCE_METRES, (second) => {
      if (second > first) visitJoints(segments, first, second, visit)
    })
  })
}

function visitJoints(
  segments: readonly NumberedSegment[],
  first: number,
  second: number,
  visit: (joint: Joint) => void,
): void {
  const [a, b] = [segments[first] as NumberedSegment, segments[second] as NumberedSegment]
  const isAdjacent = a.nodes.some((node) => b.nodes.includes(node))
  const crossing = isAdjacent ? undefined : crossingOf(a, b)
  if (crossing) {
    visit({ first, firstShare: crossing[0], second, secondShare: crossing[1], gap: 0 })
    return
  }
  const tolerance = isAdjacent ? TOUCH_METRES : JOIN_TOLERANCE_METRES
  const joinEnds = (from: number, to: number): void => {
    const [ends, line] = [segments[from] as NumberedSegment, segments[to] as NumberedSegment]
    ends.nodes.forEach((node, firstShare) => {
      const { share, distance } = nearestOnSegment(line, firstShare === 0 ? ends.a : ends.b)
      if (distance > tolerance || line.nodes.includes(node)) return
      visit({ first: from, firstShare, second: to, secondShare: share, gap: distance })
    })
  }
  joinEnds(first, second)
  joinEnds(second, first)
}
