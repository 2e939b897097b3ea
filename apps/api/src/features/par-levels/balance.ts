import { type FlowEdge, minCostFlow } from './min-cost-flow.ts'

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
