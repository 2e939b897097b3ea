import type { Point } from '../geometry.ts'
import type { Layer, View } from '../layers/layer.ts'
import { paintTag } from '../layers/tag.ts'

/** A measured line, in whole pixels of the plan. */
export interface RulerLine {
  readonly from: Point
  readonly to: Point
}

/** Half the width of the strokes that end the line, and how far its label stands below, in CSS pixels. */
const cap = 9
const labelGap = 14

/** The line that is being measured, its ends and what it says. */
export class RulerLayer implements Layer {
  #line: RulerLine | undefined
  #label = ''
  #active: 'from' | 'to' | undefined

  /** @param active the end that keys move, drawn fuller */
  setLine(line: RulerLine | undefined, active: 'from' | 'to' | undefined): void {
    this.#line = line
    this.#active = active
  }

  setLabel(label: string): void {
    this.#label = label
  }

  draw(view: View): void {
    if (!this.#line) return
    const { pen, ratio, camera, tokens } = view
    const from = camera.toScreen(this.#line.from)
    const to = camera.toScreen(this.#line.to)
    pen.save()
    pen.scale(ratio, ratio)
    pen.lineCap = 'round'
    // Light under dark, so that it is seen on every plan.
    for (const [colour, width] of [
      [tokens.surface, 6],
      [tokens.link, 2.5],
    ] as const) {
      pen.strokeStyle = colour
      pen.lineWidth = width
      strokeRuler(pen, from, to)
    }
    for (const [end, at] of [
      ['from', from],
      ['to', to],
    ] as const)
      paintEnd(view, at, end === this.#active)
    const lower = Math.max(from.y, to.y)
    paintTag(view, this.#label, { x: (from.x + to.x) / 2, y: lower + labelGap })
    pen.restore()
  }

  dispose(): void {
    this.#line = undefined
  }
}

function strokeRuler(pen: CanvasRenderingContext2D, from: Point, to: Point): void {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1
  const across = { x: (-(to.y - from.y) / length) * cap, y: ((to.x - from.x) / length) * cap }
  pen.beginPath()
  pen.moveTo(from.x, from.y)
  pen.lineTo(to.x, to.y)
  for (const end of [from, to]) {
    pen.moveTo(end.x - across.x, end.y - across.y)
    pen.lineTo(end.x + across.x, end.y + across.y)
  }
  pen.stroke()
}

function paintEnd({ pen, tokens }: View, { x, y }: Point, active: boolean): void {
  pen.beginPath()
  pen.arc(x, y, active ? 6 : 4.5, 0, 2 * Math.PI)
  pen.fillStyle = active ? tokens.link : tokens.surface
  pen.fill()
  pen.strokeStyle = tokens.link
  pen.lineWidth = 2
  pen.stroke()
}
