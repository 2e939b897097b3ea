import { clamp, type Insets, noInsets, type Point, type Rect, type Size } from './geometry.ts'

/** Zoom limits and step, relative to the fitted size, which is 1.0×. */
export const zoomLimits = { min: 0.5, max: 1.5, step: 0.1, start: 1 } as const

/**
 * Meaning of the zoom 1.0×.
 * - `contain`: The whole plan is in the view, and insets stay free.
 * - `cover`: The plan fills the view, for narrow screens where targets on a whole floor are too small to touch.
 * - `span`: The view shows this many map pixels across, for a close look at one place; never less than `contain`.
 */
export type Fit =
  | { readonly kind: 'contain' }
  | { readonly kind: 'cover' }
  | { readonly kind: 'span'; readonly mapPixels: number }

/** Rounds to the nearest step of the zoom scale inside its limits, so that 0.1 + 0.2 stays 0.3. */
export function toZoomStep(zoom: number): number {
  const steps = Math.round(zoom / zoomLimits.step)
  return clamp(Number((steps * zoomLimits.step).toFixed(1)), zoomLimits.min, zoomLimits.max)
}

/**
 * Visible part of the plan and its size. Map space is pixels of the stored plan image; screen space is CSS pixels of
 * the view. Both have their origin at the upper left. A resize keeps the map point at the view's centre.
 */
export class Camera {
  #viewport: Size = { width: 0, height: 0 }
  #content: Size = { width: 1, height: 1 }
  #insets: Insets = noInsets
  #fit: Fit = { kind: 'contain' }
  #zoom: number = zoomLimits.start
  #centre: Point = { x: 0.5, y: 0.5 }
  #movedByUser = false

  get viewport(): Size {
    return this.#viewport
  }

  get content(): Size {
    return this.#content
  }

  get zoom(): number {
    return this.#zoom
  }

  get centre(): Point {
    return this.#centre
  }

  /** Screen pixels per map pixel. */
  get scale(): number {
    return this.#fittedScale() * this.#zoom
  }

  setViewport(viewport: Size): void {
    this.#viewport = viewport
    this.#refitUnlessMoved()
  }

  setContent(content: Size): void {
    this.#content = { width: Math.max(1, content.width), height: Math.max(1, content.height) }
    this.reset()
  }

  setFit(fit: Fit, insets: Insets): void {
    this.#fit = fit
    this.#insets = insets
    this.#refitUnlessMoved()
  }

  /** Resets the zoom to 1.0× and centres the plan in the free area. */
  reset(): void {
    this.#zoom = zoomLimits.start
    this.#movedByUser = false
    const { left, right, top, bottom } = this.#insets
    const scale = this.scale
    const shift =
      this.#fit.kind === 'contain' ? { x: (left - right) / 2, y: (top - bottom) / 2 } : { x: 0, y: 0 }
    this.#centre = {
      x: this.#content.width / 2 - shift.x / scale,
      y: this.#content.height / 2 - shift.y / scale,
    }
  }

  /** Sets the zoom. The map point under `anchor` (in screen pixels, by default the view's centre) stays in place. */
  setZoom(zoom: number, anchor: Point = this.#viewportCentre()): void {
    const anchored = this.toMap(anchor)
    this.#zoom = clamp(zoom, zoomLimits.min, zoomLimits.max)
    this.#movedByUser = true
    const now = this.toMap(anchor)
    this.#moveCentre(this.#centre.x + anchored.x - now.x, this.#centre.y + anchored.y - now.y)
  }

  /** Zooms by steps: in if positive, out if negative. */
  stepZoom(steps: number, anchor?: Point): void {
    this.setZoom(toZoomStep(this.#zoom + steps * zoomLimits.step), anchor)
  }

  /** Moves the plan by screen pixels, as a drag does. */
  panBy(dx: number, dy: number): void {
    this.#movedByUser = true
    this.#moveCentre(this.#centre.x - dx / this.scale, this.#centre.y - dy / this.scale)
  }

  centreOn(mapPoint: Point): void {
    this.#movedByUser = true
    this.#moveCentre(mapPoint.x, mapPoint.y)
  }

  toScreen(map: Point): Point {
    const scale = this.scale
    const middle = this.#viewportCentre()
    return { x: (map.x - this.#centre.x) * scale + middle.x, y: (map.y - this.#centre.y) * scale + middle.y }
  }

  toMap(screen: Point): Point {
    const scale = this.scale
    const middle = this.#viewportCentre()
    return {
      x: (screen.x - middle.x) / scale + this.#centre.x,
      y: (screen.y - middle.y) / scale + this.#centre.y,
    }
  }

  /** Returns the map rectangle inside the view, widened by `margin` screen pixels. */
  visible(margin = 0): Rect {
    const corner = this.toMap({ x: -margin, y: -margin })
    const scale = this.scale
    return {
      x: corner.x,
      y: corner.y,
      width: (this.#viewport.width + 2 * margin) / scale,
      height: (this.#viewport.height + 2 * margin) / scale,
    }
  }

  #fittedScale(): number {
    const { width, height } = this.#viewport
    const free = {
      width: Math.max(1, width - this.#insets.left - this.#insets.right),
      height: Math.max(1, height - this.#insets.top - this.#insets.bottom),
    }
    const contain = Math.min(free.width / this.#content.width, free.height / this.#content.height)
    if (this.#fit.kind === 'cover')
      return Math.max(width / this.#content.width, height / this.#content.height, 1e-6)
    if (this.#fit.kind === 'span') return Math.max(width / this.#fit.mapPixels, contain)
    return contain
  }

  #viewportCentre(): Point {
    return { x: this.#viewport.width / 2, y: this.#viewport.height / 2 }
  }

  /** Keeps the view's centre on the plan, so that dragging cannot move the plan out of view. */
  #moveCentre(x: number, y: number): void {
    this.#centre = { x: clamp(x, 0, this.#content.width), y: clamp(y, 0, this.#content.height) }
  }

  /** Fits a view that nobody has moved again when its size changes; a moved view keeps its place. */
  #refitUnlessMoved(): void {
    if (!this.#movedByUser) this.reset()
  }
}
