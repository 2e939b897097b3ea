import type { Point } from '../geometry.ts'
import {
  emptyLaneDrawing,
  type LaneDrawing,
  type LanePart,
  type LaneStop,
  movePart,
  partsOf,
  placeOf,
  removeLane,
  removePart,
  samePlace,
  withoutLonePoints,
} from './lane-drawing.ts'
import { Listeners } from './tool.ts'
import { UndoHistory } from './undo-history.ts'

/** What can be seen of the lanes that are edited. A new object for every change, so that it can be compared. */
export interface LaneEditingState {
  /** As it can be saved. */
  readonly drawing: LaneDrawing
  readonly selected: LanePart | undefined
  /** Whether a lane is being drawn that the next point goes on with. */
  readonly isDrawing: boolean
  /** Whether the drawing is another one than was opened. */
  readonly isChanged: boolean
  readonly canUndo: boolean
  readonly canRedo: boolean
}

/** The lanes and stops of a plan while they are edited: what is chosen, the lane that is being drawn, and the past. */
export class LaneEditing {
  readonly #history = new UndoHistory<LaneDrawing>(emptyLaneDrawing)
  readonly #listeners = new Listeners()
  #opened: LaneDrawing = emptyLaneDrawing
  /** The lane that is being drawn, by its place. */
  #open: number | undefined
  #selected: LanePart | undefined
  #state: LaneEditingState = this.#readState()

  readonly subscribe = this.#listeners.add

  get state(): LaneEditingState {
    return this.#state
  }

  /** With a lane that was begun. */
  get current(): LaneDrawing {
    return this.#history.current
  }

  /** The points of the lane that is being drawn. */
  get openLane(): readonly Point[] {
    return this.#open === undefined ? [] : (this.current.lanes[this.#open] ?? [])
  }

  /** Begins with this drawing, without a past. */
  open(drawing: LaneDrawing): void {
    this.#opened = drawing
    this.#open = undefined
    this.#selected = undefined
    this.#history.reset(drawing)
    this.#publish()
  }

  /** The drawing was saved as it is: from now on another one is a change. */
  markSaved(saved: LaneDrawing): void {
    if (this.state.drawing === saved) this.#opened = this.current
    this.#publish()
  }

  addStop(stop: LaneStop): void {
    this.#commit({ ...this.current, stops: [...this.current.stops, stop] })
  }

  changeStop(index: number, stop: LaneStop): void {
    const stops = this.current.stops.map((known, at) => (at === index ? stop : known))
    this.#commit({ ...this.current, stops })
  }

  select(part: LanePart | undefined): void {
    this.finishLane()
    this.#selected = part
    this.#publish()
  }

  /** Chooses what comes after what is chosen, in a circle; false where there is nothing. */
  selectNext(): boolean {
    this.finishLane()
    const parts = partsOf(this.current)
    const place = parts.findIndex((part) => JSON.stringify(part) === JSON.stringify(this.#selected))
    if (parts.length > 0) this.select(parts[(place + 1) % parts.length])
    return parts.length > 0
  }

  /** @param run moves under one name that follow each other are one step of the past */
  move(part: LanePart, to: Point, run?: string): void {
    this.#history.push(movePart(this.current, part, to), run)
    this.#selected = part
    this.#publish()
  }

  remove(part: LanePart): void {
    if (placeOf(this.current, part)) this.#commit(removePart(this.current, part))
  }

  removeLane(lane: number): void {
    this.#commit(removeLane(this.current, lane))
  }

  /** Adds a point to the lane that is being drawn, or begins one. The last point again ends the lane. */
  addPoint(at: Point): void {
    const lane = this.openLane
    const last = lane.at(-1)
    if (last && samePlace(last, at)) {
      this.finishLane()
      return
    }
    const { lanes } = this.current
    const index = this.#open ?? lanes.length
    this.#commit({
      ...this.current,
      lanes: [...lanes.slice(0, index), [...lane, at], ...lanes.slice(index + 1)],
    })
    this.#open = index
    this.#publish()
  }

  finishLane(): void {
    if (this.#open === undefined) return
    const isLonePoint = this.openLane.length < 2
    this.#open = undefined
    // A lane of one point is taken back rather than remembered.
    if (isLonePoint) this.#history.undo()
    this.#publish()
  }

  undo(): boolean {
    return this.#afterStep(this.#history.undo())
  }

  redo(): boolean {
    return this.#afterStep(this.#history.redo())
  }

  #afterStep(isDone: boolean): boolean {
    if (!isDone) return false
    if (this.openLane.length === 0) this.#open = undefined
    this.#selected = undefined
    this.#publish()
    return true
  }

  #commit(drawing: LaneDrawing): void {
    this.#open = undefined
    this.#selected = undefined
    this.#history.push(drawing)
    this.#publish()
  }

  #readState(): LaneEditingState {
    const { current, canUndo, canRedo } = this.#history
    const isComplete = current.lanes.every((points) => points.length > 1)
    return {
      drawing: isComplete ? current : withoutLonePoints(current),
      selected: this.#selected,
      isDrawing: this.#open !== undefined,
      isChanged: current !== this.#opened,
      canUndo,
      canRedo,
    }
  }

  #publish(): void {
    this.#state = this.#readState()
    this.#listeners.notify()
  }
}
