import { distance } from '../geometry.ts'
import type { DragHandler } from '../tool.ts'
import type { Interaction, MapCommands, PointerSample } from './interaction.ts'
import { Pinching } from './pinching.ts'
import { tremble } from './pressing.ts'

/** One pointer holds something of the tool's. It is moved only once the press has become a drag. */
export class DraggingState implements Interaction {
  readonly #hands: MapCommands
  readonly #grip: DragHandler
  readonly #start: PointerSample
  readonly #rest: () => Interaction
  #dragged = false

  constructor(hands: MapCommands, grip: DragHandler, start: PointerSample, rest: () => Interaction) {
    this.#hands = hands
    this.#grip = grip
    this.#start = start
    this.#rest = rest
  }

  down(sample: PointerSample): Interaction {
    this.#grip.cancel()
    return new Pinching(this.#hands, this.#start, sample, this.#rest)
  }

  move(sample: PointerSample): Interaction {
    if (sample.pointer !== this.#start.pointer) return this
    this.#dragged ||= distance(sample.at, this.#start.at) > tremble[sample.kind]
    if (this.#dragged) this.#grip.move(sample.at)
    return this
  }

  up(sample: PointerSample): Interaction {
    if (sample.pointer !== this.#start.pointer) return this
    if (this.#dragged) {
      this.#grip.drop()
      return this.#rest()
    }
    this.#grip.cancel()
    this.#hands.click(this.#start.at, sample.kind)
    return this.#rest()
  }

  cancel(): Interaction {
    this.#grip.cancel()
    return this.#rest()
  }
}
