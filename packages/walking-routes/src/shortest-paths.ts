import { createMinHeap } from './min-heap.ts'

/** An edge of a graph, walked both ways. */
export type Edge = {
  readonly from: number
  readonly to: number
  readonly metres: number
  /** Whether this is a straight line for want of lanes. */
  readonly isStraight?: boolean
}

/** A node at which a search begins, and what it costs to get there. */
export type Seed = { readonly node: number; readonly metres: number; readonly isStraight?: boolean }

/** What a search found, by node. */
export type ShortestPaths = {
  /** Metres; infinite where no way was found. */
  readonly metres: Float64Array
  /** The node before; -1 for a seed and where no way was found. */
  readonly previous: Int32Array
  /** 1 where the way contains a straight line for want of lanes. */
  readonly straight: Uint8Array
}

/** When to stop searching. */
type SearchLimit = { readonly maxMetres: number; readonly targets: readonly number[] }

/** A graph that does not change. */
export type Graph = {
  /** Dijkstra's algorithm over the whole graph. */
  shortestPaths(seeds: readonly Seed[]): ShortestPaths
  /**
   * The same, as far as a limit: of nodes beyond it, or further than all targets, nothing is certain. What is found is
   * good until the next search of this kind, which costs no more than what it visits, however large the graph is.
   */
  searchWithin(seeds: readonly Seed[], limit: SearchLimit): ShortestPaths
  /** Whether any way leads from one node to the other. */
  areConnected(a: number, b: number): boolean
}

/** Creates a graph of nodes 0 to `nodeCount - 1`. */
export function createGraph(nodeCount: number, edges: readonly Edge[]): Graph {
  const { starts, neighbours, metresOf, straightOf } = adjacency(nodeCount, edges)
  const components = componentsOf(starts, neighbours)
  const search = (
    found: Search,
    seeds: readonly Seed[],
    { maxMetres, targets }: SearchLimit,
  ): ShortestPaths => {
    const { metres, previous, straight, reached } = found
    const heap = createMinHeap()
    const reach = (node: number, cost: number, before: number, isStraight: number): void => {
      if (cost >= (metres[node] as number) || cost > maxMetres) return
      if (metres[node] === Infinity) reached.push(node)
      metres[node] = cost
      previous[node] = before
      straight[node] = isStraight
      heap.push(node, cost)
    }
    for (const seed of seeds) reach(seed.node, seed.metres, -1, seed.isStraight === true ? 1 : 0)
    const missing = new Set(targets)
    for (let node = heap.pop(); node !== -1; node = heap.pop()) {
      // A node that was reached more cheaply since it was pushed is already done.
      const cost = metres[node] as number
      if (heap.poppedKey() > cost) continue
      if (missing.delete(node) && missing.size === 0) break
      for (let edge = starts[node] as number; edge < (starts[node + 1] as number); edge += 1)
        reach(
          neighbours[edge] as number,
          cost + (metresOf[edge] as number),
          node,
          (straight[node] as number) | (straightOf[edge] as number),
        )
    }
    return found
  }
  let shared: Search | undefined
  return {
    areConnected: (a, b) => components[a] === components[b],
    shortestPaths: (seeds) => search(createSearch(nodeCount), seeds, { maxMetres: Infinity, targets: [] }),
    searchWithin: (seeds, limit) => {
      shared ??= createSearch(nodeCount)
      forget(shared)
      return search(shared, seeds, limit)
    },
  }
}

/** A search and the nodes that it has reached. */
type Search = ShortestPaths & { readonly reached: number[] }

const createSearch = (nodeCount: number): Search => ({
  metres: new Float64Array(nodeCount).fill(Infinity),
  previous: new Int32Array(nodeCount).fill(-1),
  straight: new Uint8Array(nodeCount),
  reached: [],
})

function forget({ metres, previous, straight, reached }: Search): void {
  for (const node of reached.splice(0)) {
    metres[node] = Infinity
    previous[node] = -1
    straight[node] = 0
  }
}

/** The edges of each node one after another: those of node `n` begin at `starts[n]`. */
function adjacency(nodeCount: number, edges: readonly Edge[]) {
  const starts = new Int32Array(nodeCount + 1)
  for (const { from, to } of edges)
    for (const node of [from, to]) starts[node + 1] = (starts[node + 1] as number) + 1
  for (let node = 0; node < nodeCount; node += 1)
    starts[node + 1] = (starts[node + 1] as number) + (starts[node] as number)
  const free = starts.slice()
  const neighbours = new Int32Array(edges.length * 2)
  const metresOf = new Float64Array(edges.length * 2)
  const straightOf = new Uint8Array(edges.length * 2)
  const add = (node: number, neighbour: number, edge: Edge): void => {
    const slot = free[node] as number
    free[node] = slot + 1
    neighbours[slot] = neighbour
    metresOf[slot] = edge.metres
    straightOf[slot] = edge.isStraight === true ? 1 : 0
  }
  for (const edge of edges) {
    add(edge.from, edge.to, edge)
    add(edge.to, edge.from, edge)
  }
  return { starts, neighbours, metresOf, straightOf }
}

/** A number for each node, the same for all that can be reached from each other. */
function componentsOf(starts: Int32Array, neighbours: Int32Array): Int32Array {
  const components = new Int32Array(starts.length - 1).fill(-1)
  components.forEach((_, first) => {
    const open = components[first] === -1 ? [first] : []
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (components[node] !== -1) continue
      components[node] = first
      open.push(...neighbours.subarray(starts[node], starts[node + 1]))
    }
  })
  return components
}
