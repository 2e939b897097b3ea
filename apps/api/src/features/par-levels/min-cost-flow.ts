/** A way that goods can take from one node to another: how many at most, and what one costs. */
export type FlowEdge = { from: number; to: number; capacity: number; cost: number }

/**
 * Sends as much as can be sent from node 0 to the last node, at the least cost, and tells how much goes over each edge.
 * Successive shortest paths with potentials: each path takes time with the square of the nodes, and there are at most as
 * many as is sent. Of solutions that cost the same it always gives the same one.
 * @param nodes how many there are; costs are not negative, capacities are whole
 */
export function minCostFlow(nodes: number, edges: readonly FlowEdge[]): number[] {
  const network = new Network(nodes, edges)
  while (network.augment());
  return edges.map((_, index) => network.flowOver(index))
}

/** Every edge and its way back, two numbers apart in one bit. */
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

  /** Sends as much as fits over the cheapest way that has room; false where there is none. */
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

  /** Dijkstra's search on a dense network: costs are reduced by the potentials, so that none is negative. */
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

/** The node that is nearest of those that are not done, the first of equals; -1 where none can be reached. */
function nearest(distances: Float64Array, isDone: Uint8Array): number {
  let found = -1
  for (let node = 0; node < distances.length; node += 1) {
    const distance = distances[node] ?? Number.POSITIVE_INFINITY
    if (isDone[node] === 1 || distance === Number.POSITIVE_INFINITY) continue
    if (found === -1 || distance < (distances[found] ?? 0)) found = node
  }
  return found
}
