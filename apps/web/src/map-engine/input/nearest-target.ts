import type { Point } from '../geometry.ts'

export type Direction = 'left' | 'right' | 'up' | 'down'

const vectors: Record<Direction, Point> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
}

/** How much a step aside costs against a step ahead: a marker straight ahead is preferred. */
const aside = 2

/**
 * The nearest of the candidates that lies in a direction: within 45° on either side first, else anything
 * that lies ahead, so that no marker is out of reach of the arrow keys.
 */
export function nearestInDirection<T extends { readonly at: Point }>(
  from: Point,
  direction: Direction,
  candidates: Iterable<T>,
): T | undefined {
  const ahead = vectors[direction]
  let best: { item: T; cost: number } | undefined
  let spare: { item: T; cost: number } | undefined
  for (const item of candidates) {
    const dx = item.at.x - from.x
    const dy = item.at.y - from.y
    const along = dx * ahead.x + dy * ahead.y
    if (along <= 1e-6) continue
    const across = Math.abs(dx * ahead.y - dy * ahead.x)
    const cost = along + across * aside
    if (across <= along) {
      if (!best || cost < best.cost) best = { item, cost }
    } else if (!spare || cost < spare.cost) spare = { item, cost }
  }
  return (best ?? spare)?.item
}

/** The candidate closest to a point. */
export function nearestTo<T extends { readonly at: Point }>(
  from: Point,
  candidates: Iterable<T>,
): T | undefined {
  let best: { item: T; away: number } | undefined
  for (const item of candidates) {
    const away = Math.hypot(item.at.x - from.x, item.at.y - from.y)
    if (!best || away < best.away) best = { item, away }
  }
  return best?.item
}
