import { GridIndex } from './grid-index.ts'
import { markerSize } from './marker.ts'

/** From this many touching shapes on, one cluster stands for them. */
export const clusterFrom = 3
/** A longer row of touching shapes is cut, so that a cluster stays near every place it stands for. */
export const clusterReach = 64

/** The positions to cluster, in screen pixels (camera scale applied, pan left out: panning changes nothing). */
export interface ScreenPoints {
  readonly xs: Float64Array
  readonly ys: Float64Array
  readonly count: number
}

/**
 * Groups markers whose shapes would touch. Two shapes touch when their 20 px boxes do; groups are the connected
 * sets of that relation, cut at the middle of their longer side until they are at most `clusterReach` wide
 * and high. Groups of fewer than `clusterFrom` stand for themselves.
 *
 * Cost: linear in practice. The grid's cell is the shape's size, so points of one cell always touch, and
 * two neighbouring cells need only one touching pair.
 */
export class Clusterer {
  readonly #grid = new GridIndex(markerSize.shape)
  #parent = new Int32Array(0)

  /** Members of each cluster, as ascending indexes into the points; everything else is single. */
  group(points: ScreenPoints): Int32Array[] {
    if (points.count < clusterFrom) return []
    this.#connect(points)
    const sets = new Map<number, number[]>()
    for (let i = 0; i < points.count; i++) {
      const root = this.#root(i)
      const set = sets.get(root)
      if (set) set.push(i)
      else sets.set(root, [i])
    }
    const clusters: Int32Array[] = []
    for (const set of sets.values()) if (set.length >= clusterFrom) cut(set, points, clusters)
    return clusters
  }

  #connect(points: ScreenPoints): void {
    const grid = this.#grid
    if (this.#parent.length < points.count) this.#parent = new Int32Array(points.count)
    for (let i = 0; i < points.count; i++) this.#parent[i] = i
    grid.rebuild(points.xs, points.ys, points.count)
    for (let row = 0; row < grid.rows; row++) {
      for (let column = 0; column < grid.columns; column++) {
        const here = grid.membersOf(column, row)
        if (here.length === 0) continue
        for (let i = 1; i < here.length; i++) this.#unite(here[0] ?? 0, here[i] ?? 0)
        this.#bridge(points, here, grid.membersOf(column + 1, row))
        this.#bridge(points, here, grid.membersOf(column - 1, row + 1))
        this.#bridge(points, here, grid.membersOf(column, row + 1))
        this.#bridge(points, here, grid.membersOf(column + 1, row + 1))
      }
    }
  }

  /** Unites two cells at the first pair that touches: within a cell all are united already. */
  #bridge(points: ScreenPoints, here: Int32Array, there: Int32Array): void {
    if (there.length === 0) return
    for (const a of here) {
      for (const b of there) {
        if (touch(points, a, b)) {
          this.#unite(a, b)
          return
        }
      }
    }
  }

  #root(index: number): number {
    const parent = this.#parent
    let at = index
    for (;;) {
      const up = parent[at] ?? at
      if (up === at) return at
      parent[at] = parent[up] ?? up
      at = up
    }
  }

  /** The smaller index becomes the root: the result does not depend on the order of uniting. */
  #unite(a: number, b: number): void {
    const rootA = this.#root(a)
    const rootB = this.#root(b)
    if (rootA < rootB) this.#parent[rootB] = rootA
    else this.#parent[rootA] = rootB
  }
}

export function touch({ xs, ys }: ScreenPoints, a: number, b: number): boolean {
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

function cut(set: readonly number[], points: ScreenPoints, clusters: Int32Array[]): void {
  if (set.length < clusterFrom) return
  const wide = extent(points.xs, set)
  const high = extent(points.ys, set)
  if (Math.max(wide.length, high.length) <= clusterReach) {
    clusters.push(Int32Array.from(set))
    return
  }
  const [values, side] = wide.length >= high.length ? [points.xs, wide] : [points.ys, high]
  const middle = side.low + side.length / 2
  cut(
    set.filter((i) => (values[i] ?? 0) < middle),
    points,
    clusters,
  )
  cut(
    set.filter((i) => (values[i] ?? 0) >= middle),
    points,
    clusters,
  )
}
