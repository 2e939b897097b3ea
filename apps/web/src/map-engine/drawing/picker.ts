import type { Point } from '../geometry.ts'
import type { PointerKind } from '../interactions/interaction.ts'
import type { Layer } from '../layers/layer.ts'
import type { MapFence, MapFigure } from '../marker.ts'
import type { DragHandler, MapTool, ToolContext } from '../tool.ts'
import { figureAt } from './figure-hits.ts'
import { holds } from './rectangle.ts'

const nothing: Layer = { draw: () => {}, dispose: () => {} }

/** Pointing at fences and monitors on a map that only shows them. Tells the id of what is pointed at or tapped. */
export class Picker implements MapTool {
  readonly layer = nothing
  readonly #picked: (id: string | undefined) => void
  #fences: readonly MapFence[] = []
  #figures: readonly MapFigure[] = []
  #last: string | undefined
  #table: ToolContext | undefined

  constructor(picked: (id: string | undefined) => void) {
    this.#picked = picked
  }

  show(fences: readonly MapFence[], figures: readonly MapFigure[]): void {
    this.#fences = fences
    this.#figures = figures
  }

  attach(table: ToolContext | undefined): void {
    this.#table = table
  }

  grip(): DragHandler | undefined {
    return undefined
  }

  hover(at: Point | undefined): string | undefined {
    const id = at && this.#idAt(at, 'mouse')
    this.#tell(id)
    return id === undefined ? undefined : 'pointer'
  }

  click(at: Point, by: PointerKind): boolean {
    this.#tell(this.#idAt(at, by))
    return true
  }

  key(): boolean {
    return false
  }

  /** A monitor before a fence, and of fences that lie in one another the smallest. */
  #idAt(at: Point, kind: PointerKind): string | undefined {
    if (!this.#table) return undefined
    const { camera } = this.#table
    const figure = figureAt(this.#figures, at, camera, kind)
    if (figure) return figure.id
    const place = camera.toMap(at)
    const under = this.#fences.filter((fence) => holds(fence, place))
    return under.sort((a, b) => a.width * a.height - b.width * b.height)[0]?.id
  }

  #tell(id: string | undefined): void {
    if (id === this.#last) return
    this.#last = id
    this.#picked(id)
  }
}
