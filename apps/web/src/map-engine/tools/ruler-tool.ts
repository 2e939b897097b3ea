import { clamp, distance, type Point, type Size } from '../geometry.ts'
import type { PointerKind, PointerSample } from '../input/pointer-sample.ts'
import { type RulerLine, RulerToolLayer } from './ruler-tool-layer.ts'
import {
  arrowStep,
  type DragHandler,
  type KeyPress,
  Listeners,
  type MapTool,
  type ToolContext,
} from './tool.ts'

/** How far from an end a pointer still means it, in CSS pixels. */
const grabRadius: Readonly<Record<PointerKind, number>> = { mouse: 12, pen: 14, touch: 22 }

/** A shorter line measures nothing. Map pixels. */
const shortest = 2

/** Length of a line in pixels of the plan. */
export const lengthOf = ({ from, to }: RulerLine): number => distance(from, to)

/**
 * Measuring a line on the plan: by a drag, corrected by its ends, and all of it by keys: Enter lays a line or goes to
 * the other end, arrows move the end, Escape takes the line away.
 */
export class RulerTool implements MapTool {
  readonly layer = new RulerToolLayer()
  readonly #listeners = new Listeners()
  #line: RulerLine | undefined
  /** What a drag makes of the line while it lasts. */
  #dragPreview: RulerLine | undefined
  #active: 'from' | 'to' = 'to'
  #measuring = false
  #label: (pixels: number) => string = (pixels) => `${Math.round(pixels)} px`
  #context: ToolContext | undefined

  readonly subscribe = this.#listeners.add

  get line(): RulerLine | undefined {
    return this.#line
  }

  /** Whether a drag measures; if not it moves the plan. */
  setMeasuring(measuring: boolean): void {
    this.#measuring = measuring
    this.#draw()
  }

  /** What the line says of its length in pixels. */
  setLabel(label: (pixels: number) => string): void {
    this.#label = label
    this.#draw()
  }

  clear(): void {
    if (this.#line) this.#commit(undefined)
  }

  attach(context: ToolContext | undefined): void {
    this.#context = context
  }

  startDrag({ at, kind }: PointerSample): DragHandler | undefined {
    if (!this.#measuring || !this.#context) return undefined
    const { camera } = this.#context
    const grabbedEnd = this.#hitTestEnd(at, kind)
    const start = onPlan(camera.toMap(at), camera.content)
    const stretchedLine = (to: Point): RulerLine => {
      const end = onPlan(camera.toMap(to), camera.content)
      return grabbedEnd && this.#line ? { ...this.#line, [grabbedEnd]: end } : { from: start, to: end }
    }
    return {
      move: (to) => {
        this.#active = grabbedEnd ?? 'to'
        this.#dragPreview = stretchedLine(to)
        this.#draw()
      },
      end: () => {
        const line = this.#dragPreview
        this.#dragPreview = undefined
        if (line && lengthOf(line) >= shortest) this.#commit(line)
        else this.#draw()
      },
      cancel: () => {
        this.#dragPreview = undefined
        this.#draw()
      },
    }
  }

  hover(at: Point | undefined): string | undefined {
    if (!at || !this.#measuring) return undefined
    return this.#hitTestEnd(at, 'mouse') ? 'move' : 'crosshair'
  }

  click(): boolean {
    return this.#measuring
  }

  key(press: KeyPress): boolean {
    if (!this.#measuring || !this.#context || press.command) return false
    if (press.key === 'Enter') return this.#line ? this.#switchEnd() : this.#createInView()
    if (!this.#line) return false
    if (press.key === 'Escape') {
      this.clear()
      return true
    }
    const step = arrowStep(press)
    if (!step) return false
    const end = this.#line[this.#active]
    const next = onPlan({ x: end.x + step.x, y: end.y + step.y }, this.#context.camera.content)
    const moved = { ...this.#line, [this.#active]: next }
    if (lengthOf(moved) >= shortest) this.#commit(moved)
    return true
  }

  #switchEnd(): boolean {
    this.#active = this.#active === 'to' ? 'from' : 'to'
    this.#draw()
    return true
  }

  /** Where no pointer can drag: a line across the middle half of the view, to be corrected by keys. */
  #createInView(): boolean {
    if (!this.#context) return false
    const { camera } = this.#context
    const { width, height } = camera.viewport
    const from = onPlan(camera.toMap({ x: width / 4, y: height / 2 }), camera.content)
    const to = onPlan(camera.toMap({ x: (width * 3) / 4, y: height / 2 }), camera.content)
    if (distance(from, to) < shortest) return false
    this.#active = 'to'
    this.#commit({ from, to })
    return true
  }

  #hitTestEnd(at: Point, kind: PointerKind): 'from' | 'to' | undefined {
    const line = this.#line
    const camera = this.#context?.camera
    if (!line || !camera) return undefined
    const ends = (['from', 'to'] as const).map((end) => ({
      end,
      pixels: distance(camera.toScreen(line[end]), at),
    }))
    return ends.sort((a, b) => a.pixels - b.pixels).find(({ pixels }) => pixels <= grabRadius[kind])?.end
  }

  #commit(line: RulerLine | undefined): void {
    this.#line = line
    this.#draw()
    this.#listeners.notify()
  }

  #draw(): void {
    const line = this.#dragPreview ?? this.#line
    this.layer.setLine(line, this.#measuring ? this.#active : undefined)
    if (line) this.layer.setLabel(this.#label(lengthOf(line)))
    this.#context?.redraw()
  }
}

const onPlan = ({ x, y }: Point, { width, height }: Size): Point => ({
  x: Math.round(clamp(x, 0, width)),
  y: Math.round(clamp(y, 0, height)),
})
