import type { Point, Rect, Size } from '../geometry.ts'
import type { PointerSample } from '../input/pointer-sample.ts'
import { cursorFor, hitTestRect } from './geofence-handle-hit-test.ts'
import { type Handle, moveRect, rectFromCorners, resizeRect, sameRect, stretchRect } from './geofence-rect.ts'
import { GeofenceToolLayer, type SizeText } from './geofence-tool-layer.ts'
import {
  arrowStep,
  type DragHandler,
  type KeyPress,
  Listeners,
  type MapTool,
  type ToolContext,
} from './tool.ts'
import { UndoHistory } from './undo-history.ts'

/** What can be seen of the geofence tool. A new object for every change, so that it can be compared. */
export interface GeofenceToolState {
  /** In whole pixels of the plan; undefined while nothing is drawn. */
  readonly rect: Rect | undefined
  readonly canUndo: boolean
  readonly canRedo: boolean
}

/**
 * Drawing one rectangle on the plan: by a drag, corrected by eight handles, moved by its middle, and all of it by
 * keys. A drag is one step of the history, and so is a run of key presses of one kind.
 */
export class GeofenceTool implements MapTool {
  readonly layer = new GeofenceToolLayer()
  readonly #history = new UndoHistory<Rect | undefined>(undefined)
  readonly #listeners = new Listeners()
  /** What a drag makes of the rectangle while it lasts. */
  #dragPreview: { rect: Rect | undefined } | undefined
  #state: GeofenceToolState = { rect: undefined, canUndo: false, canRedo: false }
  #context: ToolContext | undefined
  #drawing = true

  readonly subscribe = this.#listeners.add

  get state(): GeofenceToolState {
    return this.#state
  }

  /** Whether a drag draws; if not it moves the plan, and keys still correct the rectangle. */
  setDrawing(drawing: boolean): void {
    this.#drawing = drawing
    this.layer.setHandles(drawing)
    this.#context?.redraw()
  }

  /** How the label below the rectangle says its size. */
  setSizeText(sizeText: SizeText): void {
    this.layer.setSizeText(sizeText)
    this.#context?.redraw()
  }

  /** Begins with this rectangle, or with none, and without a past. */
  open(rect: Rect | undefined): void {
    this.#dragPreview = undefined
    this.#history.reset(rect)
    this.#publish()
  }

  clear(): void {
    if (this.#history.current) this.#commit(undefined)
  }

  undo(): boolean {
    return this.#afterStep(this.#history.undo())
  }

  redo(): boolean {
    return this.#afterStep(this.#history.redo())
  }

  attach(context: ToolContext | undefined): void {
    this.#context = context
  }

  startDrag({ at, kind }: PointerSample): DragHandler | undefined {
    if (!this.#drawing || !this.#context) return undefined
    const { camera } = this.#context
    const start = this.#history.current
    const part = hitTestRect(start, at, camera, kind)
    const from = camera.toMap(at)
    const draggedRect = (to: Point): Rect | undefined => dragResult(part, start, from, to, camera.content)
    return {
      move: (to) => {
        this.#dragPreview = { rect: draggedRect(camera.toMap(to)) }
        this.#draw()
      },
      end: () => {
        const rect = this.#dragPreview?.rect
        this.#dragPreview = undefined
        // A drag that made nothing, as one beside the plan, leaves what was there.
        if (rect && !sameRect(rect, start)) this.#commit(rect)
        else this.#draw()
      },
      cancel: () => {
        this.#dragPreview = undefined
        this.#draw()
      },
    }
  }

  hover(at: Point | undefined): string | undefined {
    if (!at || !this.#drawing || !this.#context) return undefined
    return cursorFor(hitTestRect(this.#history.current, at, this.#context.camera, 'mouse'))
  }

  click(): boolean {
    return this.#drawing
  }

  key(press: KeyPress): boolean {
    if (press.command) return this.#handleShortcut(press)
    if (press.key === 'Enter') return this.#createInView()
    const rect = this.#history.current
    if (!rect || !this.#context) return false
    if (press.key === 'Escape') {
      this.clear()
      return true
    }
    const step = arrowStep(press)
    if (!step) return false
    const { content } = this.#context.camera
    const next = press.shift
      ? stretchRect(rect, step.x, step.y, content)
      : moveRect(rect, step.x, step.y, content)
    if (!sameRect(next, rect)) this.#commit(next, press.shift ? 'stretch' : 'move')
    return true
  }

  #handleShortcut({ key, shift }: KeyPress): boolean {
    const letter = key.toLowerCase()
    if (letter === 'z') return shift ? this.redo() : this.undo()
    return letter === 'y' && this.redo()
  }

  /** Where no pointer can drag: a rectangle of a quarter of the view, to be corrected by keys. */
  #createInView(): boolean {
    if (this.#history.current || !this.#context) return false
    const { camera } = this.#context
    const { width, height } = camera.viewport
    const corner = camera.toMap({ x: width * 0.375, y: height * 0.375 })
    const opposite = camera.toMap({ x: width * 0.625, y: height * 0.625 })
    const rect = rectFromCorners(corner, opposite, camera.content)
    if (rect) this.#commit(rect)
    return rect !== undefined
  }

  #commit(rect: Rect | undefined, run?: string): void {
    this.#history.push(rect, run)
    this.#publish()
  }

  #afterStep(done: boolean): boolean {
    if (done) this.#publish()
    return done
  }

  #publish(): void {
    const { current: rect, canUndo, canRedo } = this.#history
    this.#state = { rect, canUndo, canRedo }
    this.#draw()
    this.#listeners.notify()
  }

  #draw(): void {
    this.layer.setRect(this.#dragPreview ? this.#dragPreview.rect : this.#history.current)
    this.#context?.redraw()
  }
}

/** What a drag from one map point to another makes: of a handle, of the whole rectangle, or a new one. */
function dragResult(
  part: Handle | 'middle' | undefined,
  start: Rect | undefined,
  from: Point,
  to: Point,
  bounds: Size,
): Rect | undefined {
  if (!part || !start) return rectFromCorners(from, to, bounds)
  if (part === 'middle') return moveRect(start, to.x - from.x, to.y - from.y, bounds)
  return resizeRect(start, part, to, bounds)
}
