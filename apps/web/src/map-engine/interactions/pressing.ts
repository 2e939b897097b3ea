import { distance } from '../geometry.ts'
import { Dragging } from './dragging.ts'
import type { Interaction, MapCommands, PointerSample } from './interaction.ts'
import { Pinching } from './pinching.ts'

/** A press that wanders farther than this is a drag. Fingers tremble more than mice. */
export const tremble = { mouse: 4, pen: 6, touch: 9 } as const

/** One pointer is down and has not moved: a click, unless it becomes a drag or a second finger joins. */
export class Pressing implements Interaction {
  readonly #hands: MapCommands
  readonly #start: PointerSample
  readonly #rest: () => Interaction

  constructor(hands: MapCommands, start: PointerSample, rest: () => Interaction) {
    this.#hands = hands
    this.#start = start
    this.#rest = rest
  }

  down(sample: PointerSample): Interaction {
    return new Pinching(this.#hands, this.#start, sample, this.#rest)
  }

  move(sample: PointerSample): Interaction {
    if (sample.pointer !== this.#start.pointer) return this
    if (distance(sample.at, this.#start.at) <= tremble[sample.kind]) return this
    return new Dragging(this.#hands, this.#start, this.#rest).move(sample)
  }

  up(sample: PointerSample): Interaction {
    if (sample.pointer !== this.#start.pointer) return this
    this.#hands.click(this.#start.at, sample.kind)
    return this.#rest()
  }

  cancel(): Interaction {
    return this.#rest()
  }
}
