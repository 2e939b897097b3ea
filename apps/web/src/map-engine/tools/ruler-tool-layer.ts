import type { Point } from '../geometry.ts'
import { drawLabel } from '../layers/label.ts'
import type { Layer, View } from '../layers/layer.ts'

/** A measured line, in whole pixels of the plan. */
export interface RulerLine {
  readonly from: Point
  readonly to: Point
}

/** Half the width of the strokes that end the line, and how far its label stands below, in CSS pixels. */
const cap = 9
const labelGap = 14

/** The line that is being measured, its ends and what it says. */
export class RulerToolLayer implements Layer {
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
    const { ctx, ratio, camera, tokens } = view
    const from = camera.toScreen(this.#line.from)
    const to = camera.toScreen(this.#line.to)
    ctx.save()
    ctx.scale(ratio, ratio)
    ctx.lineCap = 'round'
    // Light under dark, so that it is seen on every plan.
    for (const [colour, width] of [
      [tokens.surface, 6],
      [tokens.link, 2.5],
    ] as const) {
      ctx.strokeStyle = colour
      ctx.lineWidth = width
      strokeRuler(ctx, from, to)
    }
    for (const [end, at] of [
      ['from', from],
      ['to', to],
    ] as const)
      paintEnd(view, at, end === this.#active)
    const lower = Math.max(from.y, to.y)
    drawLabel(view, this.#label, { x: (from.x + to.x) / 2, y: lower + labelGap })
    ctx.restore()
  }

  dispose(): void {
    this.#line = undefined
  }
}

function strokeRuler(ctx: CanvasRenderingContext2D, from: Point, to: Point): void {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1
  const across = { x: (-(to.y - from.y) / length) * cap, y: ((to.x - from.x) / length) * cap }
  ctx.beginPath()
  ctx.moveTo(from.x, from.y)
  ctx.lineTo(to.x, to.y)
  for (const end of [from, to]) {
    ctx.moveTo(end.x - across.x, end.y - across.y)
    ctx.lineTo(end.x + across.x, end.y + across.y)
  }
  ctx.stroke()
}

function paintEnd({ ctx, tokens }: View, { x, y }: Point, active: boolean): void {
  ctx.beginPath()
  ctx.arc(x, y, active ? 6 : 4.5, 0, 2 * Math.PI)
  ctx.fillStyle = active ? tokens.link : tokens.surface
  ctx.fill()
  ctx.strokeStyle = tokens.link
  ctx.lineWidth = 2
  ctx.stroke()
}
