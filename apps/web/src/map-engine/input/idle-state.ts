import { distance } from '../geometry.ts'
import type { DragHandler } from '../tools/tool.ts'
import { PinchState } from './pinch-state.ts'
import type { PointerSample } from './pointer-sample.ts'
import type { MapCommands, PointerState } from './pointer-state.ts'
import { dragThreshold, PressState } from './press-state.ts'

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
