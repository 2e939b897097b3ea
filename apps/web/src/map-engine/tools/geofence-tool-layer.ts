import { clamp, type Point, type Rect } from '../geometry.ts'
import { drawFenceRect } from '../layers/geofence-layer.ts'
import { drawLabel } from '../layers/label.ts'
import type { Layer, View } from '../layers/layer.ts'
import { rectToScreen } from './geofence-handle-hit-test.ts'
import { handlePoint, handles } from './geofence-rect.ts'

/** Side of a handle and how far its label stands below the rectangle, in CSS pixels. */
const handleSide = 10
const labelGap = 12

/** Writes a rectangle's size for people. */
export type SizeText = (rect: Rect) => string

/** The rectangle that is being drawn, its handles and its size. */
export class GeofenceToolLayer implements Layer {
  #rect: Rect | undefined
  #handles = true
  #sizeText: SizeText = () => ''

  setRect(rect: Rect | undefined): void {
    this.#rect = rect
  }

  setHandles(shown: boolean): void {
    this.#handles = shown
  }

  setSizeText(sizeText: SizeText): void {
    this.#sizeText = sizeText
  }

  draw(view: View): void {
    const rect = this.#rect
    if (!rect) return
    const { ctx, ratio, camera, tokens } = view
    const box = rectToScreen(rect, camera)
    ctx.save()
    ctx.scale(ratio, ratio)
    drawFenceRect(ctx, box, tokens.fence, 1)
    if (this.#handles) for (const handle of handles) paintHandle(view, handlePoint(box, handle))
    const below = clamp(box.y + box.height + labelGap, 0, Math.max(0, camera.viewport.height - 38))
    drawLabel(view, this.#sizeText(rect), { x: box.x + box.width / 2, y: below })
    ctx.restore()
  }

  dispose(): void {
    this.#rect = undefined
  }
}

function paintHandle({ ctx, tokens }: View, { x, y }: Point): void {
  ctx.beginPath()
  ctx.roundRect(x - handleSide / 2, y - handleSide / 2, handleSide, handleSide, 2)
  // White in both schemes: a handle is a thing to hold, not a part of the plan.
  ctx.fillStyle = tokens.onPrimary
  ctx.fill()
  ctx.strokeStyle = tokens.fence
  ctx.lineWidth = 2
  ctx.stroke()
}
