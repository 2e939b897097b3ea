import { contains, onSide, type Segment } from './geometry.ts'
import type { RoomLayout } from './layout.types.ts'
import type { Side } from './plan.types.ts'

/** Walls of a floor in metres, with gaps for doors. */
export interface Walls {
  readonly outer: readonly Segment[]
  readonly inner: readonly Segment[]
}

type WallClass = 'outer' | 'inner' | undefined

function wallBetween(a: RoomLayout | undefined, b: RoomLayout | undefined): WallClass {
  if (a === b) return undefined
  if (!a || !b) return 'outer'
  if (a.kind === 'corridor' && b.kind === 'corridor') return undefined
  if (a.group !== undefined && a.group === b.group) return undefined
  return 'inner'
}

function cuts(values: readonly number[]): number[] {
  return [...new Set(values.map((value) => Math.round(value * 1000) / 1000))].sort((a, b) => a - b)
}

function ownerAt(rooms: readonly RoomLayout[], x: number, y: number): RoomLayout | undefined {
  return rooms.find((room) => contains(room, { x, y }))
}

/** Follows one grid line and joins neighbouring pieces of the same wall class into one segment. */
function wallsAlong(
  ends: readonly number[],
  classOf: (middle: number) => WallClass,
  emit: (wall: 'outer' | 'inner', from: number, to: number) => void,
): void {
  let start = 0
  let current: WallClass
  for (let i = 0; i + 1 < ends.length; i++) {
    const from = ends[i] ?? 0
    const to = ends[i + 1] ?? 0
    const here = classOf((from + to) / 2)
    if (here !== current) {
      if (current) emit(current, start, from)
      current = here
      start = from
    }
  }
  if (current) emit(current, start, ends.at(-1) ?? 0)
}

/** Returns the segment that a door removes from its wall. */
export function openingOf(room: RoomLayout, side: Side, at: number, width: number): Segment {
  const middle = onSide(room, side, at)
  return side === 'n' || side === 's'
    ? [middle.x - width / 2, middle.y, middle.x + width / 2, middle.y]
    : [middle.x, middle.y - width / 2, middle.x, middle.y + width / 2]
}

function withoutOpening(wall: Segment, gap: Segment): Segment[] {
  const horizontal = wall[1] === wall[3]
  if (horizontal !== (gap[1] === gap[3])) return [wall]
  const line = horizontal ? 1 : 0
  if (Math.abs(wall[line] - gap[line]) > 1e-3) return [wall]
  const axis = horizontal ? 0 : 1
  const [from, to, gapFrom, gapTo] = [wall[axis], wall[axis + 2] ?? 0, gap[axis], gap[axis + 2] ?? 0]
  if (gapTo <= from || gapFrom >= to) return [wall]
  const piece = (a: number, b: number): Segment =>
    horizontal ? [a, wall[1], b, wall[1]] : [wall[0], a, wall[0], b]
  const pieces: Segment[] = []
  if (gapFrom > from) pieces.push(piece(from, gapFrom))
  if (gapTo < to) pieces.push(piece(gapTo, to))
  return pieces
}

/**
 * Builds every wall once from the rooms' rectangles: where two rooms meet, and where a room meets the outside. There
 * are no walls between corridors or within one open group. Doors are then cut out as gaps.
 */
export function buildWalls(rooms: readonly RoomLayout[]): Walls {
  const xs = cuts(rooms.flatMap((room) => [room.x, room.x + room.w]))
  const ys = cuts(rooms.flatMap((room) => [room.y, room.y + room.h]))
  const walls: Record<'outer' | 'inner', Segment[]> = { outer: [], inner: [] }
  const tiny = 0.01
  for (const y of ys)
    wallsAlong(
      xs,
      (x) => wallBetween(ownerAt(rooms, x, y - tiny), ownerAt(rooms, x, y + tiny)),
      (wall, from, to) => walls[wall].push([from, y, to, y]),
    )
  for (const x of xs)
    wallsAlong(
      ys,
      (y) => wallBetween(ownerAt(rooms, x - tiny, y), ownerAt(rooms, x + tiny, y)),
      (wall, from, to) => walls[wall].push([x, from, x, to]),
    )
  const gaps = rooms.flatMap((room) =>
    room.doors.map((door) => openingOf(room, door.side, door.at, door.width)),
  )
  const cut = (segments: readonly Segment[]) =>
    gaps.reduce<readonly Segment[]>(
      (remaining, gap) => remaining.flatMap((wall) => withoutOpening(wall, gap)),
      segments,
    )
  return { outer: cut(walls.outer), inner: cut(walls.inner) }
}
