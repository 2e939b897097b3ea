import type { Camera } from '../camera.ts'
import { clamp, type Point } from '../geometry.ts'
import type { PointerKind, PointerSample } from '../interactions/interaction.ts'
import type { MapFigure } from '../marker.ts'
import { arrowStep, type DragHandler, type KeyPress, type MapTool, type ToolContext } from '../tool.ts'
import { BoardLayer } from './board-layer.ts'
import { figureAt } from './figure-hits.ts'
import { holds } from './rectangle.ts'

/** What a person did on the board. Points are whole pixels of the plan. */
export interface BoardActions {
  /** The plan was clicked, or Enter was pressed over it. */
  place(at: Point): void
  /** A monitor was dragged, or moved by keys, to another point. */
  move(id: string, to: Point): void
  /** A monitor was clicked, is carried by keys, or is let go. */
  choose(id: string | undefined): void
  /** The pointer is over a monitor, or over none. */
  point(id: string | undefined): void
}

/** What the keyboard carries over the plan: a chosen monitor, or the cross that says where the next will stand. */
interface Carried {
  readonly id: string | undefined
  readonly at: Point
}

/**
 * Placing monitors: a click on the plan asks for a new one, a drag or keys correct one. With the keyboard, arrows
 * carry a cross, or the chosen monitor, and Enter puts it down. Nothing can be put outside the plan.
 */
export class MonitorBoard implements MapTool {
  readonly layer = new BoardLayer()
  #actions: BoardActions
  #monitors: readonly MapFigure[] = []
  #chosen: string | undefined
  #carried: Carried | undefined
  /** Put down, and shown there until its owner says where it stands now. */
  #dropped: Carried | undefined
  #pointed: string | undefined
  #table: ToolContext | undefined

  constructor(actions: BoardActions) {
    this.#actions = actions
  }

  setActions(actions: BoardActions): void {
    this.#actions = actions
  }

  /** Makes the board show exactly these monitors. What is being carried stays in hand. */
  setMonitors(monitors: readonly MapFigure[]): void {
    this.#monitors = monitors
    this.#dropped = undefined
    if (this.#carried?.id !== undefined && !this.#monitorOf(this.#carried.id)) this.#carried = undefined
    this.#draw()
  }

  /** Chooses a monitor, as the list beside the map does; keys move the chosen one. */
  choose(id: string | undefined): void {
    if (this.#chosen === id) return
    this.#chosen = id
    this.#carried = undefined
    this.#draw()
  }

  attach(table: ToolContext | undefined): void {
    this.#table = table
  }

  grip({ at, kind }: PointerSample): DragHandler | undefined {
    const camera = this.#table?.camera
    const held = camera && figureAt(this.#monitors, at, camera, kind)
    if (!camera || !held) return undefined
    // The foot keeps its distance from the pointer: a monitor does not jump when it is taken.
    const start = camera.toMap(at)
    const lifted = { x: held.x - start.x, y: held.y - start.y }
    const drawAt = (place: Point | undefined): void => {
      this.#carried = place && { id: held.id, at: place }
      this.#draw()
    }
    return {
      move: (to) => {
        const under = camera.toMap(to)
        drawAt(onPlan({ x: under.x + lifted.x, y: under.y + lifted.y }, camera))
      },
      drop: () => {
        const place = this.#carried?.at
        if (place && (place.x !== held.x || place.y !== held.y)) this.#drop(held.id, place)
        else drawAt(undefined)
      },
      cancel: () => drawAt(undefined),
    }
  }

  hover(at: Point | undefined): string | undefined {
    const camera = this.#table?.camera
    if (!camera) return undefined
    const id = at && figureAt(this.#monitors, at, camera, 'mouse')?.id
    if (id !== this.#pointed) {
      this.#pointed = id
      this.#actions.point(id)
    }
    if (!at) return undefined
    if (id !== undefined) return 'move'
    return isOnPlan(camera.toMap(at), camera) ? 'crosshair' : 'default'
  }

  click(at: Point, by: PointerKind): boolean {
    const camera = this.#table?.camera
    if (!camera) return false
    const hit = figureAt(this.#monitors, at, camera, by)
    if (hit) {
      this.#actions.choose(hit.id)
      return true
    }
    const place = camera.toMap(at)
    // A click outside the image is ignored (specification 1 §5).
    if (isOnPlan(place, camera)) this.#actions.place(onPlan(place, camera))
    return true
  }

  key(press: KeyPress): boolean {
    const step = press.command ? undefined : arrowStep(press)
    if (step) return this.#carryBy(step)
    if (press.key === 'Enter') return this.#putDown()
    if (press.key !== 'Escape' || (!this.#carried && this.#chosen === undefined)) return false
    this.#carried = undefined
    this.#draw()
    this.#actions.choose(undefined)
    return true
  }

  #carryBy(step: Point): boolean {
    const camera = this.#table?.camera
    if (!camera) return false
    const { width, height } = camera.viewport
    const chosen = this.#monitorOf(this.#chosen)
    const from = this.#carried?.at ?? chosen ?? camera.toMap({ x: width / 2, y: height / 2 })
    this.#carried = { id: chosen?.id, at: onPlan({ x: from.x + step.x, y: from.y + step.y }, camera) }
    this.#draw()
    return true
  }

  #putDown(): boolean {
    const carried = this.#carried
    if (!carried) return false
    if (carried.id !== undefined) this.#drop(carried.id, carried.at)
    else {
      this.#carried = undefined
      this.#draw()
      this.#actions.place(carried.at)
    }
    return true
  }

  #drop(id: string, at: Point): void {
    this.#carried = undefined
    this.#dropped = { id, at }
    this.#draw()
    this.#actions.move(id, at)
  }

  #monitorOf(id: string | undefined): MapFigure | undefined {
    return id === undefined ? undefined : this.#monitors.find((monitor) => monitor.id === id)
  }

  #draw(): void {
    const { id, at } = this.#carried ?? this.#dropped ?? {}
    const shown = this.#monitors.map((monitor) => ({
      ...monitor,
      ...(monitor.id === id ? at : {}),
      marked: monitor.marked === true || monitor.id === this.#chosen || monitor.id === id,
    }))
    this.layer.show(shown, id === undefined ? at : undefined)
    this.#table?.redraw()
  }
}

function isOnPlan(at: Point, camera: Camera): boolean {
  return holds({ x: 0, y: 0, ...camera.content }, at)
}

function onPlan({ x, y }: Point, { content }: Camera): Point {
  return { x: Math.round(clamp(x, 0, content.width)), y: Math.round(clamp(y, 0, content.height)) }
}
