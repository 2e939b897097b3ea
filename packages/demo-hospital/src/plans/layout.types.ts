import type { FurnitureShape, Rect, RoomKind, Side, SpotUse } from './plan.types.ts'

/** How a room is fitted out: decides its furniture and the places where things rest. */
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
  /** 'open' is an opening without wall or leaf as wide as given; 'exit' leads out of the building. */
  readonly style: 'leaf' | 'double' | 'slide' | 'lift' | 'open' | 'exit'
  /** Which end of the opening (seen from left or top) holds the hinge. */
  readonly hinge: 'start' | 'end'
}

/** A room as its floor's author writes it, in metres. */
export interface RoomLayout extends Rect {
  readonly id: string
  readonly name: string
  /** What the plan shows; absent: `name`; empty: nothing. */
  readonly label?: string
  readonly unit?: string
  readonly kind: RoomKind
  readonly fit: Fit
  readonly doors: readonly DoorLayout[]
  /** A spine has a centre line that doors of its neighbours join: corridors, and the aisle of an open ward. */
  readonly spine: boolean
  /** No wall is built between rooms of one group. */
  readonly group?: string
}

export interface FloorLayout {
  readonly building: string
  readonly floor: string
  readonly mapId: string
  readonly rooms: readonly RoomLayout[]
}

/**
 * A room turned so that its door is below and its back wall above: u runs to the right along the back wall,
 * v from the back wall to the door, both in metres. Fittings are written once in this frame.
 */
export interface RoomFrame {
  readonly width: number
  readonly depth: number
  /** Where the door stands along u; furniture stays out of its way. */
  readonly doorAt: number
  put(shape: FurnitureShape, u: number, v: number, w: number, h: number, turns?: number): void
  spot(use: SpotUse, u: number, v: number, bed?: number): void
}
