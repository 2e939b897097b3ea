import type { Camera } from '../camera.ts'
import type { MapEnvironment } from '../environment.ts'
import type { Point } from '../geometry.ts'
import type { PointerKind, PointerSample } from '../input/pointer-sample.ts'
import type { Layer } from '../layers/layer.ts'

/** A key as a tool sees it. `command`: Ctrl, or Cmd on a Mac. */
export interface KeyPress {
  readonly key: string
  readonly shift: boolean
  readonly alt: boolean
  readonly command: boolean
}

/** Something a pointer holds and drags. Places are in CSS pixels of the view; `alt`: whether Alt is held. */
export interface DragHandler {
  move(at: Point, alt: boolean): void
  /** Let go: what was dragged stays. */
  end(): void
  /** Taken away, or a second finger came: what was dragged goes back. */
  cancel(): void
}

/** What a tool is given of the map it works on. */
export interface ToolContext {
  readonly camera: Camera
  /** The positioned element that the map lies in; its canvases are its first children. */
  readonly host: HTMLElement
  readonly environment: MapEnvironment
  redraw(): void
  /** Pans as little as is needed to show a place of the plan. */
  panIntoView(place: Point): void
}

/** A way of working on a map: it comes before the map's own hovering, panning and keyboard focus. */
export interface MapTool {
  /** Drawn above everything else. */
  readonly layer: Layer
  /** The map it works on from now; undefined when it is taken away. */
  attach(context: ToolContext | undefined): void
  /** What a press at this place takes hold of; undefined leaves it to the map. */
  startDrag(sample: PointerSample): DragHandler | undefined
  /** The mouse is over this place, or has left. Answers the cursor, if it has one for it. */
  hover(at: Point | undefined, alt?: boolean): string | undefined
  /** A press that did not become a drag. True if that was meant for the tool. */
  click(at: Point, by: PointerKind, alt: boolean): boolean
  /** True if the key was meant for the tool. */
  key(press: KeyPress): boolean
}
