import type { Point } from '../geometry.ts'
import type { Target } from '../scene.ts'

export type PointerKind = 'mouse' | 'touch' | 'pen'

/** A pointer as the engine sees it: its place in CSS pixels of the view. */
export interface PointerSample {
  readonly pointer: number
  readonly kind: PointerKind
  readonly at: Point
}

/** What an interaction may do to the map. */
export interface MapHands {
  hit(at: Point): Target | undefined
  point(target: Target | undefined): void
  activate(target: Target, by: PointerKind): void
  /** Nothing was clicked: whatever was pointed at or focused is let go. */
  release(): void
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
