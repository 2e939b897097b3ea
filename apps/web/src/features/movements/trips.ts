import type { MoveRow } from '@wardtrack/contracts'
import type { Flow } from '../../ui/chart/flow-figures.ts'

/** Whatever stays shorter at a place passes through it, as through a corridor or a lift. Minutes. */
export const SHORTEST_STOP = 5
const SHORTEST_STOP_MS = SHORTEST_STOP * 60_000

/** The way of one asset between two places where it stopped. */
interface Trip {
  readonly from: string
  readonly to: string
  /** When it arrived at `to`, milliseconds. */
  readonly arrivedAt: number
}

/**
 * Moves, each from one place to the next, as trips between the places where assets stopped.
 * @param moves in any order
 * @returns one flow of one for each trip; what went back to where it came from without a stop is none
 */
export function tripsOf(moves: readonly MoveRow[]): Flow[] {
  const trips: Trip[] = []
  /** The trip that an asset is on, by asset. */
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
