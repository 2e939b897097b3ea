import type { Coordinates } from '@wardtrack/contracts'
import { type Database, trusted } from '@wardtrack/database'
import { factorTo, type MapGeometry, type Point, scaledArea } from '@wardtrack/places'

/** Returns a point inside each place that has an outline on the map, in the order of their ids. */
export async function middlesOfOutlines(
  db: Database,
  hierarchyIds: readonly string[],
  map: MapGeometry,
): Promise<Point[]> {
  if (hierarchyIds.length === 0) return []
  const places = await db.models.places
    .find({
      provider: 'rtls',
      hierarchyId: trusted({ $in: [...hierarchyIds] }),
      'outline.mapId': map.mapId,
    })
    .sort({ hierarchyId: 1 })
    .select({ outline: 1 })
  return places.flatMap(({ outline }) =>
    outline ? [middleOfArea(scaledArea(outline.Coordinates, factorTo(map, outline.imageSize)))] : [],
  )
}

/**
 * Returns a point inside an area: the middle of its box, or for a polygon the middle of its widest part at that
 * height.
 */
function middleOfArea({ shape, points, x, y, x2, y2 }: Coordinates): Point {
  const middle = { x: (x + x2) / 2, y: (y + y2) / 2 }
  if (shape !== 'polygon' || !points) return middle
  const crossings = crossingsAt(points, middle.y).sort((a, b) => a - b)
  let widest = 0
  for (let index = 0; index + 1 < crossings.length; index += 2) {
    const [from = 0, to = 0] = crossings.slice(index, index + 2)
    if (to - from <= widest) continue
    widest = to - from
    middle.x = (from + to) / 2
  }
  return middle
}

/**
 * Returns the x coordinates where the edges of a polygon cross a height. Points between the first and the second are
 * inside, and so on in pairs.
 */
function crossingsAt(points: readonly Point[], y: number): number[] {
  return points.flatMap((to, index) => {
    const from = points.at(index - 1) ?? to
    return from.y > y === to.y > y ? [] : [from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x)]
  })
}
