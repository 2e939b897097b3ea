import { toZoomStep } from '../camera.ts'
import { distance, midpoint } from '../geometry.ts'
import type { Interaction, MapCommands, PointerSample } from './interaction.ts'

/** Two fingers: their middle drags the plan, their distance zooms it. Rests on the nearest step. */
export class Pinching implements Interaction {
  readonly #hands: MapCommands
  readonly #rest: () => Interaction
  #first: PointerSample
  #second: PointerSample
  readonly #apart: number
  readonly #zoom: number

  constructor(hands: MapCommands, first: PointerSample, second: PointerSample, rest: () => Interaction) {
    this.#hands = hands
    this.#first = first
    this.#second = second
    this.#rest = rest
    this.#apart = Math.max(1, distance(first.at, second.at))
    this.#zoom = hands.zoom
  }

  down(): Interaction {
    return this
  }

  move(sample: PointerSample): Interaction {
    const before = midpoint(this.#first.at, this.#second.at)
    if (sample.pointer === this.#first.pointer) this.#first = sample
    else if (sample.pointer === this.#second.pointer) this.#second = sample
    else return this
    const after = midpoint(this.#first.at, this.#second.at)
    this.#hands.panBy(after.x - before.x, after.y - before.y)
    this.#hands.zoomTo(this.#zoom * (distance(this.#first.at, this.#second.at) / this.#apart), after)
    return this
  }

  up(sample: PointerSample): Interaction {
    if (sample.pointer !== this.#first.pointer && sample.pointer !== this.#second.pointer) return this
    return this.cancel()
  }

  cancel(): Interaction {
    this.#hands.zoomTo(toZoomStep(this.#hands.zoom), midpoint(this.#first.at, this.#second.at))
    return this.#rest()
  }
}
