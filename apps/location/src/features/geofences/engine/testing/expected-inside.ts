import type { Area, Point } from './scenario.ts'

type Spot = { x: number; y: number }
type Edge = { from: Spot; to: Spot }

/** Rounding error of results computed with fractions. */
const ROUNDING = 1e-9

/**
 * Returns true if a point is inside an area, by another method than the engine's. A polygon contains the points that
 * its outline winds around. The tolerance is measured to the nearest point of the nearest edge.
 */
export function isInside(area: Area, { mapId, x, y }: Point, tolerance: number): boolean | undefined {
  if (mapId !== area.mapId) return false
  if (x === null || y === null) return undefined
  const { shape, points, centre, radius } = area
  if (shape === 'circle' && centre && radius !== undefined)
    return Math.hypot(x - centre.x, y - centre.y) <= radius + tolerance + ROUNDING
  if (shape !== 'polygon' || !points)
    return Math.max(area.x - x, x - area.x2, area.y - y, y - area.y2) <= tolerance
  const edges = points.map((from, index): Edge => ({ from, to: points[(index + 1) % points.length] ?? from }))
  const nearest = Math.min(...edges.map((edge) => distanceTo(edge, { x, y })))
  return nearest <= tolerance + ROUNDING || windingNumber(edges, { x, y }) !== 0
}

/** Returns the winding number of the edges around a point that lies on none of them: the sum of their angles. */
function windingNumber(edges: readonly Edge[], { x, y }: Spot): number {
  const turned = edges.reduce((sum, { from, to }) => {
    const turn = Math.atan2(to.y - y, to.x - x) - Math.atan2(from.y - y, from.x - x)
    if (turn > Math.PI) return sum + turn - 2 * Math.PI
    return sum + (turn < -Math.PI ? turn + 2 * Math.PI : turn)
  }, 0)
  return Math.round(turned / (2 * Math.PI))
}

function distanceTo({ from, to }: Edge, { x, y }: Spot): number {
  const [alongX, alongY] = [to.x - from.x, to.y - from.y]
  const share = ((x - from.x) * alongX + (y - from.y) * alongY) / (alongX ** 2 + alongY ** 2)
  const within = Math.min(1, Math.max(0, share))
  return Math.hypot(from.x + within * alongX - x, from.y + within * alongY - y)
}
