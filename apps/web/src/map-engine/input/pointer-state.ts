import type { Point } from '../geometry.ts'
import type { Target } from '../marker-layout.ts'
import type { DragHandler } from '../tools/tool.ts'
import type { PointerKind, PointerSample } from './pointer-sample.ts'

/** Commands that a pointer state gives to the map. */
export interface MapCommands {
  /** Starts a drag of the tool at this place; undefined without a tool or if the tool does not want it. */
  startToolDrag(sample: PointerSample): DragHandler | undefined
  /** Called when the mouse is over a place, or over none. */
  hover(at: Point | undefined, alt?: boolean): void
  setHovered(target: Target | undefined): void
  /** Activates the target at this place. Without a target, clears hover and focus. */
  click(at: Point, by: PointerKind, alt: boolean): void
  panBy(dx: number, dy: number): void
  /** @param zoom any value inside the limits; a pinch also sets values between the steps */
  zoomTo(zoom: number, anchor: Point): void
  readonly zoom: number
  setGrabbing(grabbing: boolean): void
}

/** State of the pointers: idle, pressing, dragging or pinching. Each event returns the next state. */
export interface PointerState {
  down(sample: PointerSample): PointerState
  move(sample: PointerSample): PointerState
  up(sample: PointerSample): PointerState
  /** Handles a cancelled pointer: the action in progress has no effect. */
  cancel(): PointerState
}
