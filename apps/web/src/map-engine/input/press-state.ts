import { distance } from '../geometry.ts'
import { PanState } from './pan-state.ts'
import { PinchState } from './pinch-state.ts'
import type { PointerSample } from './pointer-sample.ts'
import type { MapCommands, PointerState } from './pointer-state.ts'

/** Distance in CSS pixels beyond which a press is a drag. Fingers are less steady than mice. */
export const dragThreshold = { mouse: 4, pen: 6, touch: 9 } as const

/**
 * State with one pointer down that has not moved. It ends as a click, a drag, or a pinch when a second finger joins.
 */
export class PressState implements PointerState {
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
