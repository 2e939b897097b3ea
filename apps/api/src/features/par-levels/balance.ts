/** Edge between two nodes with its capacity and its cost per unit. */
type FlowEdge = { from: number; to: number; capacity: number; cost: number }

/**
 * Sends the maximum flow from node 0 to the last node at the lowest cost, and returns the flow of each edge. It uses
 * successive shortest paths with potentials. Each path takes quadratic time in the number of nodes, and there are at
 * most as many paths as units of flow. Among solutions of equal cost the result is always the same.
 * @param nodes number of nodes; costs are not negative, capacities are whole numbers
 */
function minCostFlow(nodes: number, edges: readonly FlowEdge[]): number[] {
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

/** Unit with a level of a category, and its number of available assets. */
export type BalanceUnit = { available: number; minimum: number; par: number }
/**
 * Input for balancing: units with levels, and groups of interchangeable assets in places without a level. The
 * function `metres` returns the distance from a source to a unit, or undefined for an unknown route. Sources are the
 * units, then the groups.
 */
export type BalanceQuestion = {
  units: readonly BalanceUnit[]
  groups: readonly number[]
  metres(source: number, unit: number): number | undefined
}
/** Transfer of a number of assets from a source to a unit. */
export type PlannedMove = { source: number; unit: number; pieces: number; reason: 'safety' | 'par' }

/** Costs are whole tenths of metres, so that sums are exact. */
const STEPS_PER_METRE = 10
/** Exceeds any route: unknown routes are used last. */
const UNKNOWN_COST = 1e7
/** Exceeds any sum of routes: a unit gives stock below its PAR level only when no unit has stock above its own. */
const BELOW_PAR_COST = 1e9

/**
 * Plans transfers in two steps. The first step brings as many units as possible up to their safety level. It uses
 * stock in places without a level and above PAR levels, then stock above safety levels. The second step fills units
 * below their PAR level with stock still above PAR levels. Both steps minimise metres, and no unit gives stock that
 * its safety level needs.
 */
export function planBalance({ units, groups, metres }: BalanceQuestion): PlannedMove[] {
  const available = units.map((unit) => unit.available)
  const remaining = [...groups]
  const supplyOf = (source: number): Supply => {
    const unit = units[source]
    if (!unit) return { spare: remaining[source - units.length] ?? 0, belowPar: 0 }
    const stock = available[source] ?? 0
    const spare = Math.max(0, stock - Math.max(unit.par, unit.minimum))
    return { spare, belowPar: Math.max(0, stock - spare - unit.minimum) }
  }
  const sources = units.length + groups.length
  const carry = (demands: readonly number[], reason: PlannedMove['reason']): PlannedMove[] => {
    const supplies = Array.from({ length: sources }, (_, source) => {
      const { spare, belowPar } = supplyOf(source)
      return { spare, belowPar: reason === 'safety' ? belowPar : 0 }
    })
    const moves = shipCheapest(supplies, metDemands(demands, supplies), metres)
    for (const { source, unit, pieces } of moves) {
      if (source < units.length) available[source] = (available[source] ?? 0) - pieces
      else remaining[source - units.length] = (remaining[source - units.length] ?? 0) - pieces
      available[unit] = (available[unit] ?? 0) + pieces
    }
    return moves.map((move) => ({ ...move, reason }))
  }
  const lacking = (levelOf: (unit: BalanceUnit) => number): number[] =>
    units.map((unit, index) => Math.max(0, levelOf(unit) - (available[index] ?? 0)))
  const safety = carry(
    lacking(({ minimum }) => minimum),
    'safety',
  )
  return [
    ...safety,
    ...carry(
      lacking(({ par }) => par),
      'par',
    ),
  ]
}

type Supply = { spare: number; belowPar: number }

/**
 * Returns the demands that are met when stock does not suffice for all: smallest first, so that most units get what
 * they need.
 */
function metDemands(demands: readonly number[], supplies: readonly Supply[]): number[] {
  let room = supplies.reduce((sum, { spare, belowPar }) => sum + spare + belowPar, 0)
  const met = demands.map(() => 0)
  const order = demands
    .map((_, index) => index)
    .sort((a, b) => (demands[a] ?? 0) - (demands[b] ?? 0) || a - b)
  for (const unit of order) {
    met[unit] = Math.min(demands[unit] ?? 0, room)
    room -= met[unit] ?? 0
  }
  return met
}

/** Meets demands at the lowest cost. Node 0 is the source of all stock, the last node the sink. */
function shipCheapest(
  supplies: readonly Supply[],
  demands: readonly number[],
  metres: BalanceQuestion['metres'],
): Omit<PlannedMove, 'reason'>[] {
  const receivers = demands.flatMap((demand, unit) => (demand > 0 ? [unit] : []))
  const givers = supplies.flatMap(({ spare, belowPar }, source) => (spare + belowPar > 0 ? [source] : []))
  if (receivers.length === 0 || givers.length === 0) return []
  const target = givers.length + receivers.length + 1
  const ways = givers.flatMap((source, giver) =>
    receivers.map((unit, receiver) => ({
      source,
      unit,
      giver: giver + 1,
      receiver: givers.length + 1 + receiver,
    })),
  )
  const edges: FlowEdge[] = ways.map(({ source, unit, giver, receiver }) => {
    const distance = metres(source, unit)
    const cost = distance === undefined ? UNKNOWN_COST : Math.round(distance * STEPS_PER_METRE)
    return { from: giver, to: receiver, capacity: demands[unit] ?? 0, cost }
  })
  for (const [index, source] of givers.entries()) {
    const { spare, belowPar } = supplies[source] ?? { spare: 0, belowPar: 0 }
    edges.push({ from: 0, to: index + 1, capacity: spare, cost: 0 })
    edges.push({ from: 0, to: index + 1, capacity: belowPar, cost: BELOW_PAR_COST })
  }
  for (const [index, unit] of receivers.entries())
    edges.push({ from: givers.length + 1 + index, to: target, capacity: demands[unit] ?? 0, cost: 0 })
  const flow = minCostFlow(target + 1, edges)
  return ways.flatMap(({ source, unit }, index) => {
    const pieces = flow[index] ?? 0
    return pieces > 0 ? [{ source, unit, pieces }] : []
  })
}
