import type { Camera } from '../camera.ts'
import { isInOutline } from '../fence-outline.ts'
import { containsPoint, type Point } from '../geometry.ts'
import type { PointerKind } from '../input/pointer-sample.ts'
import type { Layer } from '../layers/layer.ts'
import { type MapFence, type MapPin, markerSize } from '../marker.ts'
import type { DragHandler, MapTool, ToolContext } from './tool.ts'

/** Smallest width in which a finger hits a pin, in CSS pixels. */
const finger = 44

/** Returns the pin under a point of the view; of several, the last drawn, which is on top. */
function pinAt(pins: readonly MapPin[], at: Point, camera: Camera, kind: PointerKind): MapPin | undefined {
  return pins.findLast((pin) => {
    const { width, height } = markerSize[pin.kind]
    const half = (kind === 'touch' ? Math.max(width, finger) : width) / 2
    const foot = camera.toScreen(pin)
    return Math.abs(at.x - foot.x) <= half && at.y <= foot.y && at.y >= foot.y - height
  })
}

const emptyLayer: Layer = { draw: () => {}, dispose: () => {} }

/** Tool for hovering over fences and monitors on a read-only map. Reports the id of the hovered or tapped item. */
export class HoverTool implements MapTool {
  readonly layer = emptyLayer
  readonly #onHover: (id: string | undefined) => void
  #fences: readonly MapFence[] = []
  #pins: readonly MapPin[] = []
  #last: string | undefined
  #context: ToolContext | undefined

  constructor(onHover: (id: string | undefined) => void) {
    this.#onHover = onHover
  }

  show(fences: readonly MapFence[], pins: readonly MapPin[]): void {
    this.#fences = fences
    this.#pins = pins
  }

  attach(context: ToolContext | undefined): void {
    this.#context = context
  }

  startDrag(): DragHandler | undefined {
    return undefined
  }

  hover(at: Point | undefined): string | undefined {
    const id = at && this.#hitTest(at, 'mouse')
    this.#notify(id)
    return id === undefined ? undefined : 'pointer'
  }

  click(at: Point, by: PointerKind): boolean {
    this.#notify(this.#hitTest(at, by))
    return true
  }

  key(): boolean {
    return false
  }

  /** Returns a monitor before a fence, and the smallest of nested fences. */
  #hitTest(at: Point, kind: PointerKind): string | undefined {
    if (!this.#context) return undefined
    const { camera } = this.#context
    const pin = pinAt(this.#pins, at, camera, kind)
    if (pin) return pin.id
    const place = camera.toMap(at)
    const fencesAtPoint = this.#fences.filter(
      (fence) => containsPoint(fence, place) && (!fence.outline || isInOutline(fence.outline, place)),
    )
    return fencesAtPoint.sort((a, b) => a.width * a.height - b.width * b.height)[0]?.id
  }

  #notify(id: string | undefined): void {
    if (id === this.#last) return
    this.#last = id
    this.#onHover(id)
  }
}
