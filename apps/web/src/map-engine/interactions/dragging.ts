import type { Interaction, MapCommands, PointerSample } from './interaction.ts'
import { Pinching } from './pinching.ts'

/** The plan follows one pointer. */
export class Dragging implements Interaction {
  readonly #hands: MapCommands
  readonly #rest: () => Interaction
  #last: PointerSample

  constructor(hands: MapCommands, start: PointerSample, rest: () => Interaction) {
    this.#hands = hands
    this.#rest = rest
    this.#last = start
    hands.point(undefined)
    hands.setGrabbing(true)
  }

  down(sample: PointerSample): Interaction {
    this.#hands.setGrabbing(false)
    return new Pinching(this.#hands, this.#last, sample, this.#rest)
  }

  move(sample: PointerSample): Interaction {
    if (sample.pointer !== this.#last.pointer) return this
    this.#hands.panBy(sample.at.x - this.#last.at.x, sample.at.y - this.#last.at.y)
    this.#last = sample
    return this
  }

  up(sample: PointerSample): Interaction {
    return sample.pointer === this.#last.pointer ? this.cancel() : this
  }

  cancel(): Interaction {
    this.#hands.setGrabbing(false)
    return this.#rest()
  }
}
