import type { FurnitureShape, SpotUse } from './plan.types.ts'

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
