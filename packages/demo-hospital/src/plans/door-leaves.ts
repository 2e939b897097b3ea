import { OUTWARD, onSide } from './geometry.ts'
import type { DoorLayout, RoomLayout } from './layout.types.ts'
import type { DoorLeaf, Point, Rect } from './plan.types.ts'

/** Returns both ends of a door's opening in metres, the one nearer the left or top first. */
export function openingEnds(room: RoomLayout, door: DoorLayout): readonly [Point, Point] {
  return [
    onSide(room, door.side, door.at - door.width / 2),
    onSide(room, door.side, door.at + door.width / 2),
  ]
}

function leaf(style: DoorLeaf['style'], hinge: Point, closed: Point, swing: Point, length: number): DoorLeaf {
  return { style, hinge, closed, open: { x: hinge.x + swing.x * length, y: hinge.y + swing.y * length } }
}

/** Returns the leaves of a door in metres: one or two, opening into the room, or outwards for an exit. */
export function doorLeaves(room: RoomLayout, door: DoorLayout): DoorLeaf[] {
  const [start, end] = openingEnds(room, door)
  const outward = OUTWARD[door.side]
  const inward = { x: -outward.x, y: -outward.y }
  if (door.style === 'open') return []
  if (door.style === 'lift') return [{ style: 'lift', hinge: start, closed: end, open: start }]
  if (door.style === 'leaf') {
    const [hinge, closed] = door.hinge === 'start' ? [start, end] : [end, start]
    return [leaf('leaf', hinge, closed, inward, door.width)]
  }
  const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 }
  const swing = door.style === 'exit' ? outward : inward
  return [
    leaf('double', start, middle, swing, door.width / 2),
    leaf('double', end, middle, swing, door.width / 2),
  ]
}

/** Returns the floor area in metres that a door's leaf sweeps, where no labels are placed. */
export function sweptArea(room: RoomLayout, door: DoorLayout): Rect {
  const [start, end] = openingEnds(room, door)
  const depth = door.style === 'leaf' ? door.width : door.width / 2
  const out = OUTWARD[door.side]
  const far = { x: end.x - out.x * depth, y: end.y - out.y * depth }
  return {
    x: Math.min(start.x, end.x, far.x),
    y: Math.min(start.y, end.y, far.y),
    w: Math.max(start.x, end.x, far.x) - Math.min(start.x, end.x, far.x),
    h: Math.max(start.y, end.y, far.y) - Math.min(start.y, end.y, far.y),
  }
}
