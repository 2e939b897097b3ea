import { PinchState } from './pinch-state.ts'
import type { PointerSample } from './pointer-sample.ts'
import type { MapCommands, PointerState } from './pointer-state.ts'

/** State in which the plan follows one pointer. */
export class PanState implements PointerState {
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
