import { toZoomStep } from '../camera.ts'
import { distance, midpoint } from '../geometry.ts'
import type { DragHandler } from '../tools/tool.ts'
import type { PointerSample } from './pointer-sample.ts'
import type { MapCommands, PointerState } from './pointer-state.ts'

/**
 * State with two fingers down: their middle drags the plan, their distance zooms it. The zoom ends on the nearest
 * step.
 */
class PinchState implements PointerState {
  readonly #commands: MapCommands
  readonly #toIdle: () => PointerState
  #first: PointerSample
  #second: PointerSample
  readonly #startDistance: number
  readonly #zoom: number

  constructor(
    commands: MapCommands,
    first: PointerSample,
    second: PointerSample,
    toIdle: () => PointerState,
  ) {
    this.#commands = commands
    this.#first = first
    this.#second = second
    this.#toIdle = toIdle
    this.#startDistance = Math.max(1, distance(first.at, second.at))
    this.#zoom = commands.zoom
  }

  down(): PointerState {
    return this
  }

  move(sample: PointerSample): PointerState {
    const before = midpoint(this.#first.at, this.#second.at)
    if (sample.pointer === this.#first.pointer) this.#first = sample
    else if (sample.pointer === this.#second.pointer) this.#second = sample
    else return this
    const after = midpoint(this.#first.at, this.#second.at)
    this.#commands.panBy(after.x - before.x, after.y - before.y)
    this.#commands.zoomTo(
      this.#zoom * (distance(this.#first.at, this.#second.at) / this.#startDistance),
      after,
    )
    return this
  }

  up(sample: PointerSample): PointerState {
    if (sample.pointer !== this.#first.pointer && sample.pointer !== this.#second.pointer) return this
    return this.cancel()
  }

  cancel(): PointerState {
    this.#commands.zoomTo(toZoomStep(this.#commands.zoom), midpoint(this.#first.at, this.#second.at))
    return this.#toIdle()
  }
}

/** State in which the plan follows one pointer. */
class PanState implements PointerState {
  readonly #commands: MapCommands
  readonly #toIdle: () => PointerState
  #last: PointerSample

  constructor(commands: MapCommands, start: PointerSample, toIdle: () => PointerState) {
    this.#commands = commands
    this.#toIdle = toIdle
    this.#last = start
    commands.setHovered(undefined)
    commands.setGrabbing(true)
  }

  down(sample: PointerSample): PointerState {
    this.#commands.setGrabbing(false)
    return new PinchState(this.#commands, this.#last, sample, this.#toIdle)
  }

  move(sample: PointerSample): PointerState {
    if (sample.pointer !== this.#last.pointer) return this
    this.#commands.panBy(sample.at.x - this.#last.at.x, sample.at.y - this.#last.at.y)
    this.#last = sample
    return this
  }

  up(sample: PointerSample): PointerState {
    return sample.pointer === this.#last.pointer ? this.cancel() : this
  }

  cancel(): PointerState {
    this.#commands.setGrabbing(false)
    return this.#toIdle()
  }
}

/** Distance in CSS pixels beyond which a press is a drag. Fingers are less steady than mice. */
const dragThreshold = { mouse: 4, pen: 6, touch: 9 } as const

/**
 * State with one pointer down that has not moved. It ends as a click, a drag, or a pinch when a second finger joins.
 */
class PressState implements PointerState {
  readonly #commands: MapCommands
  readonly #start: PointerSample
  readonly #toIdle: () => PointerState

  constructor(commands: MapCommands, start: PointerSample, toIdle: () => PointerState) {
    this.#commands = commands
    this.#start = start
    this.#toIdle = toIdle
  }

  down(sample: PointerSample): PointerState {
    return new PinchState(this.#commands, this.#start, sample, this.#toIdle)
  }

  move(sample: PointerSample): PointerState {
    if (sample.pointer !== this.#start.pointer) return this
    if (distance(sample.at, this.#start.at) <= dragThreshold[sample.kind]) return this
    return new PanState(this.#commands, this.#start, this.#toIdle).move(sample)
  }

  up(sample: PointerSample): PointerState {
    if (sample.pointer !== this.#start.pointer) return this
    this.#commands.click(this.#start.at, sample.kind, sample.alt)
    return this.#toIdle()
  }

  cancel(): PointerState {
    return this.#toIdle()
  }
}

/**
 * State in which one pointer holds an object of the tool. The object moves only after the press has become a drag.
 */
class ToolDragState implements PointerState {
  readonly #commands: MapCommands
  readonly #dragHandler: DragHandler
  readonly #start: PointerSample
  readonly #toIdle: () => PointerState
  #dragged = false

  constructor(
    commands: MapCommands,
    dragHandler: DragHandler,
    start: PointerSample,
    toIdle: () => PointerState,
  ) {
    this.#commands = commands
    this.#dragHandler = dragHandler
    this.#start = start
    this.#toIdle = toIdle
  }

  down(sample: PointerSample): PointerState {
    this.#dragHandler.cancel()
    return new PinchState(this.#commands, this.#start, sample, this.#toIdle)
  }

  move(sample: PointerSample): PointerState {
    if (sample.pointer !== this.#start.pointer) return this
    this.#dragged ||= distance(sample.at, this.#start.at) > dragThreshold[sample.kind]
    if (this.#dragged) this.#dragHandler.move(sample.at, sample.alt)
    return this
  }

  up(sample: PointerSample): PointerState {
    if (sample.pointer !== this.#start.pointer) return this
    if (this.#dragged) {
      this.#dragHandler.end()
      return this.#toIdle()
    }
    this.#dragHandler.cancel()
    this.#commands.click(this.#start.at, sample.kind, sample.alt)
    return this.#toIdle()
  }

  cancel(): PointerState {
    this.#dragHandler.cancel()
    return this.#toIdle()
  }
}

/** State without a pressed pointer: the mouse hovers over targets. A finger cannot hover. */
export class IdleState implements PointerState {
  readonly #commands: MapCommands

  constructor(commands: MapCommands) {
    this.#commands = commands
  }

  down(sample: PointerSample): PointerState {
    const toIdle = () => new IdleState(this.#commands)
    const dragHandler = this.#commands.startToolDrag(sample)
    return dragHandler
      ? new ToolDragState(this.#commands, dragHandler, sample, toIdle)
      : new PressState(this.#commands, sample, toIdle)
  }

  move(sample: PointerSample): PointerState {
    if (sample.kind !== 'touch') this.#commands.hover(sample.at, sample.alt)
    return this
  }

  up(): PointerState {
    return this
  }

  cancel(): PointerState {
    this.#commands.hover(undefined)
    return this
  }
}
