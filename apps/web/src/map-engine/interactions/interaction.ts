import type { Point } from '../geometry.ts'
import type { Target } from '../scene.ts'
import type { DragHandler } from '../tool.ts'

export type PointerKind = 'mouse' | 'touch' | 'pen'

/** A pointer as the engine sees it: its place in CSS pixels of the view. */
export interface PointerSample {
  readonly pointer: number
  readonly kind: PointerKind
  readonly at: Point
}

/** What an interaction may do to the map. */
export interface MapCommands {
  /** What the tool takes hold of here, if there is a tool and it wants to. */
  grip(sample: PointerSample): DragHandler | undefined
  /** The mouse is over a place, or over none. */
  hover(at: Point | undefined): void
  point(target: Target | undefined): void
  /** Activates what lies here; if that is nothing, whatever was pointed at or focused is let go. */
  click(at: Point, by: PointerKind): void
  panBy(dx: number, dy: number): void
  /** @param zoom any value inside the limits; a pinch passes between the steps */
  zoomTo(zoom: number, anchor: Point): void
  readonly zoom: number
  setGrabbing(grabbing: boolean): void
}

/**
 * One thing a user can be doing with pointers: idle, pressing, dragging or pinching. Each event answers
 * with the interaction that goes on from there.
 */
export interface Interaction {
  down(sample: PointerSample): Interaction
  move(sample: PointerSample): Interaction
  up(sample: PointerSample): Interaction
  /** The pointer was taken away: nothing of what began may happen. */
  cancel(): Interaction
}
