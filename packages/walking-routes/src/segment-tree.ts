import type { Segment } from './segment-geometry.ts'

/** Maximum number of segments in a leaf, where comparing each is faster. */
const LEAF_SIZE = 6

/**
 * A tree of bounding boxes in flat arrays, with each node before its subtree. The first half of node `n` is `n + 1`,
 * and the second begins at `ends[n + 1]`. A leaf ends at the next node.
 */
export type SegmentTree = {
  /** Four numbers per node: minimum x and y, maximum x and y. */
  readonly boxes: Float64Array
  /** Index of the node after each subtree. */
  readonly ends: Int32Array
  /** Slot of the first segment under each node, and finally the number of segments. */
  readonly firsts: Int32Array
  /** Indexes of the segments, by slot. */
  readonly members: Int32Array
  /** Box of each segment, by slot. */
  readonly memberBoxes: Float64Array
  /** Both points of each segment, by slot. */
  readonly lines: Float64Array
}

type BuildingNode = { box: Box; end: number; first: number }
type Box = readonly [number, number, number, number]

/** Splits segments at the median of the longer side of their box until few are left. */
export function buildSegmentTree(segments: readonly Segment[]): SegmentTree {
  const boxes = segments.map(boxOf)
  const nodes: BuildingNode[] = []
  const members: number[] = []
  const build = (indices: number[]): void => {
    const box = indices.map((index) => boxes[index] as Box).reduce(union)
    const node: BuildingNode = { box, end: 0, first: members.length }
    nodes.push(node)
    if (indices.length <= LEAF_SIZE) members.push(...indices)
    else {
      const isWide = box[2] - box[0] >= box[3] - box[1]
      const middle = (index: number): number => {
        const [minX, minY, maxX, maxY] = boxes[index] as Box
        return isWide ? minX + maxX : minY + maxY
      }
      indices.sort((a, b) => middle(a) - middle(b))
      build(indices.slice(0, indices.length >> 1))
      build(indices.slice(indices.length >> 1))
    }
    node.end = nodes.length
  }
  if (segments.length > 0) build([...segments.keys()])
  return {
    boxes: Float64Array.from(nodes.flatMap(({ box }) => box)),
    ends: Int32Array.from(nodes, ({ end }) => end),
    firsts: Int32Array.from([...nodes.map(({ first }) => first), members.length]),
    members: Int32Array.from(members),
    memberBoxes: Float64Array.from(members.flatMap((index) => boxes[index] as Box)),
    lines: Float64Array.from(
      members.flatMap((index) => {
        const { a, b } = segments[index] as Segment
        return [a.x, a.y, b.x, b.y]
      }),
    ),
  }
}

const boxOf = ({ a, b }: Segment): Box => [
  Math.min(a.x, b.x),
  Math.min(a.y, b.y),
  Math.max(a.x, b.x),
  Math.max(a.y, b.y),
]

const union = (a: Box, b: Box): Box => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
]
