import { GridIndex } from './grid-index.ts'
import { markerSize } from './marker.ts'

/** Minimum number of touching shapes that form a cluster. */
const minClusterSize = 3
/** Maximum width and height of a cluster. Longer rows are cut, so that a cluster stays near all its members. */
export const maxClusterExtent = 64

/** Half of a cell's eight neighbours; the other half compares itself with this cell. */
const neighbours = [
  [1, 0],
  [-1, 1],
  [0, 1],
  [1, 1],
] as const

/** Positions to cluster, in screen pixels. Camera scale is applied; pan is left out because it changes no cluster. */
export interface ScreenPoints {
  readonly xs: Float64Array
  readonly ys: Float64Array
  readonly count: number
}

/**
 * Groups markers whose shapes would touch. Two shapes touch when their 20 px boxes do, and groups are the connected
 * sets of touching shapes. Groups are halved along their longer side until they are at most `maxClusterExtent` wide
 * and high. Groups of fewer than `minClusterSize` markers stay single. Cost: linear in practice. A grid cell has the
 * size of a shape, so points of one cell always touch. Two neighbouring cells need only one touching pair.
 */
export class Clusterer {
  readonly #grid = new GridIndex(markerSize.shape)
  #parents = new Int32Array(0)

  /** Returns the members of each cluster as ascending indexes into the points. Points in no cluster are single. */
  group(points: ScreenPoints): Int32Array[] {
    if (points.count < minClusterSize) return []
    this.#connect(points)
    const clusters: Int32Array[] = []
    for (const set of this.#sets(points.count))
      if (set.length >= minClusterSize) splitLongCluster(set, points, clusters)
    return clusters
  }

  /** Returns the connected sets of more than one point. Most points are single and get no list. */
  #sets(count: number): Iterable<number[]> {
    const sets = new Map<number, number[]>()
    for (let i = 0; i < count; i++) {
      const root = this.#root(i)
      if (root === i) continue
      const set = sets.get(root)
      if (set) set.push(i)
      else sets.set(root, [root, i])
    }
    return sets.values()
  }

  #connect(points: ScreenPoints): void {
    const grid = this.#grid
    if (this.#parents.length < points.count) this.#parents = new Int32Array(points.count)
    for (let i = 0; i < points.count; i++) this.#parents[i] = i
    grid.rebuild(points.xs, points.ys, points.count)
    for (let row = 0; row < grid.rows; row++) {
      for (let column = 0; column < grid.columns; column++) {
        const start = grid.startOf(column, row)
        const end = grid.endOf(column, row)
        if (start === end) continue
        for (let i = start + 1; i < end; i++) this.#unite(grid.members[start] ?? 0, grid.members[i] ?? 0)
        for (const [right, down] of neighbours)
          this.#uniteCells(points, start, end, column + right, row + down)
      }
    }
  }

  /** Unites two cells at the first pair that touches. Points within one cell are united already. */
  #uniteCells(points: ScreenPoints, start: number, end: number, column: number, row: number): void {
    const { members } = this.#grid
    const otherEnd = this.#grid.endOf(column, row)
    const otherStart = this.#grid.startOf(column, row)
    for (let i = start; i < end; i++) {
      for (let j = otherStart; j < otherEnd; j++) {
        const a = members[i] ?? 0
        const b = members[j] ?? 0
        if (!shapesTouch(points, a, b)) continue
        this.#unite(a, b)
        return
      }
    }
  }

  #root(index: number): number {
    const parent = this.#parents
    let at = index
    for (;;) {
      const up = parent[at] ?? at
      if (up === at) return at
      parent[at] = parent[up] ?? up
      at = up
    }
  }

  /** Makes the smaller index the root, so that the result does not depend on the order of uniting. */
  #unite(a: number, b: number): void {
    const rootA = this.#root(a)
    const rootB = this.#root(b)
    if (rootA < rootB) this.#parents[rootB] = rootA
    else this.#parents[rootA] = rootB
  }
}

function shapesTouch({ xs, ys }: ScreenPoints, a: number, b: number): boolean {
  const limit = markerSize.shape
  return Math.abs((xs[a] ?? 0) - (xs[b] ?? 0)) < limit && Math.abs((ys[a] ?? 0) - (ys[b] ?? 0)) < limit
}

function extent(values: Float64Array, set: readonly number[]): { low: number; length: number } {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const i of set) {
    const value = values[i] ?? 0
    if (value < low) low = value
    if (value > high) high = value
  }
  return { low, length: high - low }
}

function splitLongCluster(set: readonly number[], points: ScreenPoints, clusters: Int32Array[]): void {
  if (set.length < minClusterSize) return
  const wide = extent(points.xs, set)
  const high = extent(points.ys, set)
  if (Math.max(wide.length, high.length) <= maxClusterExtent) {
    clusters.push(Int32Array.from(set))
    return
  }
  const [values, side] = wide.length >= high.length ? [points.xs, wide] : [points.ys, high]
  const middle = side.low + side.length / 2
  splitLongCluster(
    set.filter((i) => (values[i] ?? 0) < middle),
    points,
    clusters,
  )
  splitLongCluster(
    set.filter((i) => (values[i] ?? 0) >= middle),
    points,
    clusters,
  )
}
