import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BalanceUnit, type PlannedMove, planBalance } from './balance.ts'

const SEEDS = 50
const unit = fc
  .record({ available: fc.nat({ max: 4 }), minimum: fc.nat({ max: 2 }), extra: fc.nat({ max: 2 }) })
  .map(
    ({ available, minimum, extra }): BalanceUnit => ({
      available,
      minimum,
      par: Math.max(1, minimum + extra),
    }),
  )
const question = fc.record({
  units: fc.array(unit, { minLength: 1, maxLength: 4 }),
  groups: fc.array(fc.nat({ max: 2 }), { maxLength: 1 }),
  metres: fc.array(fc.option(fc.nat({ max: 60 }), { nil: undefined, freq: 9 }), {
    minLength: 20,
    maxLength: 20,
  }),
})
type Question = typeof question extends fc.Arbitrary<infer Q> ? Q : never

const UNKNOWN = 1e6
const distanceOf = ({ metres, units }: Question, source: number, to: number): number | undefined =>
  metres[(source * units.length + to) % metres.length]

const plan = (problem: Question): PlannedMove[] =>
  planBalance({ ...problem, metres: (source, to) => distanceOf(problem, source, to) })

/** Returns the stock of sources after transfers, units first. */
function stockAfter({ units, groups }: Question, moves: readonly PlannedMove[]): number[] {
  const stock = [...units.map(({ available }) => available), ...groups]
  for (const { source, unit: to, pieces } of moves) {
    stock[source] = (stock[source] ?? 0) - pieces
    stock[to] = (stock[to] ?? 0) + pieces
  }
  return stock
}

/**
 * Score of a stock, most important figure first: units below safety, missing safety stock, stock taken below PAR
 * levels, metres.
 */
type Worth = readonly [unsafe: number, lacking: number, belowPar: number, metres: number]

/** Tries all transfers that leave senders at their safety level, one asset at a time, and returns the best score. */
function bestSafety(problem: Question): Worth {
  const { units, groups } = problem
  const begin = [...units.map(({ available }) => available), ...groups]
  const receivers = units.flatMap(({ available, minimum }, index) => (available < minimum ? [index] : []))
  let best: Worth = [Infinity, Infinity, Infinity, Infinity]
  const tryFrom = (stock: readonly number[], source: number, receiver: number, metres: number): void => {
    if (source === begin.length) {
      const worth = worthOf(problem, stock, metres)
      if (isBetter(worth, best)) best = worth
      return
    }
    if (receiver === receivers.length) {
      tryFrom(stock, source + 1, 0, metres)
      return
    }
    const to = receivers[receiver] ?? 0
    const floor = units[source]?.minimum ?? 0
    const room = Math.max(0, (stock[source] ?? 0) - floor)
    const need = Math.max(0, (units[to]?.minimum ?? 0) - (stock[to] ?? 0))
    for (let pieces = 0; pieces <= Math.min(room, need); pieces += 1) {
      const next = [...stock]
      next[source] = (next[source] ?? 0) - pieces
      next[to] = (next[to] ?? 0) + pieces
      tryFrom(next, source, receiver + 1, metres + pieces * (distanceOf(problem, source, to) ?? UNKNOWN))
    }
  }
  tryFrom(begin, 0, 0, 0)
  return best
}

function worthOf({ units }: Question, stock: readonly number[], metres: number): Worth {
  let [unsafe, lacking, belowPar] = [0, 0, 0]
  for (const [index, { available, minimum, par }] of units.entries()) {
    const lack = Math.max(0, minimum - (stock[index] ?? 0))
    if (lack > 0) unsafe += 1
    lacking += lack
    if (available >= minimum) belowPar += Math.max(0, Math.min(available, par) - (stock[index] ?? 0))
  }
  return [unsafe, lacking, belowPar, metres]
}

function isBetter(worth: Worth, than: Worth): boolean {
  const different = worth.findIndex((figure, index) => Math.abs(figure - (than[index] ?? 0)) > 1e-6)
  return different !== -1 && (worth[different] ?? 0) < (than[different] ?? 0)
}

test('brings as many units as possible to safety, takes the least from PAR levels, and uses the shortest routes', () => {
  fc.assert(
    fc.property(question, (problem) => {
      const moves = plan(problem).filter(({ reason }) => reason === 'safety')
      const metres = moves.reduce(
        (sum, { source, unit: to, pieces }) => sum + pieces * (distanceOf(problem, source, to) ?? UNKNOWN),
        0,
      )
      const [unsafe, lacking, belowPar, walked] = bestSafety(problem)
      // When stock does not suffice for all, units that lack least come first, whatever the distance.
      const shortest = lacking > 0 ? metres : walked
      expect(worthOf(problem, stockAfter(problem, moves), metres)).toEqual([
        unsafe,
        lacking,
        belowPar,
        shortest,
      ])
    }),
    { numRuns: SEEDS },
  )
})

test('no unit gives stock needed for its safety level, or gives below its PAR level to fill other PAR levels', () => {
  fc.assert(
    fc.property(question, (problem) => {
      const moves = plan(problem)
      const safety = stockAfter(
        problem,
        moves.filter(({ reason }) => reason === 'safety'),
      )
      const after = stockAfter(problem, moves)
      for (const [index, { available, minimum, par }] of problem.units.entries()) {
        expect(after[index]).toBeGreaterThanOrEqual(Math.min(available, minimum))
        // The second step takes only stock above the PAR level, and fills at most up to it.
        expect(after[index]).toBeGreaterThanOrEqual(Math.min(safety[index] ?? 0, par))
        if ((after[index] ?? 0) > available) expect(after[index]).toBeLessThanOrEqual(par)
      }
      expect(after.every((pieces) => pieces >= 0)).toBe(true)
      const spare = problem.units.reduce(
        (sum, { par }, index) => sum + Math.max(0, (after[index] ?? 0) - par),
        0,
      )
      const unused = spare + after.slice(problem.units.length).reduce((sum, pieces) => sum + pieces, 0)
      const lacks = problem.units.some(({ par }, index) => (after[index] ?? 0) < par)
      expect(lacks && unused > 0).toBe(false)
      expect(plan(problem)).toEqual(moves)
    }),
    { numRuns: SEEDS * 4 },
  )
})
