import {
  type DragEdit,
  type SurfaceObject,
  type SurfacePart,
  type SurfacePlace,
  SurfaceTool,
} from '../../../drawing-surface/index.ts'
import { distance, type KeyPress, type Point } from '../../../map-engine/index.ts'
import { RULER, type RulerEnd, type RulerLine, rulerObjects } from './ruler-objects.ts'

/** Minimum length of a line, in map pixels. */
const shortest = 2

/** Returns the length of a line in pixels of the plan. */
export const lengthOf = ({ from, to }: RulerLine): number => distance(from, to)

/**
 * Tool that measures a line on the plan by a drag, or by keys. Its ends can be corrected. Enter creates a line or
 * switches to the other end, arrows move the end, and Escape removes the line.
 */
export class RulerTool extends SurfaceTool<RulerLine | undefined> {
  #measuring = false
  #label: (pixels: number) => string = (pixels) => `${Math.round(pixels)} px`

  constructor() {
    super(undefined)
    this.setMeasuring(false)
  }

  get line(): RulerLine | undefined {
    return this.state.drawing
  }

  /** Turns measuring on or off. When off, a drag moves the plan. */
  setMeasuring(measuring: boolean): void {
    this.#measuring = measuring
    this.setDrawing(measuring)
  }

  /** Sets the format of the length in the line's label. */
  setLabel(label: (pixels: number) => string): void {
    this.#label = label
    this.redraw()
  }

  clear(): void {
    if (this.drawing) this.commit(undefined)
  }

  /** Outside measuring, keys belong to the map. */
  override key(press: KeyPress): boolean {
    return this.#measuring && super.key(press)
  }

  protected override objectsOf(line: RulerLine | undefined, isDrawing: boolean): readonly SurfaceObject[] {
    if (!line) return []
    return rulerObjects(line, {
      active: isDrawing ? this.#activeEnd() : undefined,
      label: this.#label(lengthOf(line)),
    })
  }

  protected override startEdit(
    part: SurfacePart | undefined,
    from: SurfacePlace,
  ): DragEdit<RulerLine | undefined> {
    const { drawing } = this
    const end = part?.handle
    const start = this.placeOnPlan(from.at)
    return (to) => {
      const place = this.placeOnPlan(to.at)
      const line = end !== undefined && drawing ? { ...drawing, [end]: place } : { from: start, to: place }
      return lengthOf(line) >= shortest ? line : undefined
    }
  }

  protected override clickPart(): boolean {
    return true
  }

  protected override pressKey({ key }: KeyPress, step: Point | undefined): boolean {
    const { drawing } = this
    if (key === 'Enter') return drawing ? this.#switchEnd() : this.#createInView()
    if (!drawing) return false
    if (key === 'Escape') {
      this.clear()
      return true
    }
    if (!step) return false
    const active = this.#activeEnd()
    const end = drawing[active]
    const moved = { ...drawing, [active]: this.placeOnPlan({ x: end.x + step.x, y: end.y + step.y }) }
    if (lengthOf(moved) >= shortest) this.commit(moved, active)
    return true
  }

  /** Returns the end that keys move: the one dragged last, else the end of the drag that created the line. */
  #activeEnd(): RulerEnd {
    return this.state.chosen?.handle === 'from' ? 'from' : 'to'
  }

  #switchEnd(): boolean {
    const handle = this.#activeEnd() === 'to' ? 'from' : 'to'
    this.choose({ object: RULER, handle, cursor: 'move' })
    return true
  }

  /** Creates a line across the middle half of the view for users without a pointer, to be corrected by keys. */
  #createInView(): boolean {
    const from = this.placeOnPlan(this.pointOfView(0.25, 0.5))
    const to = this.placeOnPlan(this.pointOfView(0.75, 0.5))
    if (distance(from, to) < shortest) return false
    this.choose(undefined)
    this.commit({ from, to })
    return true
  }
}
