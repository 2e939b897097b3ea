import type { PlaceGraph } from './place-graph.ts'

interface Entry {
  readonly node: number
  readonly cost: number
}

/** A binary heap, smallest cost first. */
class Frontier {
  private readonly heap: Entry[] = []

  get size(): number {
    return this.heap.length
  }

  push(entry: Entry): void {
    let at = this.heap.push(entry) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if ((this.heap[parent]?.cost ?? 0) <= entry.cost) break
      this.heap[at] = this.heap[parent] ?? entry
      at = parent
    }
    this.heap[at] = entry
  }

  pop(): Entry | undefined {
    const top = this.heap[0]
    const last = this.heap.pop()
    if (!top || !last || this.heap.length === 0) return top
    let at = 0
    for (;;) {
      const left = 2 * at + 1
      if (left >= this.heap.length) break
      const right = left + 1
      const smaller =
        right < this.heap.length && (this.heap[right]?.cost ?? 0) < (this.heap[left]?.cost ?? 0)
          ? right
          : left
      if ((this.heap[smaller]?.cost ?? 0) >= last.cost) break
      this.heap[at] = this.heap[smaller] ?? last
      at = smaller
    }
    this.heap[at] = last
    return top
  }
}

/** Walking time per metre in seconds, for comparing lifts with other routes. */
const SECONDS_PER_METRE = 1 / 1.2

function trace(previous: Int32Array, to: number): number[] {
  const nodes = [to]
  for (let node = previous[to] ?? -1; node >= 0; node = previous[node] ?? -1) nodes.push(node)
  return nodes.reverse()
}

/**
 * Returns the fastest route between two nodes including its ends (Dijkstra over walking and riding time); undefined
 * if there is none.
 */
export function findRoute(graph: PlaceGraph, from: number, to: number): number[] | undefined {
  const best = new Float64Array(graph.nodes.length).fill(Number.POSITIVE_INFINITY)
  const previous = new Int32Array(graph.nodes.length).fill(-1)
  const frontier = new Frontier()
  best[from] = 0
  frontier.push({ node: from, cost: 0 })
  while (frontier.size > 0) {
    const node = frontier.pop()
    if (!node) break
    if (node.node === to) return trace(previous, to)
    if (node.cost > (best[node.node] ?? 0)) continue
    for (const edge of graph.edges[node.node] ?? []) {
      const cost = node.cost + edge.metres * SECONDS_PER_METRE + edge.rideSeconds
      if (cost >= (best[edge.to] ?? 0)) continue
      best[edge.to] = cost
      previous[edge.to] = node.node
      frontier.push({ node: edge.to, cost })
    }
  }
  return undefined
}
