import { clamp, type Point } from './geometry.ts'
import { type MapMarker, moveAnimation } from './marker.ts'

/** Largest side of a plan image in pixels. Positions beyond it are clamped. */
const maxPlanSide = 10_000

/** A marker and its drawn position, which differs from its place only during a move animation. */
export interface MovingMarker {
  /** Position in the drawing order: later markers are drawn on top. */
  readonly order: number
  marker: MapMarker
  drawnX: number
  drawnY: number
  fromX: number
  fromY: number
  /** Start of the animation; `NaN` for a marker at rest. */
  startedAt: number
}

/** Returns the progress of a decelerating move. */
function easeOut(part: number): number {
  return 1 - (1 - part) ** 3
}

/**
 * Returns the map pixels from a marker's drawn position to its new place. `Math.hypot` would take many times as long.
 */
function moveDistance({ drawnX, drawnY }: MovingMarker, to: Point): number {
  const dx = to.x - drawnX
  const dy = to.y - drawnY
  return Math.sqrt(dx * dx + dy * dy)
}

function onPlan(marker: MapMarker): MapMarker | undefined {
  if (!Number.isFinite(marker.x) || !Number.isFinite(marker.y)) return undefined
  const x = clamp(marker.x, 0, maxPlanSide)
  const y = clamp(marker.y, 0, maxPlanSide)
  return x === marker.x && y === marker.y ? marker : { ...marker, x, y }
}

/**
 * Markers of the open map by id, and their move animations. A marker with a new place moves there in an animation if
 * the distance on screen is short; otherwise it appears there.
 */
export class MarkerStore {
  readonly #markers = new Map<string, MovingMarker>()
  readonly #animated = new Set<MovingMarker>()
  #nextOrder = 0

  get size(): number {
    return this.#markers.size
  }

  get animating(): boolean {
    return this.#animated.size > 0
  }

  get(id: string): MovingMarker | undefined {
    return this.#markers.get(id)
  }

  values(): IterableIterator<MovingMarker> {
    return this.#markers.values()
  }

  /** Makes the store contain exactly these markers. Known markers move to their new places. */
  replace(markers: readonly MapMarker[], now: number, scale: number, mayAnimate: boolean): void {
    const nextIds = new Set(markers.map((marker) => marker.id))
    for (const id of this.#markers.keys()) if (!nextIds.has(id)) this.remove(id)
    for (const marker of markers) this.upsert(marker, now, scale, mayAnimate)
  }

  /** @param scale screen pixels per map pixel; the animation limit is a distance on screen */
  upsert(mapMarker: MapMarker, now: number, scale: number, mayAnimate: boolean): void {
    const marker = onPlan(mapMarker)
    if (!marker) {
      this.remove(mapMarker.id)
      return
    }
    const known = this.#markers.get(marker.id)
    if (!known) {
      const { x, y } = marker
      this.#markers.set(marker.id, {
        order: this.#nextOrder++,
        marker,
        drawnX: x,
        drawnY: y,
        fromX: x,
        fromY: y,
        startedAt: Number.NaN,
      })
      return
    }
    const moved = known.marker.x !== marker.x || known.marker.y !== marker.y
    known.marker = marker
    if (!moved) return
    const screenDistance = moveDistance(known, marker) * scale
    if (mayAnimate && screenDistance > 0 && screenDistance < moveAnimation.below)
      this.#startAnimation(known, now)
    else this.#finishAnimation(known)
  }

  remove(id: string): boolean {
    const known = this.#markers.get(id)
    if (!known) return false
    this.#animated.delete(known)
    return this.#markers.delete(id)
  }

  clear(): void {
    this.#markers.clear()
    this.#animated.clear()
  }

  /** Moves every animated marker to its position at `now`. */
  advance(now: number): void {
    for (const moving of this.#animated) {
      const part = clamp((now - moving.startedAt) / moveAnimation.milliseconds, 0, 1)
      if (part >= 1) {
        this.#finishAnimation(moving)
        continue
      }
      const eased = easeOut(part)
      moving.drawnX = moving.fromX + (moving.marker.x - moving.fromX) * eased
      moving.drawnY = moving.fromY + (moving.marker.y - moving.fromY) * eased
    }
  }

  drawnAt(id: string): Point | undefined {
    const moving = this.#markers.get(id)
    return moving && { x: moving.drawnX, y: moving.drawnY }
  }

  #startAnimation(moving: MovingMarker, now: number): void {
    moving.fromX = moving.drawnX
    moving.fromY = moving.drawnY
    if (Number.isNaN(moving.startedAt)) this.#animated.add(moving)
    moving.startedAt = now
  }

  #finishAnimation(moving: MovingMarker): void {
    moving.drawnX = moving.marker.x
    moving.drawnY = moving.marker.y
    moving.startedAt = Number.NaN
    this.#animated.delete(moving)
  }
}
