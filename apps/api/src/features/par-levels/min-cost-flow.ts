/** Edge between two nodes with its capacity and its cost per unit. */
export type FlowEdge = { from: number; to: number; capacity: number; cost: number }

/**
 * Sends the maximum flow from node 0 to the last node at the lowest cost, and returns the flow of each edge. It uses
 * successive shortest paths with potentials. Each path takes quadratic time in the number of nodes, and there are at
 * most as many paths as units of flow. Among solutions of equal cost the result is always the same.
 * @param nodes number of nodes; costs are not negative, capacities are whole numbers
 */
export function minCostFlow(nodes: number, edges: readonly FlowEdge[]): number[] {
  const network = new Network(nodes, edges)
  while (network.augment());
  return edges.map((_, index) => network.flowOver(index))
}

/** Edges with their reverse edges, whose numbers differ in one bit. */
class Network {
  private readonly leaving: number[][]
  private readonly heads: Int32Array
  private readonly room: Float64Array
  private readonly costs: Float64Array
  private readonly potentials: Float64Array

  constructor(nodes: number, edges: readonly FlowEdge[]) {
    this.leaving = Array.from({ length: nodes }, () => [])
    this.heads = new Int32Array(edges.length * 2)
    this.room = new Float64Array(edges.length * 2)
    this.costs = new Float64Array(edges.length * 2)
    this.potentials = new Float64Array(nodes)
    for (const [index, { from, to, capacity, cost }] of edges.entries()) {
      this.set(index * 2, from, to, capacity, cost)
      this.set(index * 2 + 1, to, from, 0, -cost)
    }
  }

  private set(edge: number, from: number, to: number, room: number, cost: number): void {
    this.heads[edge] = to
    this.room[edge] = room
    this.costs[edge] = cost
    this.leaving[from]?.push(edge)
  }

  flowOver(index: number): number {
    return this.room[index * 2 + 1] ?? 0
  }

  /** Sends as much as fits along the cheapest path with capacity; false when there is none. */
  augment(): boolean {
    const { distances, arrivals } = this.search()
    const target = this.leaving.length - 1
    if (distances[target] === Number.POSITIVE_INFINITY) return false
    for (const [node, distance] of distances.entries())
      if (distance < Number.POSITIVE_INFINITY) this.potentials[node] = (this.potentials[node] ?? 0) + distance
    const way: number[] = []
    for (let node = target; node !== 0; node = this.heads[(way.at(-1) ?? 0) ^ 1] ?? 0)
      way.push(arrivals[node] ?? 0)
    const amount = Math.min(...way.map((edge) => this.room[edge] ?? 0))
    for (const edge of way) {
      this.room[edge] = (this.room[edge] ?? 0) - amount
      this.room[edge ^ 1] = (this.room[edge ^ 1] ?? 0) + amount
    }
    return true
  }

  /** Runs Dijkstra's search on a dense network: potentials reduce the costs, so that none is negative. */
  private search(): { distances: Float64Array; arrivals: Int32Array } {
    const nodes = this.leaving.length
    const distances = new Float64Array(nodes).fill(Number.POSITIVE_INFINITY)
    const arrivals = new Int32Array(nodes).fill(-1)
    const isDone = new Uint8Array(nodes)
    distances[0] = 0
    for (let node = 0; node !== -1; node = nearest(distances, isDone)) {
      isDone[node] = 1
      for (const edge of this.leaving[node] ?? []) {
        if ((this.room[edge] ?? 0) <= 0) continue
        const head = this.heads[edge] ?? 0
        const reduced = (this.costs[edge] ?? 0) + (this.potentials[node] ?? 0) - (this.potentials[head] ?? 0)
        const distance = (distances[node] ?? 0) + Math.max(0, reduced)
        if (distance >= (distances[head] ?? 0)) continue
        distances[head] = distance
        arrivals[head] = edge
      }
    }
    return { distances, arrivals }
  }
}

/** Returns the nearest unfinished node, the first of equals; -1 when none is reachable. */
function nearest(distances: Float64Array, isDone: Uint8Array): number {
  let found = -1
  for (let node = 0; node < distances.length; node += 1) {
    const distance = distances[node] ?? Number.POSITIVE_INFINITY
    if (isDone[node] === 1 || distance === Number.POSITIVE_INFINITY) continue
    if (found === -1 || distance < (distances[found] ?? 0)) found = node
  }
  return found
}
