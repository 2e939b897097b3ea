import type { Point } from '../geometry.ts'
import type { MapTrail } from '../marker.ts'
import type { Layer, View } from './layer.ts'

/** Line width in CSS pixels. */
const line = 3
const dot = 3
const aheadOpacity = 0.3

/** Layer with the trail of an asset; the part after the shown moment is faint. */
export class TrailLayer implements Layer {
  #trail: MapTrail | undefined

  setTrail(trail: MapTrail | undefined): void {
    this.#trail = trail
  }

  draw({ ctx, camera, tokens, ratio }: View): void {
    if (!this.#trail) return
    const { points, reached } = this.#trail
    const onScreen = points.map((point) => camera.toScreen(point))
    ctx.save()
    ctx.scale(ratio, ratio)
    ctx.lineWidth = line
    ctx.lineJoin = 'round'
    ctx.lineCap = 'round'
    ctx.strokeStyle = tokens.link
    ctx.fillStyle = tokens.link
    ctx.globalAlpha = aheadOpacity
    drawLine(ctx, onScreen.slice(reached))
    ctx.globalAlpha = 1
    const passed = onScreen.slice(0, reached + 1)
    drawLine(ctx, passed)
    for (const [index, { x, y }] of passed.entries()) {
      if (points[index]?.corner) continue
      ctx.beginPath()
      ctx.arc(x, y, dot, 0, 2 * Math.PI)
      ctx.fill()
    }
    ctx.restore()
  }

  dispose(): void {
    this.#trail = undefined
  }
}

function drawLine(ctx: CanvasRenderingContext2D, points: readonly Point[]): void {
  if (points.length < 2) return
  ctx.beginPath()
  for (const [index, { x, y }] of points.entries()) {
    if (index === 0) ctx.moveTo(x, y)
    else ctx.lineTo(x, y)
  }
  ctx.stroke()
}
