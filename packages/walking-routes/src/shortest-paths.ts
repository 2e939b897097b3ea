/** Heap of nodes by key, smallest first. It may contain a node several times. */
type MinHeap = {
  push(node: number, key: number): void
  /** Removes and returns the node with the smallest key; -1 if there is none. */
  pop(): number
  /** Returns the key of the node removed last. */
  poppedKey(): number
}

/** Creates an empty binary heap. */
function createMinHeap(): MinHeap {
  const nodes: number[] = []
  const keys: number[] = []
  let poppedKey = Number.NaN
  const put = (slot: number, node: number, key: number): void => {
    nodes[slot] = node
    keys[slot] = key
  }
  const sinkFromTop = (node: number, key: number): void => {
    let slot = 0
    for (;;) {
      let child = 2 * slot + 1
      if (child >= nodes.length) break
      if (child + 1 < nodes.length && (keys[child + 1] as number) < (keys[child] as number)) child += 1
      if ((keys[child] as number) >= key) break
      put(slot, nodes[child] as number, keys[child] as number)
      slot = child
    }
    put(slot, node, key)
  }
  return {
    push: (node, key) => {
      let slot = nodes.length
      while (slot > 0) {
        const parent = (slot - 1) >> 1
        if ((keys[parent] as number) <= key) break
        put(slot, nodes[parent] as number, keys[parent] as number)
        slot = parent
      }
      put(slot, node, key)
    },
    pop: () => {
      const top = nodes[0]
      if (top === undefined) return -1
      poppedKey = keys[0] as number
      const node = nodes.pop() as number
      const key = keys.pop() as number
      if (nodes.length > 0) sinkFromTop(node, key)
      return top
    },
    poppedKey: () => poppedKey,
  }
}

/** An edge of a graph, used in both directions. */
export type Edge = {
  readonly from: number
  readonly to: number
  readonly metres: number
  /** True for a straight line that replaces missing lanes. */
  readonly isStraight?: boolean
}

/** Start node of a search, and the cost to reach it. */
export type Seed = { readonly node: number; readonly metres: number; readonly isStraight?: boolean }

/** Result of a search, by node. */
export type ShortestPaths = {
  /** Distances in metres; infinite for unreachable nodes. */
  readonly metres: Float64Array
  /** Previous node on the path; -1 for a start node and for unreachable nodes. */
  readonly previous: Int32Array
  /** 1 if the path contains a straight line that replaces missing lanes. */
  readonly straight: Uint8Array
}

/** Condition to stop searching. */
type SearchLimit = { readonly maxMetres: number; readonly targets: readonly number[] }

/** A fixed graph. */
export type Graph = {
  /** Runs Dijkstra's algorithm over the whole graph. */
  shortestPaths(seeds: readonly Seed[]): ShortestPaths
  /**
   * Searches up to a limit. Distances beyond the limit, or beyond all targets, are not reliable. The result is valid
   * until the next such search, whose cost depends only on the visited nodes.
   */
  searchWithin(seeds: readonly Seed[], limit: SearchLimit): ShortestPaths
  /** True if a path connects the two nodes. */
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
      // A node reached at a lower cost since it was pushed is already done.
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

/** Returns the edges of each node in sequence: those of node `n` begin at `starts[n]`. */
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

/** Returns a number for each node, the same for all nodes that can reach each other. */
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
