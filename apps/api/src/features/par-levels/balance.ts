import { type FlowEdge, minCostFlow } from './min-cost-flow.ts'

/** A unit that has a level of a category, and how many pieces can be fetched there. */
export type BalanceUnit = { available: number; minimum: number; par: number }
/**
 * What is balanced: the units with levels, and groups of pieces in places without one, of which any may be taken.
 * `metres` tells how far it is from a source to a unit: sources are the units, then the groups; undefined where no way is
 * known.
 */
export type BalanceQuestion = {
  units: readonly BalanceUnit[]
  groups: readonly number[]
  metres(source: number, unit: number): number | undefined
}
/** That so many pieces are to be brought from a source to a unit. */
export type PlannedMove = { source: number; unit: number; pieces: number; reason: 'safety' | 'par' }

/** Costs are whole tenths of metres, so that sums are exact. */
const STEPS_PER_METRE = 10
/** More than any way: what no way is known to is taken last. */
const UNKNOWN_COST = 1e7
/** More than any number of ways: a unit gives of its PAR level only what no unit has too much of. */
const BELOW_PAR_COST = 1e9

/**
 * Plans what is brought where, in two steps. First units that are below their safety level are brought up to it, as many
 * units as possible, from what lies in places without a level and what units have above their PAR level, then from what
 * they have above their safety level. Then what is still above PAR levels fills those that lack. Of all ways to do that the
 * one with the fewest metres; no unit gives what its own safety level needs.
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

/** What of demands is met where there is not enough for all: the smallest first, so that most units get what they need. */
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

/** Brings what is demanded at the least cost. Node 0 is where all comes from, the last one where all goes to. */
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
