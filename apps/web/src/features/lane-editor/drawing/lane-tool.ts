import {
  type DragEdit,
  type SurfaceObject,
  type SurfacePart,
  type SurfacePlace,
  SurfaceTool,
} from '../../../drawing-surface/index.ts'
import type { KeyPress, Point } from '../../../map-engine/index.ts'
import {
  addPoint,
  emptyLaneDrawing,
  insertPoint,
  type LaneDrawing,
  type LanePart,
  type LaneStop,
  movePart,
  openLaneOf,
  partsOf,
  placeOf,
  removeLane,
  removePart,
  samePlace,
  snapToLanes,
  stretchMiddle,
  withoutLonePoints,
} from './lane-drawing.ts'
import { laneObjects, lanePartOf, stretchOf, surfacePartOf } from './lane-objects.ts'

/** Effect of a click: extends a lane, places a stop, or chooses a part. */
export type LaneMode = 'lane' | 'stop' | 'select'

/** Distance within which a point snaps to lanes and stops, in CSS pixels. */
const snapReach = { mouse: 10, pen: 14, touch: 22 } as const

/**
 * Tool that draws lanes. Each click adds a point, which snaps to near lanes unless Alt is held. Enter, Escape or a
 * click on the last point ends the lane. Points and stops are dragged, or moved by keys once chosen. In the mode
 * `select`, a drag from the middle of a segment inserts a point. Without a pointer, arrows move a cross and Enter
 * clicks there.
 */
export class LaneTool extends SurfaceTool<LaneDrawing> {
  #placeStop: (at: Point) => void = () => undefined
  #mode: LaneMode = 'lane'
  /** Position of the next point. */
  #next: Point | undefined
  #cross: Point | undefined

  constructor() {
    super(emptyLaneDrawing)
  }

  /** @param placeStop asks for the stop at this point and adds it */
  setPlaceStop(placeStop: (at: Point) => void): void {
    this.#placeStop = placeStop
  }

