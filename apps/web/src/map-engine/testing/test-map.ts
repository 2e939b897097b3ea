import { tokens } from '../../ui/tokens.ts'
import type { MapEnvironment } from '../environment.ts'
import type { Point, Size } from '../geometry.ts'
import type { MapActions } from '../map-controls.ts'
import { MapEngine } from '../map-engine.ts'
import type { MapMarker } from '../marker.ts'
import { type DrawCall, fakeCanvas } from './fake-canvas.ts'

export interface TestMapOptions {
  readonly view?: Size
  readonly plan?: Size
  readonly actions?: MapActions
  readonly wheel?: 'always' | 'with-control'
  readonly reducedMotion?: boolean
}

/** Creates a marker with default values. */
export function marker(id: string, x: number, y: number, more: Partial<MapMarker> = {}): MapMarker {
  return { id, x, y, assetKey: id, look: 'rest', stale: false, label: id, ...more }
}

/**
 * A map with its own clock and frames, driven by browser events. The default view of 1000 × 500 shows a plan of 2000
 * × 1000 at half size, so screen coordinates are half the map coordinates.
 */
export class TestMap {
  readonly host = document.createElement('div')
  readonly engine: MapEngine
  readonly canvases: (HTMLCanvasElement & { readonly calls: DrawCall[] })[] = []
  #now = 1000
  #frames = new Map<number, () => void>()
  #nextFrame = 1
  #onResize: (size: Size) => void = () => {}

  constructor(options: TestMapOptions = {}) {
    const { view = { width: 1000, height: 500 }, plan = { width: 2000, height: 1000 } } = options
    this.host.tabIndex = 0
    document.body.append(this.host)
    this.engine = new MapEngine(this.host, {
      tokens: tokens.light,
      actions: options.actions ?? {},
      wheel: options.wheel ?? 'always',
      environment: this.#environment(view, options.reducedMotion ?? false),
    })
    this.engine.openMap(plan)
    this.frame()
  }

  /** Number of frames that were requested and not drawn yet. */
  get pendingFrames(): number {
    return this.#frames.size
  }

  get now(): number {
    return this.#now
  }

  /** Draws the requested frame. */
  frame(): void {
    const due = [...this.#frames.values()]
    this.#frames.clear()
    for (const draw of due) draw()
  }

  /** Advances the clock in frames of 16 ms. */
  advance(milliseconds: number): void {
    const end = this.#now + milliseconds
    while (this.#now < end) {
      this.#now = Math.min(end, this.#now + 16)
      this.frame()
    }
  }

  resize(size: Size): void {
    this.#onResize(size)
  }

  pointer(type: string, at: Point, more: PointerEventInit = {}): this {
    const buttons = type === 'pointermove' || type === 'pointerdown' ? 1 : 0
    const event = new PointerEvent(type, {
      bubbles: true,
      cancelable: true,
      clientX: at.x,
      clientY: at.y,
      pointerId: 1,
      pointerType: 'mouse',
      buttons,
      ...more,
    })
    this.host.dispatchEvent(event)
    return this
  }

  hover(x: number, y: number): this {
    return this.pointer('pointermove', { x, y }, { buttons: 0 })
  }

  click(x: number, y: number, more: PointerEventInit = {}): this {
    return this.pointer('pointerdown', { x, y }, more).pointer('pointerup', { x, y }, more)
  }

  drag(from: Point, to: Point): this {
    this.pointer('pointerdown', from)
    this.pointer('pointermove', { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 })
    return this.pointer('pointermove', to).pointer('pointerup', to)
  }

  /** Fires a wheel event. Returns true if the map prevented its default action. */
  wheel(at: Point, deltaY: number, ctrlKey = false): boolean {
    const event = new WheelEvent('wheel', { cancelable: true, clientX: at.x, clientY: at.y, deltaY, ctrlKey })
    this.host.dispatchEvent(event)
    return event.defaultPrevented
  }

  key(key: string, more: KeyboardEventInit = {}): boolean {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })
    this.host.dispatchEvent(event)
    return event.defaultPrevented
  }

  dispose(): void {
    this.engine.dispose()
    this.host.remove()
  }

  #environment(view: Size, reducedMotion: boolean): MapEnvironment {
    return {
      now: () => this.#now,
      requestFrame: (draw) => {
        this.#frames.set(this.#nextFrame, draw)
        return this.#nextFrame++
      },
      cancelFrame: (handle) => this.#frames.delete(handle),
      createCanvas: (width, height) => {
        const canvas = fakeCanvas(width, height)
        this.canvases.push(canvas)
        return canvas
      },
      freeze: (canvas) => canvas,
      pixelRatio: () => 1,
      reducedMotion: () => reducedMotion,
      observeSize: (_element, changed) => {
        this.#onResize = changed
        changed(view)
        return () => {
          this.#onResize = () => {}
        }
      },
    }
  }
}
