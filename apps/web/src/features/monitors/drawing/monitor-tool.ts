import type { MonitorMark } from '@wardtrack/contracts'
import {
  type DragEdit,
  type SurfaceObject,
  type SurfacePart,
  type SurfacePlace,
  SurfaceTool,
} from '../../../drawing-surface/index.ts'
import type { KeyPress, Point } from '../../../map-engine/index.ts'
import { isSameDrawing, type MonitorDrawing, withMonitor } from './monitor-drawing.ts'
import { monitorObjects, placeOf, type RequestedMonitor } from './monitor-objects.ts'

/** Actions of the monitor tool. Points are whole pixels of the plan. */
export interface MonitorToolActions {
  /** Called after a click on the plan, or Enter over it. */
  readonly placeMonitor: (at: Point) => void
  /** Called after monitors were moved, or a step was undone or redone. */
  readonly changeMonitors: (before: MonitorDrawing, after: MonitorDrawing) => void
  /** Called after Delete on a monitor. */
  readonly removeMonitor: (mark: MonitorMark) => void
  /** Called when the mouse is over a monitor, or over none. */
  readonly hoverMonitor: (id: string | undefined) => void
}

/**
 * Tool that places monitors. A click on the plan asks for a new monitor; a drag or keys move an existing one. Arrows
 * move the chosen monitor until Enter or another choice puts it down, and Escape returns it. Without a chosen
 * monitor, arrows move a cross, and Enter asks for a monitor there. Monitors stay inside the plan.
 */
export class MonitorTool extends SurfaceTool<MonitorDrawing> {
  #actions: MonitorToolActions
  #label: (mark: MonitorMark) => string = () => ''
  #highlighted: string | undefined
  #hovered: string | undefined
  #requested: RequestedMonitor | undefined
  /** Chosen monitor at the position reached by keys. */
  #carried: MonitorMark | undefined
  /** Position where keys would place the next monitor. */
  #cross: Point | undefined

  constructor(actions: MonitorToolActions) {
    super([])
    this.#actions = actions
  }

  setActions(actions: MonitorToolActions): void {
    this.#actions = actions
  }

  setLabel(label: (mark: MonitorMark) => string): void {
    this.#label = label
    this.redraw()
  }

  /** Highlights the monitor hovered in the list beside the map. */
  setHighlighted(id: string | undefined): void {
    this.#highlighted = id
    this.redraw()
  }

  setRequested(requested: RequestedMonitor | undefined): void {
    this.#requested = requested
    this.redraw()
  }

  /** Shows exactly these monitors. Changes by others clear the history, because this user must not undo them. */
  setMarks(marks: MonitorDrawing): void {
    if (isSameDrawing(marks, this.drawing)) return
    const { chosen } = this.state
    const carried = this.#carried
    this.open(marks)
    if (chosen) super.choose(chosen)
    if (!marks.some(({ hierarchyId }) => hierarchyId === carried?.hierarchyId)) this.#carried = undefined
    this.redraw()
  }

  /** Records a step that is already stored. It can be undone and is not reported. */
  addStored(drawing: MonitorDrawing): void {
    super.commit(drawing)
  }

  /** Chooses a monitor for moving by keys. */
  chooseMonitor(id: string): void {
    this.choose({ object: id, handle: id, cursor: 'move' })
  }

