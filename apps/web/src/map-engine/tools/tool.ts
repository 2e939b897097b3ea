import type { Camera } from '../camera.ts'
import type { MapEnvironment } from '../environment.ts'
import type { Point } from '../geometry.ts'
import type { PointerKind, PointerSample } from '../input/pointer-sample.ts'
import type { Layer } from '../layers/layer.ts'

/** Key press offered to a tool. `command`: Ctrl, or Cmd on a Mac. */
export interface KeyPress {
  readonly key: string
  readonly shift: boolean
  readonly alt: boolean
  readonly command: boolean
}

/** Handler of a drag. Places are in CSS pixels of the view; `alt` is true while Alt is held. */
export interface DragHandler {
  move(at: Point, alt: boolean): void
  /** Ends the drag; the dragged object stays. */
  end(): void
  /** Cancels the drag, for example on a second finger; the dragged object returns to its start. */
  cancel(): void
}

/** Parts of the map that a tool works with. */
export interface ToolContext {
  readonly camera: Camera
  /** Positioned element that contains the map; its canvases are the first children. */
  readonly host: HTMLElement
  readonly environment: MapEnvironment
  redraw(): void
  /** Pans as little as needed to show a place of the plan. */
  panIntoView(place: Point): void
}

/** A tool of the map. It gets events before the map's own hovering, panning and keyboard focus. */
export interface MapTool {
  /** Layer drawn above everything else. */
  readonly layer: Layer
  /** Attaches the tool to a map; undefined detaches it. */
  attach(context: ToolContext | undefined): void
  /** Starts a drag at this place; undefined leaves the press to the map. */
  startDrag(sample: PointerSample): DragHandler | undefined
  /** Called when the mouse is over a place, or has left. Returns the tool's cursor for the place, if any. */
  hover(at: Point | undefined, alt?: boolean): string | undefined
  /** Handles a press without a drag. Returns true if the tool used it. */
  click(at: Point, by: PointerKind, alt: boolean): boolean
  /** Returns true if the tool used the key. */
  key(press: KeyPress): boolean
}
