import type { KeyPress } from '../tools/tool.ts'
import type { Direction } from './nearest-target.ts'

/** Commands that keys give to a map. */
export interface KeyCommands {
  /** Offers a key to the tool; returns true if the tool used it. */
  handleToolKey(press: KeyPress): boolean
  focusInDirection(direction: Direction): void
  openFocused(): void
  blur(): void
  stepZoom(steps: number): boolean
  resetView(): void
  goToMap(step: -1 | 1): void
}

const directions: Record<string, Direction> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

/** Keyboard control of a map that is a single tab stop. */
export class KeyInput {
  readonly #commands: KeyCommands
  readonly #host: HTMLElement

  constructor(host: HTMLElement, commands: KeyCommands) {
    this.#host = host
    this.#commands = commands
    host.tabIndex = 0
    host.addEventListener('keydown', this.#onKeyDown)
  }

  dispose(): void {
    this.#host.removeEventListener('keydown', this.#onKeyDown)
  }

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    // Keys pressed in controls on the map belong to those controls.
    if (event.target !== this.#host) return
    const { key, shiftKey: shift, altKey: alt } = event
    const command = event.ctrlKey || event.metaKey
    if (this.#commands.handleToolKey({ key, shift, alt, command })) event.preventDefault()
    // The browser keeps combinations with Ctrl or Alt that the tool does not use.
    else if (!command && !alt && this.#handleMapKey(key)) event.preventDefault()
  }

  #handleMapKey(key: string): boolean {
    const direction = directions[key]
    if (direction) this.#commands.focusInDirection(direction)
    else if (key === 'Enter') this.#commands.openFocused()
    else if (key === 'Escape') this.#commands.blur()
    else if (key === '+' || key === '=') this.#commands.stepZoom(1)
    else if (key === '-') this.#commands.stepZoom(-1)
    else if (key === '0') this.#commands.resetView()
    else if (key === 'PageUp') this.#commands.goToMap(-1)
    else if (key === 'PageDown') this.#commands.goToMap(1)
    else return false
    return true
  }
}
