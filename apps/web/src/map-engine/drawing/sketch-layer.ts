import { clamp, type Point, type Rect } from '../geometry.ts'
import { paintFence } from '../layers/fence-layer.ts'
import type { Layer, View } from '../layers/layer.ts'
import { paintTag } from '../layers/tag.ts'
import { handlePlace, handles } from './rectangle.ts'
import { onScreen } from './sketch-hits.ts'

/** Side of a handle and how far its label stands below the rectangle, in CSS pixels. */
const handleSide = 10
const labelGap = 12

/** A rectangle's size as people read it: metres, or pixels of the plan where nobody knows its real size. */
export function sizeText({ width, height }: Rect, metres: Point | undefined): string {
  if (!metres) return `${Math.round(width)} px × ${Math.round(height)} px`
  return `${(width * metres.x).toFixed(1)} m × ${(height * metres.y).toFixed(1)} m`
}

/** The rectangle that is being drawn, its handles and its size. */
export class SketchLayer implements Layer {
  #rect: Rect | undefined
  #handles = true
  #metres: Point | undefined

  setRect(rect: Rect | undefined): void {
    this.#rect = rect
  }

  setHandles(shown: boolean): void {
    this.#handles = shown
  }

  setMetresPerPixel(metres: Point | undefined): void {
    this.#metres = metres
  }

  draw(view: View): void {
    const rect = this.#rect
    if (!rect) return
    const { pen, ratio, camera, tokens } = view
    const box = onScreen(rect, camera)
    pen.save()
    pen.scale(ratio, ratio)
    paintFence(pen, box, tokens.fence, 1)
    if (this.#handles) for (const handle of handles) paintHandle(view, handlePlace(box, handle))
    const below = clamp(box.y + box.height + labelGap, 0, Math.max(0, camera.viewport.height - 38))
    paintTag(view, sizeText(rect, this.#metres), { x: box.x + box.width / 2, y: below })
    pen.restore()
  }

  dispose(): void {
    this.#rect = undefined
  }
}

function paintHandle({ pen, tokens }: View, { x, y }: Point): void {
  pen.beginPath()
  pen.roundRect(x - handleSide / 2, y - handleSide / 2, handleSide, handleSide, 2)
  // White in both schemes: a handle is a thing to hold, not a part of the plan.
  pen.fillStyle = tokens.onPrimary
  pen.fill()
  pen.strokeStyle = tokens.fence
  pen.lineWidth = 2
  pen.stroke()
}
