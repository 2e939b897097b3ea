import type { MoveRow } from '@wardtrack/contracts'
import { expect, it } from 'vitest'
import { clearestFlows, tripsOf } from './pump-movement-view.tsx'

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 2, 8, minute)).toISOString()
const move = (
  AssetId: string,
  [LocationA, left]: [string, number],
  [LocationB, arrived]: [string, number],
): MoveRow => ({
  AssetId,
  AssetType: 'Equipment',
  AssetName: AssetId,
  LocationA,
  LocationB,
  leftAt: at(left),
  createdAt: at(arrived),
})

it('leaves out corridors and lifts that assets pass through, in any order of the moves', () => {
  const moves = [
    move('P-1', ['Store', 0], ['Corridor', 1]),
    move('P-1', ['Corridor', 2], ['Lift', 3]),
    move('P-2', ['Store', 1], ['Corridor', 2]),
    move('P-1', ['Lift', 4], ['ICU', 5]),
    // Twenty minutes at a bed count as a stop.
    move('P-1', ['ICU', 25], ['Corridor', 26]),
    move('P-1', ['Corridor', 27], ['Sluice', 28]),
    move('P-2', ['Corridor', 3], ['Store', 4]),
  ]
  const trips = [
    { from: 'Store', to: 'ICU', count: 1 },
    { from: 'ICU', to: 'Sluice', count: 1 },
  ]
  expect(tripsOf(moves)).toEqual(trips)
  expect(tripsOf(moves.toReversed())).toEqual(trips)
})

it('splits trips where moves are missing', () => {
  const moves = [move('P-1', ['Store', 0], ['ICU', 1]), move('P-1', ['Lift', 2], ['Ward', 3])]
  expect(tripsOf(moves).map(({ from, to }) => [from, to])).toEqual([
    ['Store', 'ICU'],
    ['Lift', 'Ward'],
  ])
})

it('go up in the hierarchy if most rooms would be combined as others', () => {
  const room = (unit: string, n: number): string => `General>Tower A>${unit}>Room ${n}`
  const trips = Array.from({ length: 30 }, (_, n) => ({
    from: room('ICU', n),
    to: room('Ward', n),
    count: 1,
  }))
  expect(clearestFlows(trips, 10, 'Others')).toEqual([
    { from: 'General>Tower A>ICU', to: 'General>Tower A>Ward', count: 30 },
  ])
  const few = trips.slice(0, 4)
  expect(clearestFlows(few, 10, 'Others')).toEqual(few)
  // Within one unit, only flows between rooms can be drawn.
  const within = Array.from({ length: 30 }, (_, n) => ({
    from: room('ICU', n),
    to: room('ICU', n + 1),
    count: 1,
  }))
  expect(clearestFlows(within, 10, 'Others').some(({ from }) => from === 'Others')).toBe(true)
})
