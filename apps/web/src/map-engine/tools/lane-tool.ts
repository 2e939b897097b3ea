import { clamp, containsPoint, distance, type Point } from '../geometry.ts'
import type { PointerKind, PointerSample } from '../input/pointer-sample.ts'
import {
  type LaneDrawing,
  type LanePart,
  movePart,
  partsOf,
  placeOf,
  samePlace,
  snapToLanes,
} from './lane-drawing.ts'
import { LaneEditing } from './lane-editing.ts'
import { LaneToolLayer } from './lane-tool-layer.ts'
import { arrowStep, type DragHandler, type KeyPress, type MapTool, type ToolContext } from './tool.ts'

/** What a click does: draws a lane on, asks for a stop, or chooses what is there. */
export type LaneMode = 'lane' | 'stop' | 'select'

/** How far from a part or a lane a pointer still means it, in CSS pixels. */
const grabRadius: Readonly<Record<PointerKind, number>> = { mouse: 10, pen: 14, touch: 22 }

/**
 * Drawing lanes: each click adds a point, which holds to lanes that are near; Enter, Escape or a click on the last point
 * ends the lane. Points and stops are dragged, or moved by keys once they are chosen. Without a pointer, arrows carry a
 * cross and Enter clicks there.
 */
export class LaneTool implements MapTool {
  readonly layer = new LaneToolLayer()
  readonly editing = new LaneEditing()
  #placeStop: (at: Point) => void = () => undefined
  #mode: LaneMode = 'lane'
  /** What a drag makes of the drawing while it lasts. */
  #dragPreview: LaneDrawing | undefined
  /** Where the next point would stand. */
  #next: Point | undefined
  #cross: Point | undefined
  #context: ToolContext | undefined

  constructor() {
    this.editing.subscribe(() => this.#draw())
  }

  /** @param placeStop asks what a stop at this point is and adds it */
  setPlaceStop(placeStop: (at: Point) => void): void {
    this.#placeStop = placeStop
  }

  setMode(mode: LaneMode): void {
    if (this.#mode === mode) return
    this.#mode = mode
    this.#next = undefined
    this.#cross = undefined
    this.editing.select(undefined)
  }

  attach(context: ToolContext | undefined): void {
    this.#context = context
  }

  startDrag({ at, kind }: PointerSample): DragHandler | undefined {
    const drawing = this.editing.current
    const part = this.#partAt(at, kind)
    const from = part && placeOf(drawing, part)
    if (!part || !from) return undefined
    let target: Point | undefined
    const preview = (to: Point | undefined): void => {
      target = to
      this.#dragPreview = to && movePart(drawing, part, to)
      this.#draw()
    }
    return {
      move: (to) => preview(this.#snap(to, kind, from)),
      end: () => {
        this.#dragPreview = undefined
        if (target && !samePlace(target, from)) this.editing.move(part, target)
        else this.editing.select(part)
      },
      cancel: () => preview(undefined),
    }
  }

  hover(at: Point | undefined): string | undefined {
    const isOnPlan = at !== undefined && this.#isOnPlan(at)
    this.#next = isOnPlan && this.#mode !== 'select' ? this.#snap(at, 'mouse') : undefined
    this.#draw()
    if (!isOnPlan) return undefined
    if (this.#partAt(at, 'mouse')) return 'move'
    return this.#mode === 'select' ? undefined : 'crosshair'
  }

  click(at: Point, by: PointerKind): boolean {
    this.#cross = undefined
    const part = this.#partAt(at, by)
    if (this.#mode === 'select' || (this.#mode === 'stop' && part?.kind === 'stop')) this.editing.select(part)
    // A click outside the image is ignored.
    else if (this.#isOnPlan(at)) this.#use(this.#snap(at, by))
    return true
  }

  key(press: KeyPress): boolean {
    if (press.command) return this.#shortcut(press)
    const step = arrowStep(press)
    if (step) return this.#moveBy(step)
    if (press.key === 'Enter') return this.#enter()
    if (press.key === 'Escape') return this.#escape()
    return (press.key === 'Delete' || press.key === 'Backspace') && this.#delete(press.shift)
  }

  #shortcut({ key, shift }: KeyPress): boolean {
    const letter = key.toLowerCase()
    if (letter === 'z') return shift ? this.editing.redo() : this.editing.undo()
    return letter === 'y' && this.editing.redo()
  }

  #moveBy(step: Point): boolean {
    const camera = this.#context?.camera
    const { selected } = this.editing.state
    const chosen = selected && placeOf(this.editing.current, selected)
    if (!camera || (this.#mode === 'select' && !chosen)) return false
    if (selected && chosen) {
      this.editing.move(selected, this.#onPlan({ x: chosen.x + step.x, y: chosen.y + step.y }), 'move')
      return true
    }
    const { width, height } = camera.viewport
    const from = this.#cross ?? this.editing.openLane.at(-1) ?? camera.toMap({ x: width / 2, y: height / 2 })
    this.#cross = this.#onPlan({ x: from.x + step.x, y: from.y + step.y })
    this.#next = this.#cross
    this.#draw()
    return true
  }

  #enter(): boolean {
    if (this.#mode === 'select') return this.editing.selectNext()
    if (this.#cross) {
      this.#use(this.#cross)
      return true
    }
    const { isDrawing } = this.editing.state
    this.editing.finishLane()
    return isDrawing
  }

  #escape(): boolean {
    const { isDrawing, selected } = this.editing.state
    if (!isDrawing && !selected && !this.#cross) return false
    this.#cross = undefined
    this.#next = undefined
    this.editing.select(undefined)
    return true
  }

  #delete(isWholeLane: boolean): boolean {
    const { isDrawing, selected } = this.editing.state
    if (isDrawing) return this.editing.undo()
    if (!selected) return false
    if (isWholeLane && selected.kind === 'point') this.editing.removeLane(selected.lane)
    else this.editing.remove(selected)
    return true
  }

  /** What a click at a place of the plan does. */
  #use(at: Point): void {
    if (this.#mode === 'lane') this.editing.addPoint(at)
    else this.#placeStop(at)
  }

  #partAt(at: Point, kind: PointerKind): LanePart | undefined {
    const camera = this.#context?.camera
    if (!camera) return undefined
    const drawing = this.editing.current
    return partsOf(drawing).find((part) => {
      const place = placeOf(drawing, part)
      return place !== undefined && distance(camera.toScreen(place), at) <= grabRadius[kind]
    })
  }

  #snap(at: Point, kind: PointerKind, except?: Point): Point {
    const camera = this.#context?.camera
    if (!camera) return at
    const radius = distance(camera.toMap(at), camera.toMap({ x: at.x + grabRadius[kind], y: at.y }))
    return this.#onPlan(snapToLanes(this.editing.current, this.#onPlan(camera.toMap(at)), radius, except))
  }

  #isOnPlan(at: Point): boolean {
    const camera = this.#context?.camera
    return camera !== undefined && containsPoint({ x: 0, y: 0, ...camera.content }, camera.toMap(at))
  }

  #onPlan({ x, y }: Point): Point {
    const { width, height } = this.#context?.camera.content ?? { width: 0, height: 0 }
    return { x: Math.round(clamp(x, 0, width)), y: Math.round(clamp(y, 0, height)) }
  }

  #draw(): void {
    this.layer.show({
      drawing: this.#dragPreview ?? this.editing.current,
      selected: this.#dragPreview ? undefined : this.editing.state.selected,
      last: this.editing.openLane.at(-1),
      next: this.#next,
      cross: this.#cross,
    })
    this.#context?.redraw()
  }
}
