import { DraggingState } from './dragging-state.ts'
import type { Interaction, MapCommands, PointerSample } from './interaction.ts'
import { Pressing } from './pressing.ts'

/** Nothing is pressed: the mouse points at what lies under it. A finger cannot point without pressing. */
export class Idle implements Interaction {
  readonly #hands: MapCommands

  constructor(hands: MapCommands) {
    this.#hands = hands
  }

  down(sample: PointerSample): Interaction {
    const rest = () => new Idle(this.#hands)
    const grip = this.#hands.grip(sample)
    return grip ? new DraggingState(this.#hands, grip, sample, rest) : new Pressing(this.#hands, sample, rest)
  }

  move(sample: PointerSample): Interaction {
    if (sample.kind !== 'touch') this.#hands.hover(sample.at)
    return this
  }

  up(): Interaction {
    return this
  }

  cancel(): Interaction {
    this.#hands.hover(undefined)
    return this
  }
}
