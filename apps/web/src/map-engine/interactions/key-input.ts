import type { KeyPress } from '../tool.ts'
import type { Direction } from './nearest.ts'

/** What keys do on a map (design language, "Keyboard and focus"). */
export interface KeyCommands {
  /** Offers a key to the tool; true if it took it. */
  toolKey(press: KeyPress): boolean
  walk(direction: Direction): void
  openFocused(): void
  leave(): void
  stepZoom(steps: number): boolean
  resetView(): void
  turn(step: -1 | 1): void
}

const directions: Record<string, Direction> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

/** Keyboard control of a map that is a single tab stop. */
export class KeyInput {
  readonly #hands: KeyCommands
  readonly #host: HTMLElement

  constructor(host: HTMLElement, hands: KeyCommands) {
    this.#host = host
    this.#hands = hands
    host.tabIndex = 0
    host.addEventListener('keydown', this.#keydown)
  }

  dispose(): void {
    this.#host.removeEventListener('keydown', this.#keydown)
  }

  readonly #keydown = (event: KeyboardEvent): void => {
    // Keys of controls that lie on the map belong to them.
    if (event.target !== this.#host) return
    const { key, shiftKey: shift, altKey: alt } = event
    const command = event.ctrlKey || event.metaKey
    if (this.#hands.toolKey({ key, shift, alt, command })) event.preventDefault()
    // Ctrl and Alt combinations that no tool wants belong to the browser.
    else if (!command && !alt && this.#press(key)) event.preventDefault()
  }

  #press(key: string): boolean {
    const direction = directions[key]
    if (direction) this.#hands.walk(direction)
    else if (key === 'Enter') this.#hands.openFocused()
    else if (key === 'Escape') this.#hands.leave()
    else if (key === '+' || key === '=') this.#hands.stepZoom(1)
    else if (key === '-') this.#hands.stepZoom(-1)
    else if (key === '0') this.#hands.resetView()
    else if (key === 'PageUp') this.#hands.turn(-1)
    else if (key === 'PageDown') this.#hands.turn(1)
    else return false
    return true
  }
}
