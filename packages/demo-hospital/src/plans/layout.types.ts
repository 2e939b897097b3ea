import type { FurnitureShape, Rect, RoomKind, Side, SpotUse } from './plan.types.ts'

/** Purpose of a room, which decides its furniture and its spots. */
export type Fit =
  | 'ward'
  | 'ward-two'
  | 'bay'
  | 'cots'
  | 'theatre'
  | 'delivery'
  | 'station'
  | 'store'
  | 'medicines'
  | 'clean'
  | 'dirty'
  | 'office'
  | 'staff-room'
  | 'consult'
  | 'treatment'
  | 'resus'
  | 'waiting'
  | 'reception'
  | 'ct'
  | 'mri'
  | 'xray'
  | 'ultrasound'
  | 'control'
  | 'laboratory'
  | 'gym'
  | 'chairs'
  | 'lift'
  | 'stairs'
  | 'wc'
  | 'plant'
  | 'cafe'
  | 'foyer'
  | 'hall'

export interface DoorLayout {
  readonly side: Side
  /** Metres from the room's left or upper end of that side to the middle of the opening. */
  readonly at: number
  readonly width: number
  /** 'open' is an opening without wall or leaf in the given width; 'exit' leads out of the building. */
  readonly style: 'leaf' | 'double' | 'slide' | 'lift' | 'open' | 'exit'
  /** End of the opening (seen from left or top) with the hinge. */
  readonly hinge: 'start' | 'end'
}

/** A room in the layout of a floor, in metres. */
export interface RoomLayout extends Rect {
  readonly id: string
  readonly name: string
  /** Label on the plan; absent: `name`; empty: none. */
  readonly label?: string
  readonly unit?: string
  readonly kind: RoomKind
  readonly fit: Fit
  readonly doors: readonly DoorLayout[]
  /**
   * True for a room whose centre line connects the doors of its neighbours: corridors, and the aisle of an open ward.
   */
  readonly spine: boolean
  /** Rooms of one group have no walls between them. */
  readonly group?: string
}

export interface FloorLayout {
  readonly building: string
  readonly floor: string
  readonly mapId: string
  readonly rooms: readonly RoomLayout[]
}

/**
 * A room turned so that its door is below and its back wall above. The coordinate `u` runs to the right along the
 * back wall, and `v` from the back wall to the door. Both are in metres. Fittings are written once in this frame.
 */
export interface RoomFrame {
  readonly width: number
  readonly depth: number
  /** Position of the door along u; furniture keeps clear of it. */
  readonly doorAt: number
  put(shape: FurnitureShape, u: number, v: number, w: number, h: number, turns?: number): void
  spot(use: SpotUse, u: number, v: number, bed?: number): void
}
