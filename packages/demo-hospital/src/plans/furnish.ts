import { FITTINGS } from './fittings.ts'
import type { RoomFrame, RoomLayout } from './layout.types.ts'
import type { FurnitureItem, Rect, Side, SpotUse } from './plan.types.ts'

/** A spot in metres, before the walking graph assigns its waypoint. */
export interface BareSpot {
  readonly x: number
  readonly y: number
  readonly use: SpotUse
  readonly bed?: number
}

const QUARTER_TURNS: Readonly<Record<Side, number>> = { s: 0, w: 1, n: 2, e: 3 }

function toWorld(room: RoomLayout, side: Side, u: number, v: number): { x: number; y: number } {
  switch (side) {
    case 's':
      return { x: room.x + u, y: room.y + v }
    case 'w':
      return { x: room.x + room.w - v, y: room.y + u }
    case 'n':
      return { x: room.x + room.w - u, y: room.y + room.h - v }
    case 'e':
      return { x: room.x + v, y: room.y + room.h - u }
  }
}

/**
 * Returns the position of the door along u. For rooms seen from the other side, u runs against the direction of the
 * side.
 */
function doorAlong(room: RoomLayout, side: Side, at: number): number {
  if (side === 's' || side === 'w') return at
  return (side === 'n' ? room.w : room.h) - at
}

/** Returns the furniture of a room and the spots in it where equipment and people rest, in metres. */
export function furnish(room: RoomLayout): { items: FurnitureItem[]; spots: BareSpot[] } {
  const items: FurnitureItem[] = []
  const spots: BareSpot[] = []
  const entry = room.doors.find((candidate) => candidate.style !== 'exit')
  const side = entry?.side ?? 's'
  const upright = side === 's' || side === 'n'
  const frame: RoomFrame = {
    width: upright ? room.w : room.h,
    depth: upright ? room.h : room.w,
    doorAt: doorAlong(room, side, entry?.at ?? 0),
    put(shape, u, v, w, h, turns = 0) {
      const quarterTurns = ((QUARTER_TURNS[side] + turns) % 4) as FurnitureItem['quarterTurns']
      items.push({ shape, ...toWorld(room, side, u, v), w, h, quarterTurns })
    },
    spot(use, u, v, bed) {
      spots.push({ ...toWorld(room, side, u, v), use, ...(bed === undefined ? {} : { bed }) })
    },
  }
  FITTINGS[room.fit](frame)
  return { items, spots }
}

/** Returns the bounding box of a piece of furniture after its quarter turns. */
export function footprint(item: FurnitureItem): Rect {
  const [w, h] = item.quarterTurns % 2 === 0 ? [item.w, item.h] : [item.h, item.w]
  return { x: item.x - w / 2, y: item.y - h / 2, w, h }
}
