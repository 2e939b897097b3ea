import type { DoorLayout, Fit, FloorLayout, RoomLayout } from './layout.types.ts'
import type { Rect, RoomKind, Side } from './plan.types.ts'

type RoomDraft = Omit<RoomLayout, 'id'>

/** Creates a rectangle from its edges, so that neighbours are flush: left, top, right, bottom in metres. */
export function box(left: number, top: number, right: number, bottom: number): Rect {
  return { x: left, y: top, w: right - left, h: bottom - top }
}

export function door(side: Side, at: number, hinge: 'start' | 'end' = 'end', width = 1.3): DoorLayout {
  return { side, at, width, style: 'leaf', hinge }
}

export function wideDoor(side: Side, at: number, width = 2): DoorLayout {
  return { side, at, width, style: 'double', hinge: 'start' }
}

export function opening(side: Side, at: number, width: number): DoorLayout {
  return { side, at, width, style: 'open', hinge: 'start' }
}

export function exit(side: Side, at: number, width = 2.4): DoorLayout {
  return { side, at, width, style: 'exit', hinge: 'start' }
}

interface RoomExtras {
  readonly label?: string
  readonly unit?: string
  readonly spine?: boolean
  readonly group?: string
}

export function room(
  name: string,
  kind: RoomKind,
  fit: Fit,
  rect: Rect,
  doors: readonly DoorLayout[],
  extras: RoomExtras = {},
): RoomDraft {
  return { name, kind, fit, ...rect, doors, spine: false, ...extras }
}

export function corridor(
  name: string,
  rect: Rect,
  label = name,
  doors: readonly DoorLayout[] = [],
): RoomDraft {
  return { name, kind: 'corridor', fit: 'hall', ...rect, doors, spine: true, label }
}

interface RowOptions {
  readonly kind: RoomKind
  readonly fit: Fit
  readonly area: Rect
  readonly names: readonly string[]
  readonly side: Side
  /** Returns the unit of a room by its index, counted from left to right or from top to bottom. */
  readonly unitOf?: (index: number) => string
  readonly group?: string
  readonly openWidth?: number
  readonly label?: (name: string) => string
}

/** Creates equal rooms side by side, all with their door towards the same corridor. */
export function row(options: RowOptions): RoomDraft[] {
  const { area, names, side } = options
  const along = side === 'n' || side === 's'
  const length = (along ? area.w : area.h) / names.length
  return names.map((name, index) => {
    const rect = along
      ? { x: area.x + index * length, y: area.y, w: length, h: area.h }
      : { x: area.x, y: area.y + index * length, w: area.w, h: length }
    const entry = options.openWidth ? opening(side, length / 2, options.openWidth) : door(side, length - 1.15)
    return room(name, options.kind, options.fit, rect, [entry], {
      ...(options.label ? { label: options.label(name) } : {}),
      ...(options.unitOf ? { unit: options.unitOf(index) } : {}),
      ...(options.group ? { group: options.group } : {}),
    })
  })
}

/** Returns numbered names: "Room 3.01", "Room 3.02" … */
export function numbered(prefix: string, from: number, to: number): string[] {
  const step = from <= to ? 1 : -1
  const count = Math.abs(to - from) + 1
  return Array.from({ length: count }, (_, i) => `Room ${prefix}.${String(from + i * step).padStart(2, '0')}`)
}

/** Removes the word from a numbered room's name, because its label is only the number. */
export function numberOnly(name: string): string {
  return name.replace(/^Room /, '')
}

export function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

export function floor(
  building: string,
  floorName: string,
  mapId: string,
  rooms: readonly RoomDraft[],
): FloorLayout {
  const named = rooms.map((draft) => ({
    ...draft,
    id: `${mapId}-${slug(draft.unit ? `${draft.unit} ${draft.name}` : draft.name)}`,
  }))
  return { building, floor: floorName, mapId, rooms: named }
}
