import type { Coordinates } from '@wardtrack/contracts'
import type { Point } from './map-geometry.ts'

/** Number of corners of the polygon that replaces a circle. */
const CIRCLE_CORNERS = 64
/** Number of lines, at least, on which two areas are compared; exact for rectangles. */
const MIN_LINES = 64
/** Rounding error of a share. */
const ROUNDING = 1e-9

/** Returns the corners of an area; a circle becomes a polygon. */
export function cornersOf({ shape, points, centre, radius, x, y, x2, y2 }: Coordinates): readonly Point[] {
  if (shape === 'polygon' && points) return points
  if (shape === 'circle' && centre && radius !== undefined)
    return Array.from({ length: CIRCLE_CORNERS }, (_, index) => {
      const angle = (2 * Math.PI * index) / CIRCLE_CORNERS
      return { x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) }
    })
  return [
    { x, y },
    { x: x2, y },
    { x: x2, y: y2 },
    { x, y: y2 },
  ]
}

/** Returns the size of the area within corners, in square units. */
export function sizeOf(corners: readonly Point[]): number {
  let twice = 0
  let from = corners.at(-1)
  for (const to of corners) {
    if (from) twice += from.x * to.y - to.x * from.y
    from = to
  }
  return Math.abs(twice) / 2
}

/** Returns the distance of a point to the nearest edge: positive inside, negative outside. */
export function depthIn(corners: readonly Point[], { x, y }: Point): number {
  let isInside = false
  let nearest = Number.POSITIVE_INFINITY
  let from = corners.at(-1)
  for (const to of corners) {
    if (from) {
      if (from.y > y !== to.y > y && x < ((to.x - from.x) * (y - from.y)) / (to.y - from.y) + from.x)
        isInside = !isInside
      nearest = Math.min(nearest, distanceToEdge(x, y, from, to))
    }
    from = to
  }
  return isInside ? nearest : -nearest
}

function distanceToEdge(x: number, y: number, from: Point, to: Point): number {
  const [alongX, alongY] = [to.x - from.x, to.y - from.y]
  const length = alongX * alongX + alongY * alongY
  const share = length === 0 ? 0 : ((x - from.x) * alongX + (y - from.y) * alongY) / length
  const reached = Math.min(1, Math.max(0, share))
  return Math.hypot(x - from.x - alongX * reached, y - from.y - alongY * reached)
}

/** A square that may hold the inner point; `most` is the greatest depth that it may reach. */
type Cell = { at: Point; half: number; depth: number; most: number }

/**
 * Returns the inner point of an area: the point that is farthest from every edge (pole of inaccessibility), within a
 * fiftieth of the shorter side. Unlike a centroid it lies inside an area that is bent. Where many points are equally
 * far, as in a long rectangle, the one in the middle is returned.
 */
export function innerPoint(corners: readonly Point[]): { at: Point; depth: number } {
  const xs = corners.map(({ x }) => x)
  const ys = corners.map(({ y }) => y)
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top]
  const side = Math.min(width, height)
  const cellAt = (at: Point, half: number): Cell => {
    const depth = depthIn(corners, at)
    return { at, half, depth, most: depth + half * Math.SQRT2 }
  }
  let best = cellAt({ x: left + width / 2, y: top + height / 2 }, 0)
  if (side === 0) return best
  const precision = side / 50
  let cells: Cell[] = []
  for (let x = left; x < left + width; x += side)
    for (let y = top; y < top + height; y += side)
      cells.push(cellAt({ x: x + side / 2, y: y + side / 2 }, side / 2))
  // Each round keeps only the cells that may hold a better point, so their number stays small.
  while (cells.length > 0) {
    for (const cell of cells) if (cell.depth > best.depth + precision / 2) best = cell
    cells = cells
      .filter(({ most }) => most - best.depth > precision)
      .flatMap(({ at: { x, y }, half }) => {
        const by = half / 2
        return [
          cellAt({ x: x - by, y: y - by }, by),
          cellAt({ x: x + by, y: y - by }, by),
          cellAt({ x: x - by, y: y + by }, by),
          cellAt({ x: x + by, y: y + by }, by),
        ]
      })
  }
  return best
}

/** Returns true if areas together cover more than half of a room. */
export function isMostlyCovered(room: Coordinates, areas: readonly Coordinates[]): boolean {
  const near = areas.filter(({ x, y, x2, y2 }) => x < room.x2 && x2 > room.x && y < room.y2 && y2 > room.y)
  if (near.length === 0) return false
  const ofRoom = cornersOf(room)
  const ofAreas = near.map(cornersOf)
  const levels = [...new Set([ofRoom, ...ofAreas].flat().map(({ y }) => y))]
    .filter((y) => y >= room.y && y <= room.y2)
    .sort((a, b) => a - b)
  const linesPerBand = Math.ceil(MIN_LINES / Math.max(1, levels.length - 1))
  let [whole, covered] = [0, 0]
  for (let band = 0; band + 1 < levels.length; band += 1) {
    const [top, bottom] = [levels[band] ?? 0, levels[band + 1] ?? 0]
    const step = (bottom - top) / linesPerBand
    for (let line = 0; line < linesPerBand; line += 1) {
      const y = top + step * (line + 0.5)
      const inAreas = mergedSpans(ofAreas.flatMap((corners) => spansAt(corners, y)))
      for (const [from, to] of spansAt(ofRoom, y)) {
        whole += (to - from) * step
        for (const [start, end] of inAreas)
          covered += Math.max(0, Math.min(to, end) - Math.max(from, start)) * step
      }
    }
  }
  return covered > whole * (0.5 + ROUNDING)
}

/** Joins parts of a line that overlap. */
function mergedSpans(spans: [number, number][]): [number, number][] {
  const merged: [number, number][] = []
  for (const [from, to] of spans.sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

/** Returns the parts of a horizontal line that lie inside corners, from left to right. */
function spansAt(corners: readonly Point[], y: number): [number, number][] {
  const crossings: number[] = []
  let from = corners.at(-1)
  for (const to of corners) {
    if (from && from.y > y !== to.y > y)
      crossings.push(from.x + ((to.x - from.x) * (y - from.y)) / (to.y - from.y))
    from = to
  }
  crossings.sort((a, b) => a - b)
  const spans: [number, number][] = []
  for (let index = 0; index + 1 < crossings.length; index += 2)
    spans.push([crossings[index] ?? 0, crossings[index + 1] ?? 0])
  return spans
}
