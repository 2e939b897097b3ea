import {
  clamp,
  containsPoint,
  type DragHandler,
  type KeyPress,
  type Layer,
  type MapTool,
  type Point,
  type PointerKind,
  type PointerSample,
  type Size,
  type ToolContext,
} from '../map-engine/index.ts'
import { arrowStep } from './arrow-step.ts'
import type { DrawingSurface } from './drawing-surface.ts'
import type { SurfaceObject, SurfacePart } from './surface-object.ts'
import { UndoHistory } from './undo-history.ts'

/** Public state of a tool. Each change creates a new object, so that states can be compared. */
export interface SurfaceToolState<T> {
  readonly drawing: T
  /** The handle reached by key or pressed last. */
  readonly chosen: SurfacePart | undefined
  readonly canUndo: boolean
  readonly canRedo: boolean
}

/** Place where a pointer or key acts. */
export interface SurfacePlace {
  /** Point in pixels of the plan; may lie outside the plan. */
  readonly at: Point
  readonly kind: PointerKind
  /** True while Alt is held, which turns snapping off. */
  readonly alt: boolean
}

/** Returns the drawing after a drag to a place; undefined leaves the drawing unchanged. */
export type DragEdit<T> = (to: SurfacePlace) => T | undefined

/**
 * A tool that draws on a {@link DrawingSurface}. The drawing is a value: each edit creates a new value, and the
 * history keeps them. A drag is one step of the history, and so is a series of key presses of one kind. This class
 * handles the preview of a drag, undo and redo (Ctrl + Z, Ctrl + Shift + Z, Ctrl + Y), and Tab from handle to handle.
 * A subclass decides how a value is drawn and how drags, clicks and keys change it.
 */
export abstract class SurfaceTool<T> implements MapTool {
  #surface: DrawingSurface | undefined
  readonly #history: UndoHistory<T>
  readonly #listeners = new Set<() => void>()
  #preview: { readonly drawing: T } | undefined
  #chosen: SurfacePart | undefined
  #context: ToolContext | undefined
  #isDrawing = true
  #state: SurfaceToolState<T>

  /** Registers a listener that is called on each change. Returns the function that unsubscribes. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly layer: Layer = {
    draw: (view) => this.#surface?.draw(view),
    dispose: () => this.#surface?.dispose(),
  }

  constructor(start: T) {
    this.#history = new UndoHistory(start)
    this.#state = { drawing: start, chosen: undefined, canUndo: false, canRedo: false }
  }

  /** Returns the objects that show a drawing; the last object is drawn on top. */
  protected abstract objectsOf(drawing: T, isDrawing: boolean): readonly SurfaceObject[]
  /** Starts the edit for a drag from a part or from free space; undefined leaves the drag to the map. */
  protected abstract startEdit(part: SurfacePart | undefined, from: SurfacePlace): DragEdit<T> | undefined
  /** Handles a press without a drag. Returns true if the tool used the press. */
  protected abstract clickPart(part: SurfacePart | undefined, place: SurfacePlace): boolean
  /** Handles keys other than undo, redo and Tab. @param step arrow key's step in pixels of the plan */
  protected abstract pressKey(press: KeyPress, step: Point | undefined): boolean

