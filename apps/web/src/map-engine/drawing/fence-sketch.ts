import type { Point, Rect, Size } from '../geometry.ts'
import type { PointerSample } from '../interactions/interaction.ts'
import { arrowStep, type DragHandler, type KeyPress, type MapTool, type ToolContext } from '../tool.ts'
import { History } from './history.ts'
import { Listeners } from './listeners.ts'
import { type Handle, moveRect, rectFromCorners, resized, sameRect, stretched } from './rectangle.ts'
import { cursorOver, partAt } from './sketch-hits.ts'
import { SketchLayer } from './sketch-layer.ts'

/** What can be seen of a sketch. A new object for every change, so that it can be compared. */
export interface SketchState {
  /** In whole pixels of the plan; undefined while nothing is drawn. */
  readonly rect: Rect | undefined
  readonly canUndo: boolean
  readonly canRedo: boolean
}

/**
 * Drawing one rectangle on the plan: by a drag, corrected by eight handles, moved by its middle, and all of it by
 * keys. A drag is one step of the history, and so is a run of key presses of one kind.
 */
export class FenceSketch implements MapTool {
  readonly layer = new SketchLayer()
  readonly #history = new History<Rect | undefined>(undefined)
  readonly #listeners = new Listeners()
  /** What a drag makes of the rectangle while it lasts. */
  #dragged: { rect: Rect | undefined } | undefined
  #state: SketchState = { rect: undefined, canUndo: false, canRedo: false }
  #table: ToolContext | undefined
  #drawing = true

  readonly subscribe = this.#listeners.add

  get state(): SketchState {
    return this.#state
  }

  /** Whether a drag draws; if not it moves the plan, and keys still correct the rectangle. */
  setDrawing(drawing: boolean): void {
    this.#drawing = drawing
    this.layer.setHandles(drawing)
    this.#table?.redraw()
  }

  /** Metres of a map pixel along each axis, for the size label; undefined where nobody knows the plan's size. */
  setMetresPerPixel(metres: Point | undefined): void {
    this.layer.setMetresPerPixel(metres)
    this.#table?.redraw()
  }

  /** Begins with this rectangle, or with none, and without a past. */
  open(rect: Rect | undefined): void {
    this.#dragged = undefined
    this.#history.restart(rect)
    this.#show()
  }

  clear(): void {
    if (this.#history.now) this.#go(undefined)
  }

  undo(): boolean {
    return this.#turned(this.#history.undo())
  }

  redo(): boolean {
    return this.#turned(this.#history.redo())
  }

  attach(table: ToolContext | undefined): void {
    this.#table = table
  }

  grip({ at, kind }: PointerSample): DragHandler | undefined {
    if (!this.#drawing || !this.#table) return undefined
    const { camera } = this.#table
    const start = this.#history.now
    const part = partAt(start, at, camera, kind)
    const from = camera.toMap(at)
    const pull = (to: Point): Rect | undefined => shaped(part, start, from, to, camera.content)
    return {
      move: (to) => {
        this.#dragged = { rect: pull(camera.toMap(to)) }
        this.#draw()
      },
      drop: () => {
        const made = this.#dragged?.rect
        this.#dragged = undefined
        // A drag that made nothing, as one beside the plan, leaves what was there.
        if (made && !sameRect(made, start)) this.#go(made)
        else this.#draw()
      },
      cancel: () => {
        this.#dragged = undefined
        this.#draw()
      },
    }
  }

  hover(at: Point | undefined): string | undefined {
    if (!at || !this.#drawing || !this.#table) return undefined
    return cursorOver(partAt(this.#history.now, at, this.#table.camera, 'mouse'))
  }

  click(): boolean {
    return this.#drawing
  }

  key(press: KeyPress): boolean {
    if (press.command) return this.#command(press)
    if (press.key === 'Enter') return this.#drawInView()
    const rect = this.#history.now
    if (!rect || !this.#table) return false
    if (press.key === 'Escape') {
      this.clear()
      return true
    }
    const step = arrowStep(press)
    if (!step) return false
    const { content } = this.#table.camera
    const next = press.shift
      ? stretched(rect, step.x, step.y, content)
      : moveRect(rect, step.x, step.y, content)
    if (!sameRect(next, rect)) this.#go(next, press.shift ? 'stretch' : 'move')
    return true
  }

  #command({ key, shift }: KeyPress): boolean {
    const letter = key.toLowerCase()
    if (letter === 'z') return shift ? this.redo() : this.undo()
    return letter === 'y' && this.redo()
  }

  /** Where no pointer can drag: a rectangle of a quarter of the view, to be corrected by keys. */
  #drawInView(): boolean {
    if (this.#history.now || !this.#table) return false
    const { camera } = this.#table
    const { width, height } = camera.viewport
    const corner = camera.toMap({ x: width * 0.375, y: height * 0.375 })
    const opposite = camera.toMap({ x: width * 0.625, y: height * 0.625 })
    const rect = rectFromCorners(corner, opposite, camera.content)
    if (rect) this.#go(rect)
    return rect !== undefined
  }

  #go(rect: Rect | undefined, run?: string): void {
    this.#history.go(rect, run)
    this.#show()
  }

  #turned(done: boolean): boolean {
    if (done) this.#show()
    return done
  }

  #show(): void {
    const { now: rect, canUndo, canRedo } = this.#history
    this.#state = { rect, canUndo, canRedo }
    this.#draw()
    this.#listeners.tell()
  }

  #draw(): void {
    this.layer.setRect(this.#dragged ? this.#dragged.rect : this.#history.now)
    this.#table?.redraw()
  }
}

/** What a drag from one map point to another makes: of a handle, of the whole rectangle, or a new one. */
function shaped(
  part: Handle | 'middle' | undefined,
  start: Rect | undefined,
  from: Point,
  to: Point,
  bounds: Size,
): Rect | undefined {
  if (!part || !start) return rectFromCorners(from, to, bounds)
  if (part === 'middle') return moveRect(start, to.x - from.x, to.y - from.y, bounds)
  return resized(start, part, to, bounds)
}
