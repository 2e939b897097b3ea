import type { PointerSample } from './pointer-sample.ts'
import type { MapCommands, PointerState } from './pointer-state.ts'
import { PressState } from './press-state.ts'
import { ToolDragState } from './tool-drag-state.ts'

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