  /** Sets the surface once it is loaded ({@link useDrawingSurface}). Until then the map keeps pointers and keys. */
  setSurface(surface: DrawingSurface): void {
    this.#surface?.close()
    this.#surface = surface
    this.attach(this.#context)
  }

  get state(): SurfaceToolState<T> {
    return this.#state
  }

  /** Turns drawing by pointer on or off. When off, pointers move the plan and keys still edit the drawing. */
  setDrawing(isDrawing: boolean): void {
    this.#isDrawing = isDrawing
    this.redraw()
  }

  /** Opens a drawing with an empty history. */
  open(drawing: T): void {
    this.#preview = undefined
    this.#chosen = undefined
    this.#history.reset(drawing)
    this.#publish()
  }

  /** Records a drawing in the history. @param run consecutive steps of one name are undone together */
  commit(drawing: T, run?: string): void {
    this.#history.push(drawing, run)
    this.#publish()
  }

  /** Chooses a handle, or no handle. */
  choose(part: SurfacePart | undefined): void {
    if (part?.object === this.#chosen?.object && part?.handle === this.#chosen?.handle) return
    this.#chosen = part
    this.#publish()
  }

  undo(): boolean {
    return this.#afterStep(this.#history.undo())
  }

  redo(): boolean {
    return this.#afterStep(this.#history.redo())
  }

  attach(context: ToolContext | undefined): void {
    this.#surface?.close()
    this.#context = context
    if (context) this.#surface?.open(context.host, context.camera, context.environment)
    this.redraw()
  }

  startDrag(sample: PointerSample): DragHandler | undefined {
    const { at, kind, alt } = sample
    const place = this.#placeAt(at, kind, alt)
    if (!place || !this.#surface || !this.#isDrawing) return undefined
    const part = this.#surface.partAt(at, kind)
    const edit = this.startEdit(part, place)
    if (!edit) return undefined
    return {
      move: (to, altHeld) => {
        const next = this.#placeAt(to, kind, altHeld)
        const drawing = next && edit(next)
        this.#preview = drawing === undefined ? undefined : { drawing }
        this.redraw()
      },
      end: () => {
        const preview = this.#preview
        this.#preview = undefined
        // A drag without effect, such as one beside the plan, leaves the drawing unchanged.
        if (!preview) {
          this.redraw()
          return
        }
        this.#chosen = this.chosenAfter(part)
        this.commit(preview.drawing)
      },
      cancel: () => {
        this.#preview = undefined
        this.redraw()
      },
    }
  }

  hover(at: Point | undefined, alt = false): string | undefined {
    const place = at && this.#placeAt(at, 'mouse', alt)
    if (!at || !this.#surface || !this.#isDrawing || !place) {
      this.pointAt(undefined)
      return undefined
    }
    const part = this.#surface.partAt(at, 'mouse')
    this.pointAt(place, part)
    return part ? part.cursor : this.freeCursor(place)
  }

  click(at: Point, by: PointerKind, alt: boolean): boolean {
    const place = this.#placeAt(at, by, alt)
    if (!this.#surface || !this.#isDrawing || !place) return false
    return this.clickPart(this.#surface.partAt(at, by), place)
  }

  key(press: KeyPress): boolean {
    if (!this.#context || !this.#surface) return false
    if (press.command) return this.#pressShortcut(press)
    if (press.key === 'Tab') return this.#chooseNext(press.shift ? -1 : 1)
    return this.pressKey(press, arrowStep(press))
  }

  /** Called when the mouse is over a place and the part there, or has left the map. */
  protected pointAt(_place: SurfacePlace | undefined, _part?: SurfacePart): void {}

  /** Returns the cursor for free space; undefined leaves the cursor to the map. */
  protected freeCursor(_place: SurfacePlace): string | undefined {
    return 'crosshair'
  }

  /** Returns the handle to choose after the drag of a part has ended. */
  protected chosenAfter(part: SurfacePart | undefined): SurfacePart | undefined {
    return part?.handle === undefined ? undefined : part
  }

  protected get drawing(): T {
    return this.#history.current
  }

  /** CSS pixels per pixel of the plan; 1 while the tool is not attached to a map. */
  protected get scale(): number {
    return this.#context?.camera.scale ?? 1
  }

  /** Size of the plan in pixels. */
  protected get bounds(): Size {
    return this.#context?.camera.content ?? { width: 0, height: 0 }
  }

  protected isOnPlan(at: Point): boolean {
    return containsPoint({ x: 0, y: 0, ...this.bounds }, at)
  }

  /** Rounds a point to the nearest whole pixel inside the plan. */
  protected placeOnPlan({ x, y }: Point): Point {
    const { width, height } = this.bounds
    return { x: Math.round(clamp(x, 0, width)), y: Math.round(clamp(y, 0, height)) }
  }

  /** Returns the point of the plan at a place of the view, given as fractions of the view's width and height. */
  protected pointOfView(across: number, down: number): Point {
    if (!this.#context) return { x: 0, y: 0 }
    const { camera } = this.#context
    return camera.toMap({ x: camera.viewport.width * across, y: camera.viewport.height * down })
  }

  /** Pans a place of the plan into view, because keys can reach places outside the view. */
  protected reveal(place: Point): void {
    this.#context?.panIntoView(place)
  }

  /** Replaces the current drawing without a step in the history. */
  protected replace(drawing: T): void {
    this.#history.replace(drawing)
    this.#publish()
  }

  /** Shows the current objects from the next frame on. */
  protected redraw(): void {
    const drawing = this.#preview ? this.#preview.drawing : this.#history.current
    this.#surface?.show(this.objectsOf(drawing, this.#isDrawing), this.#chosen)
    this.#context?.redraw()
  }

  #placeAt(at: Point, kind: PointerKind, alt: boolean): SurfacePlace | undefined {
    return this.#context && { at: this.#context.camera.toMap(at), kind, alt }
  }

  #pressShortcut({ key, shift }: KeyPress): boolean {
    const letter = key.toLowerCase()
    if (letter === 'z') return shift ? this.redo() : this.undo()
    return letter === 'y' && this.redo()
  }

  /** Chooses the handle after or before the chosen one. Past the first or last handle, Tab leaves the map. */
  #chooseNext(way: 1 | -1): boolean {
    const parts = this.#handleParts()
    const now = parts.findIndex(
      ({ object, handle }) => object === this.#chosen?.object && handle === this.#chosen.handle,
    )
    const next = parts[now + way]
    this.choose(next)
    if (next) this.reveal(next.at)
    return next !== undefined || (now === 0 && way === -1)
  }

  #handleParts(): (SurfacePart & { readonly at: Point })[] {
    return this.objectsOf(this.#history.current, true).flatMap(({ id: object, handles }) =>
      handles
        .filter(({ byKey }) => byKey)
        .map(({ id: handle, cursor, at }) => ({ object, handle, cursor, at })),
    )
  }

  #isThere({ object, handle }: SurfacePart): boolean {
    const found = this.objectsOf(this.#history.current, true).find(({ id }) => id === object)
    return found?.handles.some(({ id }) => id === handle) ?? false
  }

  #afterStep(done: boolean): boolean {
    if (done) this.#publish()
    return done
  }

  #publish(): void {
    const { current: drawing, canUndo, canRedo } = this.#history
    if (this.#chosen && !this.#isThere(this.#chosen)) this.#chosen = undefined
    this.#state = { drawing, chosen: this.#chosen, canUndo, canRedo }
    this.redraw()
    for (const listener of this.#listeners) listener()
  }
}
