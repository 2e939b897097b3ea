import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

type Point = { x: number; y: number }
type Level = { name: string; waypoints: Point[]; lanes: [number, number][] }

/** A building's plan for the simulator; positions in pixels of its image. */
export type Building = { imageWidth: number; imageHeight: number; levels: Level[] }

/** Reads a plan folder. */
export const readBuilding = async (dir: string): Promise<Building> =>
  JSON.parse(await readFile(join(dir, 'plan.json'), 'utf8')) as Building

/** Returns the distance in pixels from a point to the nearest lane of any level. */
export function distanceToLanes(building: Building, point: Point): number {
  let least = Number.POSITIVE_INFINITY
  for (const level of building.levels)
    for (const [from, to] of level.lanes) {
      const a = level.waypoints[from]
      const b = level.waypoints[to]
      if (a && b) least = Math.min(least, distanceToSegment(point, a, b))
    }
  return least
}

function distanceToSegment(point: Point, a: Point, b: Point): number {
  const length = (b.x - a.x) ** 2 + (b.y - a.y) ** 2
  const projected =
    length === 0 ? 0 : ((point.x - a.x) * (b.x - a.x) + (point.y - a.y) * (b.y - a.y)) / length
  const t = Math.min(1, Math.max(0, projected))
  return Math.hypot(point.x - (a.x + t * (b.x - a.x)), point.y - (a.y + t * (b.y - a.y)))
}
