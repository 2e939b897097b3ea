import type { MoveRow } from '@wardtrack/contracts'
import { type Flow, mainFlows } from '../../ui/chart/flow-figures.ts'
import { levelsOf } from '../reports/index.ts'

/** Minimum stay in minutes that counts as a stop. Shorter stays are passages, such as a corridor or a lift. */
export const SHORTEST_STOP = 5
const SHORTEST_STOP_MS = SHORTEST_STOP * 60_000

/** Route of one asset between two places where it stopped. */
interface Trip {
  readonly from: string
  readonly to: string
  /** Time of arrival at `to`, in milliseconds. */
  readonly arrivedAt: number
}

/**
 * Combines moves from place to place into trips between the places where assets stopped.
 * @param moves moves in any order
 * @returns one flow with a count of one per trip; a return to the origin without a stop is no trip
 */
export function tripsOf(moves: readonly MoveRow[]): Flow[] {
  const trips: Trip[] = []
  /** Current trip of each asset. */
  const open = new Map<string, Trip>()
  const inOrder = moves.toSorted((left, right) => Date.parse(left.createdAt) - Date.parse(right.createdAt))
  for (const { AssetType, AssetId, LocationA, LocationB, leftAt, createdAt } of inOrder) {
    const asset = `${AssetType}|${AssetId}`
    const trip = open.get(asset)
    const isOnTheWay = trip?.to === LocationA && Date.parse(leftAt) - trip.arrivedAt < SHORTEST_STOP_MS
    if (trip && !isOnTheWay) trips.push(trip)
    open.set(asset, {
      from: trip && isOnTheWay ? trip.from : LocationA,
      to: LocationB,
      arrivedAt: Date.parse(createdAt),
    })
  }
  return [...trips, ...open.values()]
    .filter(({ from, to }) => from !== to)
    .map(({ from, to }) => ({ from, to, count: 1 }))
}

/** Minimum share of the trips whose two places the diagram shows. */
const CLEAR_SHARE = 0.6

/**
 * Returns the main flows among trips, at the deepest level that the diagram can show: rooms if few are visited, else
 * their units, else their floors. Trips within one place of that level are left out.
 * @param most number of places on each side
 * @param other name of the combined places
 */
export function clearestFlows(trips: readonly Flow[], most: number, other: string): Flow[] {
  const deepest = Math.max(
    1,
    ...trips.flatMap(({ from, to }) => [levelsOf(from).length, levelsOf(to).length]),
  )
  let flows = mainFlows(trips, most, other)
  for (let depth = deepest - 1; depth > 1 && shareNamed(flows, other) < CLEAR_SHARE; depth -= 1) {
    const upper = (path: string): string => levelsOf(path).slice(0, depth).join('>')
    const between = trips
      .map(({ from, to, count }) => ({ from: upper(from), to: upper(to), count }))
      .filter(({ from, to }) => from !== to)
    if (between.length === 0) break
    flows = mainFlows(between, most, other)
  }
  return flows
}

function shareNamed(flows: readonly Flow[], other: string): number {
  let all = 0
  let named = 0
  for (const { from, to, count } of flows) {
    all += count
    if (from !== other && to !== other) named += count
  }
  return all === 0 ? 1 : named / all
}
