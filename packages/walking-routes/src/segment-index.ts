import { nearestOnSegment, type Segment, type SegmentPoint } from './segment-geometry.ts'
import { buildSegmentTree, type SegmentTree } from './segment-tree.ts'
import type { Point } from './walking-routes.types.ts'

/** The nearest of several segments by index, with its nearest point. */
type NearestSegment = SegmentPoint & { readonly index: number }

/** Index of segments by position. */
export type SegmentIndex = {
  /** Returns the segment that is nearest to a point; undefined if there is none. */
  nearest(from: Point): NearestSegment | undefined
  /** Calls back for each segment whose bounding box is within a distance of another segment's. */
  forEachNear(segment: Segment, distance: number, visit: (index: number) => void): void
}

/** Creates an index of fixed segments. */
export function createSegmentIndex(segments: readonly Segment[]): SegmentIndex {
  const tree = buildSegmentTree(segments)
  return {
    nearest: (from) => {
      const index = nearestSegment(tree, from.x, from.y)
      return index === -1 ? undefined : { ...nearestOnSegment(segments[index] as Segment, from), index }
    },
    forEachNear: ({ a, b }, distance, visit) => {
      const [minX, maxX] = [Math.min(a.x, b.x) - distance, Math.max(a.x, b.x) + distance]
      const [minY, maxY] = [Math.min(a.y, b.y) - distance, Math.max(a.y, b.y) + distance]
      const isNear = (boxes: Float64Array, box: number): boolean =>
        (boxes[box] as number) <= maxX &&
        (boxes[box + 2] as number) >= minX &&
        (boxes[box + 1] as number) <= maxY &&
        (boxes[box + 3] as number) >= minY
      const { boxes, ends, firsts, members, memberBoxes } = tree
      // A node whose box is too far away is skipped with its whole subtree.
      for (let node = 0; node < ends.length; ) {
        const isNodeNear = isNear(boxes, node * 4)
        const isLeaf = ends[node] === node + 1
        if (isNodeNear && isLeaf)
          for (let slot = firsts[node] as number; slot < (firsts[node + 1] as number); slot += 1)
            if (isNear(memberBoxes, slot * 4)) visit(members[slot] as number)
        node = isNodeNear ? node + 1 : (ends[node] as number)
      }
    },
  }
}

/** Uses squared distances and plain numbers, because it runs for each of thousands of targets. */
function nearestSegment({ boxes, ends, firsts, members, lines }: SegmentTree, x: number, y: number): number {
  let bestSquare = Infinity
  let best = -1
  const stack: number[] = ends.length > 0 ? [0] : []
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (boxSquare(boxes, node * 4, x, y) >= bestSquare) continue
    const end = ends[node] as number
    if (end !== node + 1) {
      const first = node + 1
      const second = ends[first] as number
      const isOrdered = boxSquare(boxes, first * 4, x, y) <= boxSquare(boxes, second * 4, x, y)
      stack.push(isOrdered ? second : first, isOrdered ? first : second)
      continue
    }
    for (let slot = firsts[node] as number; slot < (firsts[node + 1] as number); slot += 1) {
      const square = lineSquare(lines, slot * 4, x, y)
      if (square >= bestSquare) continue
      bestSquare = square
      best = members[slot] as number
    }
  }
  return best
}

/** Returns the squared distance from a point to a box. */
function boxSquare(boxes: Float64Array, box: number, x: number, y: number): number {
  const dx = Math.max((boxes[box] as number) - x, 0, x - (boxes[box + 2] as number))
  const dy = Math.max((boxes[box + 1] as number) - y, 0, y - (boxes[box + 3] as number))
  return dx * dx + dy * dy
}

/** Returns the squared distance from a point to a segment. */
function lineSquare(lines: Float64Array, line: number, x: number, y: number): number {
  const ax = lines[line] as number
  const ay = lines[line + 1] as number
  const dx = (lines[line + 2] as number) - ax
  const dy = (lines[line + 3] as number) - ay
  const squared = dx * dx + dy * dy
  const along = squared === 0 ? 0 : ((x - ax) * dx + (y - ay) * dy) / squared
  const share = along < 0 ? 0 : along > 1 ? 1 : along
  const restX = ax + dx * share - x
  const restY = ay + dy * share - y
  return restX * restX + restY * restY
}
