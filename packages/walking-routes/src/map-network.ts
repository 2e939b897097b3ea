import { forEachJoint, laneSegments, type NumberedSegment, PointNumbers } from './join-lanes.ts'
import { distanceBetween, type Segment } from './segment-geometry.ts'
import { createSegmentIndex } from './segment-index.ts'
import type { Edge, Seed } from './shortest-paths.ts'
import type { Lane, Point } from './walking-routes.types.ts'

/** Connection of a point to its map's network. */
export type Attachment = {
  /** Metres to the nearest lane; 0 if the map has none. */
  readonly distance: number
  /** Nearest point of the lane. */
  readonly point: Point
  /** Nodes that are reached first. */
  readonly ends: readonly Seed[]
  /** Nearest piece of a lane, and the distance from its beginning; absent if the map has no lanes. */
  readonly piece?: { readonly index: number; readonly along: number }
}

/** Network of one map, in metres. */
export type MapNetwork = {
  readonly hasLanes: boolean
  readonly points: readonly Point[]
  readonly edges: readonly Edge[]
  /** Nodes of the connections' stops, in their order. */
  readonly stopNodes: readonly number[]
  attach(point: Point): Attachment
}

/**
 * Creates the network of a map whose lanes all have a length. A straight line joins each stop to the nearest lane,
 * and counts as a lane.
 */
export function createLaneNetwork(lanes: readonly Lane[], stops: readonly Point[]): MapNetwork {
  const numbers = new PointNumbers()
  const drawn = laneSegments(lanes, numbers)
  const index = createSegmentIndex(drawn)
  const segments = [
    ...drawn,
    ...stops.map((stop) => numbers.segment(stop, index.nearest(stop)?.point ?? stop)),
  ]
  const { pieces, joints } = cutAtJoints(segments, numbers)
  const lines = pieces.map(({ from, to }): Segment => {
    return { a: numbers.points[from] as Point, b: numbers.points[to] as Point }
  })
  const pieceIndex = createSegmentIndex(lines)
  return {
    hasLanes: true,
    points: numbers.points,
    edges: [...pieces, ...joints],
    stopNodes: stops.map((stop) => numbers.numberOf(stop)),
    attach: (from) => {
      const nearest = pieceIndex.nearest(from)
      if (!nearest) throw new Error('A map with lanes has a piece of one')
      const piece = pieces[nearest.index] as Edge
      const along = piece.metres * nearest.share
      return {
        distance: nearest.distance,
        point: nearest.point,
        piece: { index: nearest.index, along },
        ends: [
          { node: piece.from, metres: nearest.distance + along },
          { node: piece.to, metres: nearest.distance + piece.metres - along },
        ],
      }
    },
  }
}

/** Cuts segments at the places where they meet, and returns the pieces and the joints between them. */
function cutAtJoints(segments: readonly NumberedSegment[], numbers: PointNumbers): LaneEdges {
  const cuts = segments.map(({ nodes: [a, b] }) => [
    { share: 0, node: a },
    { share: 1, node: b },
  ])
  const cutAt = (segment: number, share: number): number => {
    const { a, b, nodes } = segments[segment] as NumberedSegment
    if (share === 0 || share === 1) return nodes[share]
    const node = numbers.add({ x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share })
    cuts[segment]?.push({ share, node })
    return node
  }
  const edge = (from: number, to: number): Edge => {
    const metres = distanceBetween(numbers.points[from] as Point, numbers.points[to] as Point)
    return { from, to, metres }
  }
  const joints: Edge[] = []
  forEachJoint(segments, ({ first, firstShare, second, secondShare }) => {
    joints.push(edge(cutAt(first, firstShare), cutAt(second, secondShare)))
  })
  const pieces: Edge[] = []
  for (const segmentCuts of cuts) {
    segmentCuts.sort((a, b) => a.share - b.share)
    segmentCuts.slice(1).forEach(({ node }, index) => {
      const piece = edge((segmentCuts[index] as { node: number }).node, node)
      // Several cuts at one place give pieces without length, which no point can be nearest to.
      if (piece.metres === 0) joints.push(piece)
      else pieces.push(piece)
    })
  }
  return { pieces, joints }
}

/** Edges of lanes, and edges that only join lanes. */
type LaneEdges = { pieces: Edge[]; joints: Edge[] }

/** Creates the network of a map without lanes: straight lines between all its stops. */
export function createStraightNetwork(stops: readonly Point[]): MapNetwork {
  const line = (from: number, to: number): Edge => ({
    from,
    to,
    metres: distanceBetween(stops[from] as Point, stops[to] as Point),
    isStraight: true,
  })
  return {
    hasLanes: false,
    points: stops,
    edges: stops.flatMap((_, from) => stops.slice(0, from).map((__, to) => line(from, to))),
    stopNodes: stops.map((_, index) => index),
    attach: (point) => ({
      distance: 0,
      point,
      ends: stops.map((stop, node) => ({ node, metres: distanceBetween(stop, point), isStraight: true })),
    }),
  }
}
