import type { Point } from '../geometry.ts'
import type { Target } from '../marker-layout.ts'
import type { DragHandler } from '../tools/tool.ts'
import type { PointerKind, PointerSample } from './pointer-sample.ts'

/** What a pointer state may do to the map. */
export interface MapCommands {
  /** What the tool takes hold of here, if there is a tool and it wants to. */
  startToolDrag(sample: PointerSample): DragHandler | undefined
  /** The mouse is over a place, or over none. */
  hover(at: Point | undefined, alt?: boolean): void
  setHovered(target: Target | undefined): void
  /** Activates what lies here; if that is nothing, hover and focus are cleared. */
  click(at: Point, by: PointerKind, alt: boolean): void
  panBy(dx: number, dy: number): void
  /** @param zoom any value inside the limits; a pinch passes between the steps */
  zoomTo(zoom: number, anchor: Point): void
  readonly zoom: number
  setGrabbing(grabbing: boolean): void
}

/**
 * One thing a user can be doing with pointers: idle, pressing, dragging or pinching. Each event answers
 * with the pointer state to go on with.
 */
export interface PointerState {
  down(sample: PointerSample): PointerState
  move(sample: PointerSample): PointerState
  up(sample: PointerSample): PointerState
  /** The pointer was taken away: nothing of what began may happen. */
  cancel(): PointerState
}
