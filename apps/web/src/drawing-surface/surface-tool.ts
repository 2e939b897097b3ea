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

/** What can be seen of a tool. A new object for every change, so that it can be compared. */
export interface SurfaceToolState<T> {
  readonly drawing: T
  /** The handle that was reached by key or pressed last. */
  readonly chosen: SurfacePart | undefined
  readonly canUndo: boolean
  readonly canRedo: boolean
}

/** Where a pointer or key acts. */
export interface SurfacePlace {
  /** In pixels of the plan, inside it or not. */
  readonly at: Point
  readonly kind: PointerKind
  /** Alt is held: nothing snaps. */
  readonly alt: boolean
}

/** What a drag makes of a drawing when it has come to a place; undefined leaves the drawing as it was. */
export type DragEdit<T> = (to: SurfacePlace) => T | undefined

/**
 * A tool that draws on a {@link DrawingSurface}: the drawing is a value, each edit makes another one, and the history
 * keeps them. A drag is one step of the history, and so is a run of key presses of one kind. Here are the preview of a
 * drag, undo and redo (Ctrl + Z, Ctrl + Shift + Z, Ctrl + Y) and the way by Tab from handle to handle; a subclass says what is
 * drawn for a value and what a drag, a click or a key makes of it.
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

  /** Calls back at each change from now on. Returns unsubscribe. */
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

  /** What is drawn for a drawing, the last one on top. */
  protected abstract objectsOf(drawing: T, isDrawing: boolean): readonly SurfaceObject[]
  /** What a drag makes that begins at a part or beside all of them; undefined leaves it to the map. */
  protected abstract startEdit(part: SurfacePart | undefined, from: SurfacePlace): DragEdit<T> | undefined
  /** A press that did not become a drag. True if it was meant for the tool. */
  protected abstract clickPart(part: SurfacePart | undefined, place: SurfacePlace): boolean
  /** A key that is neither undo nor Tab. @param step the way an arrow key goes, in pixels of the plan */
  protected abstract pressKey(press: KeyPress, step: Point | undefined): boolean

  /** What it draws on from now, once it is loaded ({@link useDrawingSurface}). Until then the map keeps pointers and keys. */
  setSurface(surface: DrawingSurface): void {
    this.#surface?.close()
    this.#surface = surface
    this.attach(this.#context)
  }

  get state(): SurfaceToolState<T> {
    return this.#state
  }

  /** Whether pointers draw; if not they move the plan, and keys still correct the drawing. */
  setDrawing(isDrawing: boolean): void {
    this.#isDrawing = isDrawing
    this.redraw()
  }

  /** Begins with this drawing, without a past. */
  open(drawing: T): void {
    this.#preview = undefined
    this.#chosen = undefined
    this.#history.reset(drawing)
    this.#publish()
  }

  /** Goes on to another drawing. @param run steps of one name that follow one another are taken back together */
  commit(drawing: T, run?: string): void {
    this.#history.push(drawing, run)
    this.#publish()
  }

  /** Chooses a handle, or none. */
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
        // A drag that made nothing, as one beside the plan, leaves what was there.
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

  /** A mouse points at a place and what lies there, or at none any more. */
  protected pointAt(_place: SurfacePlace | undefined, _part?: SurfacePart): void {}

  /** The cursor beside all parts; undefined leaves it to the map. */
  protected freeCursor(_place: SurfacePlace): string | undefined {
    return 'crosshair'
  }

  /** Which handle is chosen once a drag of a part has ended. */
  protected chosenAfter(part: SurfacePart | undefined): SurfacePart | undefined {
    return part?.handle === undefined ? undefined : part
  }

  protected get drawing(): T {
    return this.#history.current
  }

  /** CSS pixels per pixel of the plan; 1 while the tool has no map. */
  protected get scale(): number {
    return this.#context?.camera.scale ?? 1
  }

  /** The plan's size in pixels. */
  protected get bounds(): Size {
    return this.#context?.camera.content ?? { width: 0, height: 0 }
  }

  protected isOnPlan(at: Point): boolean {
    return containsPoint({ x: 0, y: 0, ...this.bounds }, at)
  }

  /** The whole pixel of the plan that is nearest to a point. */
  protected placeOnPlan({ x, y }: Point): Point {
    const { width, height } = this.bounds
    return { x: Math.round(clamp(x, 0, width)), y: Math.round(clamp(y, 0, height)) }
  }

  /** A point of the plan, by its place in the view as parts of its width and height. */
  protected pointOfView(across: number, down: number): Point {
    if (!this.#context) return { x: 0, y: 0 }
    const { camera } = this.#context
    return camera.toMap({ x: camera.viewport.width * across, y: camera.viewport.height * down })
  }

  /** Pans a place of the plan into view, as what keys have reached may lie beside it. */
  protected reveal(place: Point): void {
    this.#context?.panIntoView(place)
  }

  /** Goes on to another drawing in place of the last one, which is no step. */
  protected replace(drawing: T): void {
    this.#history.replace(drawing)
    this.#publish()
  }

  /** Shows what there is to show from the next frame on. */
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

  /** Chooses the handle after or before the chosen one; beyond them Tab leaves the map. */
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
