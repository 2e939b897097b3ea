import type { Point } from '../geometry.ts'
import { drawLabel } from '../layers/label.ts'
import type { Layer, View } from '../layers/layer.ts'
import { emptyLaneDrawing, type LaneDrawing, type LanePart, placeOf } from './lane-drawing.ts'
import { drawCrosshair } from './monitor-tool-layer.ts'

/** What the lane tool shows. */
export interface LaneToolView {
  readonly drawing: LaneDrawing
  readonly selected: LanePart | undefined
  /** The last point of the lane that is being drawn. */
  readonly last: Point | undefined
  /** Where the next point would stand. */
  readonly next: Point | undefined
  readonly cross: Point | undefined
}

/** CSS pixels. */
const size = { line: 3, under: 6, point: 4, selected: 7, stop: 9, labelGap: 12 }

/** Lanes with their points, stops with their names, and the piece that the next click would add. */
export class LaneToolLayer implements Layer {
  #view: LaneToolView = {
    drawing: emptyLaneDrawing,
    selected: undefined,
    last: undefined,
    next: undefined,
    cross: undefined,
  }

  show(view: LaneToolView): void {
    this.#view = view
  }

  draw(view: View): void {
    const { drawing, selected, last, next, cross } = this.#view
    const { ctx, ratio, camera, tokens } = view
    const onScreen = (points: readonly Point[]): Point[] => points.map((point) => camera.toScreen(point))
    ctx.save()
    ctx.scale(ratio, ratio)
    ctx.lineJoin = 'round'
    ctx.lineCap = 'round'
    const lines = drawing.lanes.map(onScreen)
    // Light under dark, so that they are seen on every plan.
    for (const [colour, width] of [
      [tokens.surface, size.under],
      [tokens.link, size.line],
    ] as const) {
      ctx.strokeStyle = colour
      ctx.lineWidth = width
      strokeLines(ctx, lines)
    }
    if (last && next) {
      ctx.setLineDash([6, 6])
      strokeLines(ctx, [onScreen([last, next])])
      ctx.setLineDash([])
    }
    for (const point of lines.flat()) paintPoint(view, point, size.point)
    if (next) paintPoint(view, camera.toScreen(next), size.point)
    for (const { name, ...place } of drawing.stops) paintStop(view, camera.toScreen(place), name)
    const chosen = selected && placeOf(drawing, selected)
    if (chosen) paintPoint(view, camera.toScreen(chosen), size.selected, true)
    ctx.restore()
    if (cross) drawCrosshair(view, cross)
  }

  dispose(): void {
    this.#view = { ...this.#view, drawing: emptyLaneDrawing, selected: undefined }
  }
}

function strokeLines(ctx: CanvasRenderingContext2D, lines: readonly (readonly Point[])[]): void {
  ctx.beginPath()
  for (const line of lines)
    for (const [index, { x, y }] of line.entries()) {
      if (index === 0) ctx.moveTo(x, y)
      else ctx.lineTo(x, y)
    }
  ctx.stroke()
}

function paintPoint({ ctx, tokens }: View, { x, y }: Point, radius: number, filled = false): void {
  ctx.beginPath()
  ctx.arc(x, y, radius, 0, 2 * Math.PI)
  ctx.fillStyle = filled ? tokens.link : tokens.surface
  ctx.fill()
  ctx.strokeStyle = filled ? tokens.surface : tokens.link
  ctx.lineWidth = 2
  ctx.stroke()
}

function paintStop(view: View, { x, y }: Point, name: string): void {
  const { ctx, tokens } = view
  ctx.beginPath()
  ctx.roundRect(x - size.stop, y - size.stop, 2 * size.stop, 2 * size.stop, 4)
  ctx.fillStyle = tokens.text
  ctx.fill()
  ctx.strokeStyle = tokens.surface
  ctx.lineWidth = 2
  ctx.stroke()
  drawLabel(view, name, { x, y: y + size.labelGap })
}