  /** Puts the moved monitor down before another is chosen. */
  override choose(part: SurfacePart | undefined): void {
    if (part?.object !== this.#carried?.hierarchyId) this.#putDown()
    if (part) this.#cross = undefined
    super.choose(part)
  }

  override commit(drawing: MonitorDrawing, run?: string): void {
    const before = this.drawing
    super.commit(drawing, run)
    this.#actions.changeMonitors(before, drawing)
  }

  override undo(): boolean {
    if (this.#carried) return this.#putBack()
    return this.#step(() => super.undo())
  }

  override redo(): boolean {
    return this.#step(() => super.redo())
  }

  protected override objectsOf(drawing: MonitorDrawing): readonly SurfaceObject[] {
    return monitorObjects(drawing, {
      label: this.#label,
      highlighted: [this.#highlighted, this.#chosenMark?.hierarchyId],
      carried: this.#carried,
      requested: this.#requested,
      cross: this.#cross,
    })
  }

  protected override startEdit(
    part: SurfacePart | undefined,
    { at: from }: SurfacePlace,
  ): DragEdit<MonitorDrawing> | undefined {
    this.#putDown()
    const mark = this.#markOf(part)
    if (!mark) return undefined
    const { drawing } = this
    const foot = placeOf(mark)
    return ({ at: to }) => {
      // The foot keeps its distance from the pointer, so that the monitor does not jump at the start of a drag.
      const place = this.placeOnPlan({ x: foot.x + to.x - from.x, y: foot.y + to.y - from.y })
      return place.x === foot.x && place.y === foot.y ? undefined : withMonitor(drawing, moved(mark, place))
    }
  }

  protected override clickPart(part: SurfacePart | undefined, { at }: SurfacePlace): boolean {
    const mark = this.#markOf(part)
    this.#cross = undefined
    this.choose(mark && part)
    // A click outside the image is ignored.
    if (!mark && this.isOnPlan(at)) this.#actions.placeMonitor(this.placeOnPlan(at))
    return true
  }

  protected override pointAt(_place: SurfacePlace | undefined, part?: SurfacePart): void {
    const id = this.#markOf(part)?.hierarchyId
    if (id === this.#hovered) return
    this.#hovered = id
    this.#actions.hoverMonitor(id)
  }

  protected override freeCursor({ at }: SurfacePlace): string {
    return this.isOnPlan(at) ? 'crosshair' : 'default'
  }

  protected override pressKey({ key }: KeyPress, step: Point | undefined): boolean {
    if (step) return this.#moveBy(step)
    if (key === 'Enter') return this.#confirm()
    if (key === 'Escape') return this.#giveUp()
    const mark = this.#chosenMark
    if (!mark || (key !== 'Delete' && key !== 'Backspace')) return false
    this.#actions.removeMonitor(mark)
    return true
  }

  get #chosenMark(): MonitorMark | undefined {
    return this.#markOf(this.state.chosen)
  }

  #markOf(part: SurfacePart | undefined): MonitorMark | undefined {
    return this.drawing.find(({ hierarchyId }) => hierarchyId === part?.object)
  }

  #moveBy(step: Point): boolean {
    const chosen = this.#chosenMark
    const start = this.#carried ?? chosen
    const from = start ? placeOf(start) : (this.#cross ?? this.pointOfView(0.5, 0.5))
    const place = this.placeOnPlan({ x: from.x + step.x, y: from.y + step.y })
    if (chosen) this.#carried = moved(chosen, place)
    else this.#cross = place
    this.redraw()
    this.reveal(place)
    return true
  }

  #confirm(): boolean {
    if (this.#carried) return this.#putDown()
    const at = this.#cross
    if (!at) return false
    this.#cross = undefined
    this.redraw()
    this.#actions.placeMonitor(at)
    return true
  }

  #giveUp(): boolean {
    if (!this.#carried && !this.#cross && !this.state.chosen) return false
    this.#cross = undefined
    this.#putBack()
    this.choose(undefined)
    return true
  }

  #putDown(): boolean {
    const carried = this.#carried
    if (!carried) return false
    this.#carried = undefined
    const drawing = withMonitor(this.drawing, carried)
    if (isSameDrawing(drawing, this.drawing)) this.redraw()
    else this.commit(drawing)
    return true
  }

  #putBack(): boolean {
    this.#carried = undefined
    this.redraw()
    return true
  }

  #step(go: () => boolean): boolean {
    this.#carried = undefined
    const before = this.drawing
    const isDone = go()
    if (isDone) this.#actions.changeMonitors(before, this.drawing)
    return isDone
  }
}

const moved = (mark: MonitorMark, { x, y }: Point): MonitorMark => ({
  ...mark,
  xCoordinate: x,
  yCoordinate: y,
})
