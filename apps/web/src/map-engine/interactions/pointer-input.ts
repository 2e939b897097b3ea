import type { Point } from '../geometry.ts'
import { Idle } from './idle.ts'
import type { Interaction, MapCommands, PointerKind, PointerSample } from './interaction.ts'

/** Wheel travel that makes one zoom step: a mouse notch is about 100, a trackpad pinch sends small ones. */
const travelPerStep = { wheel: 80, pinch: 8 } as const

function kindOf(event: PointerEvent): PointerKind {
  return event.pointerType === 'touch' || event.pointerType === 'pen' ? event.pointerType : 'mouse'
}

export interface WheelHands {
  /** Zooms by steps about a point; false if the limit is reached already. */
  stepZoom(steps: number, anchor: Point): boolean
}

/** `always`: the map is the page. `with-control`: the map lies in a page that scrolls. */
export type WheelUse = 'always' | 'with-control'

/** Turns the DOM's pointer and wheel events into samples for the interaction that goes on. */
export class PointerInput {
  readonly #host: HTMLElement
  readonly #hands: MapCommands & WheelHands
  readonly #wheelUse: WheelUse
  readonly #stop = new AbortController()
  #interaction: Interaction
  #travel = 0

  constructor(host: HTMLElement, hands: MapCommands & WheelHands, wheelUse: WheelUse) {
    this.#host = host
    this.#hands = hands
    this.#wheelUse = wheelUse
    this.#interaction = new Idle(hands)
    const { signal } = this.#stop
    host.addEventListener('pointerdown', this.#down, { signal })
    host.addEventListener('pointermove', this.#move, { signal })
    host.addEventListener('pointerup', this.#up, { signal })
    host.addEventListener('pointercancel', this.#cancel, { signal })
    host.addEventListener('pointerleave', this.#leave, { signal })
    host.addEventListener('wheel', this.#wheel, { signal, passive: false })
  }

  dispose(): void {
    this.#stop.abort()
    this.#interaction.cancel()
  }

  #sample(event: PointerEvent): PointerSample {
    return { pointer: event.pointerId, kind: kindOf(event), at: this.#place(event) }
  }

  #place(event: MouseEvent): Point {
    const box = this.#host.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }

  readonly #down = (event: PointerEvent): void => {
    if (event.button !== 0) return
    this.#host.setPointerCapture?.(event.pointerId)
    this.#interaction = this.#interaction.down(this.#sample(event))
  }

  readonly #move = (event: PointerEvent): void => {
    this.#interaction = this.#interaction.move(this.#sample(event))
  }

  readonly #up = (event: PointerEvent): void => {
    this.#interaction = this.#interaction.up(this.#sample(event))
  }

  readonly #cancel = (): void => {
    this.#interaction = this.#interaction.cancel()
  }

  /** Only an idle pointer can leave: one that is down is captured by the map until it is up. */
  readonly #leave = (event: PointerEvent): void => {
    if (kindOf(event) !== 'touch' && event.buttons === 0) this.#cancel()
  }

  readonly #wheel = (event: WheelEvent): void => {
    if (this.#wheelUse === 'with-control' && !event.ctrlKey) return
    if (event.ctrlKey) event.preventDefault()
    if (Math.sign(event.deltaY) !== Math.sign(this.#travel)) this.#travel = 0
    this.#travel += event.deltaMode === 1 ? event.deltaY * 33 : event.deltaY
    const per = event.ctrlKey ? travelPerStep.pinch : travelPerStep.wheel
    const steps = Math.trunc(this.#travel / per)
    this.#travel -= steps * per
    // One event moves at most two steps, so that a free-spinning wheel does not run to the limit.
    const zoomed = this.#hands.stepZoom(-Math.max(-2, Math.min(2, steps)), this.#place(event))
    if (zoomed) event.preventDefault()
  }
}