  setMode(mode: LaneMode): void {
    if (this.#mode === mode) return
    this.#mode = mode
    this.#next = undefined
    this.#cross = undefined
    this.choose(undefined)
    this.redraw()
  }

  addStop(stop: LaneStop): void {
    this.#edit((drawing) => ({ ...drawing, stops: [...drawing.stops, stop] }))
  }

  changeStop(index: number, stop: LaneStop): void {
    this.#edit((drawing) => ({
      ...drawing,
      stops: drawing.stops.map((known, at) => (at === index ? stop : known)),
    }))
  }

  removePart(part: LanePart): void {
    this.#edit((drawing) => removePart(drawing, part))
  }

  removeLane(lane: number): void {
    this.#edit((drawing) => removeLane(drawing, lane))
  }

  choosePart(part: LanePart | undefined): void {
    this.choose(part && surfacePartOf(part))
  }

  /** Ends the lane being drawn. A lane of a single point is removed without a step in the history. */
  finishLane(): void {
    while (this.drawing.open !== undefined && openLaneOf(this.drawing).length < 2) if (!super.undo()) break
    const { drawing } = this
    if (drawing.open !== undefined) this.replace({ ...withoutLonePoints(drawing), open: undefined })
  }

  override choose(part: SurfacePart | undefined): void {
    this.finishLane()
    if (part) this.#cross = undefined
    super.choose(part)
  }

  override undo(): boolean {
    return this.#afterStep(super.undo())
  }

  override redo(): boolean {
    return this.#afterStep(super.redo())
  }

  protected override objectsOf(drawing: LaneDrawing): readonly SurfaceObject[] {
    return laneObjects(drawing, {
      next: this.#next,
      cross: this.#cross,
      mayInsert: this.#mode === 'select',
      scale: this.scale,
    })
  }

  protected override startEdit(
    part: SurfacePart | undefined,
    { at: from }: SurfacePlace,
  ): DragEdit<LaneDrawing> | undefined {
    const { drawing } = this
    const stretch = stretchOf(part)
    if (stretch) return (to) => insertPoint(drawing, stretch.lane, stretch.point, this.#snapped(to))
    const moved = lanePartOf(part)
    const start = moved && placeOf(drawing, moved)
    if (!start) return undefined
    return (to) => {
      // The part keeps its distance from the pointer, so that it does not jump at the start of a drag.
      const at = { x: start.x + to.at.x - from.x, y: start.y + to.at.y - from.y }
      const place = this.#snapped({ ...to, at }, start)
      return samePlace(place, start) ? undefined : movePart(drawing, moved, place)
    }
  }

  /** After the drag of a segment, the new point is chosen. */
  protected override chosenAfter(part: SurfacePart | undefined): SurfacePart | undefined {
    const stretch = stretchOf(part)
    return stretch ? surfacePartOf({ kind: 'point', lane: stretch.lane, point: stretch.point + 1 }) : part
  }

  protected override clickPart(part: SurfacePart | undefined, place: SurfacePlace): boolean {
    this.#cross = undefined
    const hit = lanePartOf(part)
    if (this.#mode === 'select' || (this.#mode === 'stop' && hit?.kind === 'stop')) this.choosePart(hit)
    // A click outside the image is ignored.
    else if (this.isOnPlan(place.at)) this.#use(this.#snapped(place))
    return true
  }

  protected override pointAt(place: SurfacePlace | undefined): void {
    const draws = this.#mode !== 'select' && place !== undefined && this.isOnPlan(place.at)
    const before = this.#next
    this.#next = draws ? this.#snapped(place) : undefined
    if (this.#next !== before) this.redraw()
  }

  protected override freeCursor({ at }: SurfacePlace): string | undefined {
    return this.#mode !== 'select' && this.isOnPlan(at) ? 'crosshair' : undefined
  }

  protected override pressKey({ key, shift }: KeyPress, step: Point | undefined): boolean {
    if (step) return this.#moveBy(step)
    if (key === 'Enter') return this.#enter()
    if (key === 'Escape') return this.#escape()
    if (key === 'Insert') return this.#insertAtChosen()
    return (key === 'Delete' || key === 'Backspace') && this.#delete(shift)
  }

  get #chosenPart(): LanePart | undefined {
    return lanePartOf(this.state.chosen)
  }

  #moveBy(step: Point): boolean {
    const part = this.#chosenPart
    const from = part ? placeOf(this.drawing, part) : this.#crossStart()
    if (!from) return false
    const place = this.placeOnPlan({ x: from.x + step.x, y: from.y + step.y })
    if (part)
      this.commit(
        movePart(this.drawing, part, place),
        `move ${this.state.chosen?.object} ${this.state.chosen?.handle}`,
      )
    else {
      this.#cross = place
      this.#next = place
      this.redraw()
    }
    this.reveal(place)
    return true
  }

  /** Returns the start of the cross that keys move; undefined in the mode `select`. */
  #crossStart(): Point | undefined {
    if (this.#mode === 'select') return undefined
    return this.#cross ?? openLaneOf(this.drawing).at(-1) ?? this.pointOfView(0.5, 0.5)
  }

  #enter(): boolean {
    if (this.#mode === 'select') return this.#chooseNextPart()
    if (this.#cross) {
      this.#use(this.#cross)
      return true
    }
    const isDrawing = this.drawing.open !== undefined
    this.finishLane()
    return isDrawing
  }

  /** Chooses the part after the chosen one, in a circle; returns false if there are no parts. */
  #chooseNextPart(): boolean {
    const parts = partsOf(this.drawing)
    const { object, handle } = this.state.chosen ?? {}
    const now = parts.map(surfacePartOf).findIndex((part) => part.object === object && part.handle === handle)
    const next = parts[(now + 1) % parts.length]
    const at = next && placeOf(this.drawing, next)
    if (!at) return false
    this.choosePart(next)
    this.reveal(at)
    return true
  }

  #escape(): boolean {
    if (this.drawing.open === undefined && !this.state.chosen && !this.#cross) return false
    this.#cross = undefined
    this.#next = undefined
    this.choose(undefined)
    this.redraw()
    return true
  }

  #delete(isWholeLane: boolean): boolean {
    if (this.drawing.open !== undefined) return this.undo()
    const part = this.#chosenPart
    if (!part) return false
    if (isWholeLane && part.kind === 'point') this.removeLane(part.lane)
    else this.removePart(part)
    return true
  }

  /** Inserts a point into the middle of the segment after the chosen point, or before it if it is the last. */
  #insertAtChosen(): boolean {
    const part = this.#chosenPart
    if (part?.kind !== 'point') return false
    const { lane } = part
    const point = stretchMiddle(this.drawing, lane, part.point) ? part.point : part.point - 1
    const middle = stretchMiddle(this.drawing, lane, point)
    if (!middle) return false
    this.commit(insertPoint(this.drawing, lane, point, this.placeOnPlan(middle)))
    this.choosePart({ kind: 'point', lane, point: point + 1 })
    return true
  }

  /** Handles a click at a place of the plan. */
  #use(at: Point): void {
    if (this.#mode === 'stop') {
      this.#placeStop(at)
      return
    }
    const last = openLaneOf(this.drawing).at(-1)
    if (last && samePlace(last, at)) {
      this.finishLane()
      return
    }
    // From now on the arrow keys move the next point.
    super.choose(undefined)
    this.commit(addPoint(this.drawing, at))
  }

  /** Clears the choice after a step, because parts are identified by indexes, which a step may have changed. */
  #afterStep(isDone: boolean): boolean {
    if (isDone) super.choose(undefined)
    return isDone
  }

  /** Changes a finished part; a lane being drawn ends. */
  #edit(change: (drawing: LaneDrawing) => LaneDrawing): void {
    this.choose(undefined)
    this.commit(change(this.drawing))
  }

  #snapped({ at, kind, alt }: SurfacePlace, except?: Point): Point {
    const place = this.placeOnPlan(at)
    if (alt) return place
    return this.placeOnPlan(snapToLanes(this.drawing, place, snapReach[kind] / this.scale, except))
  }
}
