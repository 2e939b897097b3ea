import type { Point } from '../geometry.ts'

export type Direction = 'left' | 'right' | 'up' | 'down'

const vectors: Record<Direction, Point> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
}

/** Cost of a step sideways relative to a step ahead: a marker straight ahead is preferred. */
const sidewaysCost = 2

/**
 * Returns the nearest candidate in a direction: within 45° on either side first, else any candidate ahead. Arrow keys
 * can therefore reach every marker.
 */
export function nearestInDirection<T extends { readonly at: Point }>(
  from: Point,
  direction: Direction,
  candidates: Iterable<T>,
): T | undefined {
  const vector = vectors[direction]
  let best: { item: T; cost: number } | undefined
  let fallback: { item: T; cost: number } | undefined
  for (const item of candidates) {
    const dx = item.at.x - from.x
    const dy = item.at.y - from.y
    const forward = dx * vector.x + dy * vector.y
    if (forward <= 1e-6) continue
    const sideways = Math.abs(dx * vector.y - dy * vector.x)
    const cost = forward + sideways * sidewaysCost
    if (sideways <= forward) {
      if (!best || cost < best.cost) best = { item, cost }
    } else if (!fallback || cost < fallback.cost) fallback = { item, cost }
  }
  return (best ?? fallback)?.item
}

/** Returns the candidate closest to a point. */
export function nearestTo<T extends { readonly at: Point }>(
  from: Point,
  candidates: Iterable<T>,
): T | undefined {
  let best: { item: T; distance: number } | undefined
  for (const item of candidates) {
    const distance = Math.hypot(item.at.x - from.x, item.at.y - from.y)
    if (!best || distance < best.distance) best = { item, distance }
  }
  return best?.item
}
