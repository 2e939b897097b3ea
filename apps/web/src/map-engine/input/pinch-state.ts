import { toZoomStep } from '../camera.ts'
import { distance, midpoint } from '../geometry.ts'
import type { PointerSample } from './pointer-sample.ts'
import type { MapCommands, PointerState } from './pointer-state.ts'

/**
 * State with two fingers down: their middle drags the plan, their distance zooms it. The zoom ends on the nearest
 * step.
 */
export class PinchState implements PointerState {
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
