import type { Direction } from './nearest.ts'

/** What keys do on a map (design language, "Keyboard and focus"). */
export interface KeyHands {
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
  readonly #hands: KeyHands
  readonly #host: HTMLElement

  constructor(host: HTMLElement, hands: KeyHands) {
    this.#host = host
    this.#hands = hands
    host.tabIndex = 0
    host.addEventListener('keydown', this.#keydown)
  }

  dispose(): void {
    this.#host.removeEventListener('keydown', this.#keydown)
  }

  readonly #keydown = (event: KeyboardEvent): void => {
    // Keys of controls that lie on the map belong to them; Ctrl and Alt combinations to the browser.
    if (event.target !== this.#host || event.ctrlKey || event.altKey || event.metaKey) return
    if (this.#press(event.key)) event.preventDefault()
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
