import type { DoorLayout } from '../layout.types.ts'
import { box, corridor, door, room } from '../layout-words.ts'

type Rooms = ReturnType<typeof room>[]

/** Ends of the tower's corridors on one floor, in metres. Lifts and stairs are at the same place on all floors. */
interface CoreSpan {
  readonly west: number
  readonly east: number
  readonly southWest?: number
  readonly southEast?: number
  readonly southDoors?: readonly DoorLayout[]
}

const LIFT_WIDTH = 2.2

function lifts(): Rooms {
  return [1, 2, 3, 4].map((number, index) => {
    const left = 27.6 + index * LIFT_WIDTH
    const cabin = box(left, 11.8, left + LIFT_WIDTH, 15.4)
    const entrance: DoorLayout = { side: 's', at: LIFT_WIDTH / 2, width: 1.3, style: 'lift', hinge: 'start' }
    return room(`Lift ${number}`, 'core', 'lift', cabin, [entrance], { label: '' })
  })
}

/** Returns the corridors around the core, the lifts with their lobby, stairs, WC and the electrical riser. */
export function towerCore(span: CoreSpan): Rooms {
  const southWest = span.southWest ?? span.west
  const southEast = span.southEast ?? span.east
  return [
    corridor('North corridor', box(span.west, 8.8, span.east, 11.8)),
    corridor('South corridor', box(southWest, 27.4, southEast, 30.4), 'South corridor', span.southDoors),
    corridor('Inner west corridor', box(24.8, 8.8, 27.6, 30.4), ''),
    corridor('Inner east corridor', box(36.4, 8.8, 39.2, 30.4), ''),
    corridor('Lift lobby', box(24.8, 15.4, 39.2, 21.4)),
    ...lifts(),
    room('Stairs', 'core', 'stairs', box(27.6, 21.4, 32.4, 27.4), [door('n', 1.2, 'start')], { label: '' }),
    room('WC', 'core', 'wc', box(32.4, 21.4, 36.4, 24.4), [door('n', 2.9)]),
    room('Riser', 'core', 'plant', box(32.4, 24.4, 36.4, 27.4), [door('s', 2.9)]),
  ]
}
