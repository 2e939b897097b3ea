import type { Camera } from '../camera.ts'
import { clamp, containsPoint, type Point } from '../geometry.ts'
import type { PointerKind, PointerSample } from '../input/pointer-sample.ts'
import type { MapPin } from '../marker.ts'
import { MonitorToolLayer } from './monitor-tool-layer.ts'
import { pinAt } from './pin-hit-test.ts'
import { arrowStep, type DragHandler, type KeyPress, type MapTool, type ToolContext } from './tool.ts'

/** What a person did with the monitor tool. Points are whole pixels of the plan. */
export interface MonitorToolActions {
  /** The plan was clicked, or Enter was pressed over it. */
  placeMonitor(at: Point): void
  /** A monitor was dragged, or moved by keys, to another point. */
  moveMonitor(id: string, to: Point): void
  /** A monitor was clicked, is carried by keys, or is let go. */
  selectMonitor(id: string | undefined): void
  /** The pointer is over a monitor, or over none. */
  hoverMonitor(id: string | undefined): void
}

/** What the keyboard carries over the plan: a chosen monitor, or the cross that says where the next will stand. */
interface KeyboardMove {
  readonly id: string | undefined
  readonly at: Point
}

/**
 * Placing monitors: a click on the plan asks for a new one, a drag or keys correct one. With the keyboard, arrows
 * carry a cross, or the chosen monitor, and Enter puts it down. Nothing can be put outside the plan.
 */
export class MonitorTool implements MapTool {
  readonly layer = new MonitorToolLayer()
  #actions: MonitorToolActions
  #monitors: readonly MapPin[] = []
  #selected: string | undefined
  #moving: KeyboardMove | undefined
  /** Put down, and shown there until its owner says where it stands now. */
  #pendingMove: KeyboardMove | undefined
  #hovered: string | undefined
  #context: ToolContext | undefined

  constructor(actions: MonitorToolActions) {
    this.#actions = actions
  }

  setActions(actions: MonitorToolActions): void {
    this.#actions = actions
  }

  /** Shows exactly these monitors. A move in progress goes on. */
  setMonitors(monitors: readonly MapPin[]): void {
    this.#monitors = monitors
    this.#pendingMove = undefined
    if (this.#moving?.id !== undefined && !this.#monitorOf(this.#moving.id)) this.#moving = undefined
    this.#draw()
  }

  /** Chooses a monitor, as the list beside the map does; keys move the chosen one. */
  select(id: string | undefined): void {
    if (this.#selected === id) return
    this.#selected = id
    this.#moving = undefined
    this.#draw()
  }

  attach(context: ToolContext | undefined): void {
    this.#context = context
  }

  startDrag({ at, kind }: PointerSample): DragHandler | undefined {
    const camera = this.#context?.camera
    const grabbed = camera && pinAt(this.#monitors, at, camera, kind)
    if (!camera || !grabbed) return undefined
    // The foot keeps its distance from the pointer: a monitor does not jump when it is taken.
    const start = camera.toMap(at)
    const grabOffset = { x: grabbed.x - start.x, y: grabbed.y - start.y }
    const drawAt = (place: Point | undefined): void => {
      this.#moving = place && { id: grabbed.id, at: place }
      this.#draw()
    }
    return {
      move: (to) => {
        const pointerOnMap = camera.toMap(to)
        drawAt(onPlan({ x: pointerOnMap.x + grabOffset.x, y: pointerOnMap.y + grabOffset.y }, camera))
      },
      end: () => {
        const place = this.#moving?.at
        if (place && (place.x !== grabbed.x || place.y !== grabbed.y)) this.#drop(grabbed.id, place)
        else drawAt(undefined)
      },
      cancel: () => drawAt(undefined),
    }
  }

  hover(at: Point | undefined): string | undefined {
    const camera = this.#context?.camera
    if (!camera) return undefined
    const id = at && pinAt(this.#monitors, at, camera, 'mouse')?.id
    if (id !== this.#hovered) {
      this.#hovered = id
      this.#actions.hoverMonitor(id)
    }
    if (!at) return undefined
    if (id !== undefined) return 'move'
    return isOnPlan(camera.toMap(at), camera) ? 'crosshair' : 'default'
  }

  click(at: Point, by: PointerKind): boolean {
    const camera = this.#context?.camera
    if (!camera) return false
    const hit = pinAt(this.#monitors, at, camera, by)
    if (hit) {
      this.#actions.selectMonitor(hit.id)
      return true
    }
    const place = camera.toMap(at)
    // A click outside the image is ignored.
    if (isOnPlan(place, camera)) this.#actions.placeMonitor(onPlan(place, camera))
    return true
  }

  key(press: KeyPress): boolean {
    const step = press.command ? undefined : arrowStep(press)
    if (step) return this.#moveByKey(step)
    if (press.key === 'Enter') return this.#confirmMove()
    if (press.key !== 'Escape' || (!this.#moving && this.#selected === undefined)) return false
    this.#moving = undefined
    this.#draw()
    this.#actions.selectMonitor(undefined)
    return true
  }

  #moveByKey(step: Point): boolean {
    const camera = this.#context?.camera
    if (!camera) return false
    const { width, height } = camera.viewport
    const chosen = this.#monitorOf(this.#selected)
    const from = this.#moving?.at ?? chosen ?? camera.toMap({ x: width / 2, y: height / 2 })
    this.#moving = { id: chosen?.id, at: onPlan({ x: from.x + step.x, y: from.y + step.y }, camera) }
    this.#draw()
    return true
  }

  #confirmMove(): boolean {
    const carried = this.#moving
    if (!carried) return false
    if (carried.id !== undefined) this.#drop(carried.id, carried.at)
    else {
      this.#moving = undefined
      this.#draw()
      this.#actions.placeMonitor(carried.at)
    }
    return true
  }

  #drop(id: string, at: Point): void {
    this.#moving = undefined
    this.#pendingMove = { id, at }
    this.#draw()
    this.#actions.moveMonitor(id, at)
  }

  #monitorOf(id: string | undefined): MapPin | undefined {
    return id === undefined ? undefined : this.#monitors.find((monitor) => monitor.id === id)
  }

  #draw(): void {
    const { id, at } = this.#moving ?? this.#pendingMove ?? {}
    const shown = this.#monitors.map((monitor) => ({
      ...monitor,
      ...(monitor.id === id ? at : {}),
      highlighted: monitor.highlighted === true || monitor.id === this.#selected || monitor.id === id,
    }))
    this.layer.show(shown, id === undefined ? at : undefined)
    this.#context?.redraw()
  }
}

function isOnPlan(at: Point, camera: Camera): boolean {
  return containsPoint({ x: 0, y: 0, ...camera.content }, at)
}

function onPlan({ x, y }: Point, { content }: Camera): Point {
  return { x: Math.round(clamp(x, 0, content.width)), y: Math.round(clamp(y, 0, content.height)) }
}
