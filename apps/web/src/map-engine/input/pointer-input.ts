import type { Point } from '../geometry.ts'
import { IdleState } from './idle-state.ts'
import type { PointerKind, PointerSample } from './pointer-sample.ts'
import type { MapCommands, PointerState } from './pointer-state.ts'

/** Wheel travel per zoom step. A mouse notch is about 100; a trackpad pinch sends small values. */
const travelPerStep = { wheel: 80, pinch: 8 } as const

function kindOf(event: PointerEvent): PointerKind {
  return event.pointerType === 'touch' || event.pointerType === 'pen' ? event.pointerType : 'mouse'
}

export interface WheelCommands {
  /** Zooms by steps around a point; returns false at the limit. */
  stepZoom(steps: number, anchor: Point): boolean
}

/** `always`: the map fills the page. `with-control`: the map is part of a page that scrolls. */
export type WheelMode = 'always' | 'with-control'

/** Converts the DOM's pointer and wheel events into samples for the current pointer state. */
export class PointerInput {
  readonly #host: HTMLElement
  readonly #commands: MapCommands & WheelCommands
  readonly #wheelMode: WheelMode
  readonly #abort = new AbortController()
  #state: PointerState
  #wheelTravel = 0

  constructor(host: HTMLElement, commands: MapCommands & WheelCommands, wheelMode: WheelMode) {
    this.#host = host
    this.#commands = commands
    this.#wheelMode = wheelMode
    this.#state = new IdleState(commands)
    const { signal } = this.#abort
    host.addEventListener('pointerdown', this.#onDown, { signal })
    host.addEventListener('pointermove', this.#onMove, { signal })
    host.addEventListener('pointerup', this.#onUp, { signal })
    host.addEventListener('pointercancel', this.#onCancel, { signal })
    host.addEventListener('pointerleave', this.#onLeave, { signal })
    host.addEventListener('wheel', this.#onWheel, { signal, passive: false })
  }

  dispose(): void {
    this.#abort.abort()
    this.#state.cancel()
  }

  #sample(event: PointerEvent): PointerSample {
    return { pointer: event.pointerId, kind: kindOf(event), at: this.#place(event), alt: event.altKey }
  }

  #place(event: MouseEvent): Point {
    const box = this.#host.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }

  readonly #onDown = (event: PointerEvent): void => {
    if (event.button !== 0) return
    this.#host.setPointerCapture?.(event.pointerId)
    this.#state = this.#state.down(this.#sample(event))
  }

  readonly #onMove = (event: PointerEvent): void => {
    this.#state = this.#state.move(this.#sample(event))
  }

  readonly #onUp = (event: PointerEvent): void => {
    this.#state = this.#state.up(this.#sample(event))
  }

  readonly #onCancel = (): void => {
    this.#state = this.#state.cancel()
  }

  /** Only a pointer that is up can leave the map. A pressed pointer is captured by the map. */
  readonly #onLeave = (event: PointerEvent): void => {
    if (kindOf(event) !== 'touch' && event.buttons === 0) this.#onCancel()
  }

  readonly #onWheel = (event: WheelEvent): void => {
    if (this.#wheelMode === 'with-control' && !event.ctrlKey) return
    if (event.ctrlKey) event.preventDefault()
    if (Math.sign(event.deltaY) !== Math.sign(this.#wheelTravel)) this.#wheelTravel = 0
    this.#wheelTravel += event.deltaMode === 1 ? event.deltaY * 33 : event.deltaY
    const per = event.ctrlKey ? travelPerStep.pinch : travelPerStep.wheel
    const steps = Math.trunc(this.#wheelTravel / per)
    this.#wheelTravel -= steps * per
    // One event zooms by at most two steps, so that a free-spinning wheel does not run to the limit.
    const zoomed = this.#commands.stepZoom(-Math.max(-2, Math.min(2, steps)), this.#place(event))
    if (zoomed) event.preventDefault()
  }
}
