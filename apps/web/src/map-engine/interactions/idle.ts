import type { Interaction, MapHands, PointerSample } from './interaction.ts'
import { Pressing } from './pressing.ts'

/** Nothing is pressed: the mouse points at what lies under it. A finger cannot point without pressing. */
export class Idle implements Interaction {
  readonly #hands: MapHands

  constructor(hands: MapHands) {
    this.#hands = hands
  }

  down(sample: PointerSample): Interaction {
    return new Pressing(this.#hands, sample, () => new Idle(this.#hands))
  }

  move(sample: PointerSample): Interaction {
    if (sample.kind !== 'touch') this.#hands.point(this.#hands.hit(sample.at))
    return this
  }

  up(): Interaction {
    return this
  }

  cancel(): Interaction {
    this.#hands.point(undefined)
    return this
  }
}
